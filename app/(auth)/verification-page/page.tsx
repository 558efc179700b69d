import type { Metadata } from "next";
import { PasswordLoginScreen } from "@/components/accounts/password-login-screen";
import { VerificationScreen } from "@/components/accounts/verification-screen";

export const metadata: Metadata = { title: "Verify your account" };

type Props = { searchParams: Promise<{ with?: string | string[] }> };

export default async function VerificationPage({ searchParams }: Props) {
  const { with: proof } = await searchParams;
  return proof === "password" ? <PasswordLoginScreen /> : <VerificationScreen />;
}
