import type { Metadata } from "next";
import { OnboardingGuide } from "@/components/auth/onboarding-guide";

export const metadata: Metadata = { title: "Welcome" };

export default function OnboardingGuidePage() {
  return <OnboardingGuide />;
}
