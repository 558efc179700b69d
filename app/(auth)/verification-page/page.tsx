import type { Metadata } from "next";
import { VerificationScreen } from "@/components/auth/verification-screen";

export const metadata: Metadata = { title: "Verify your account" };

export default function VerificationPage() {
  return <VerificationScreen />;
}
