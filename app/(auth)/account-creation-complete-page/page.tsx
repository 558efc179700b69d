import type { Metadata } from "next";
import { AccountCreatedScreen } from "@/components/accounts/account-created-screen";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Your account is ready") };
}

export default function AccountCreationCompletePage() {
  return <AccountCreatedScreen />;
}
