import type { Metadata } from "next";
import { TestRegisterScreen } from "@/components/accounts/test-register-screen";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Create your account") };
}

export default function TestRegisterPage() {
  return <TestRegisterScreen />;
}
