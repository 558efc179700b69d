import type { Metadata } from "next";
import { PasswordLoginScreen } from "@/components/accounts/password-login-screen";
import { VerificationScreen } from "@/components/accounts/verification-screen";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Verify your account") };
}

type Props = { searchParams: Promise<{ with?: string | string[] }> };

export default async function VerificationPage({ searchParams }: Props) {
  const { with: proof } = await searchParams;
  return proof === "password" ? <PasswordLoginScreen /> : <VerificationScreen />;
}
