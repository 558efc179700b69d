import type { Metadata } from "next";
import { OnboardingGuide } from "@/components/accounts/onboarding-guide";

export const metadata: Metadata = { title: "Welcome" };

export default function OnboardingGuidePage() {
  return <OnboardingGuide />;
}
