import type { Metadata } from "next";
import { TestRegisterScreen } from "@/components/accounts/test-register-screen";

export const metadata: Metadata = { title: "Create your account" };

export default function TestRegisterPage() {
  return <TestRegisterScreen />;
}
