import type { Metadata } from "next";
import { AccountCreatedScreen } from "@/components/accounts/account-created-screen";

export const metadata: Metadata = { title: "Your account is ready" };

export default function AccountCreationCompletePage() {
  return <AccountCreatedScreen />;
}
