import type { Metadata } from "next";
import { OnboardingGuide } from "@/components/accounts/onboarding-guide";
import { getText } from "@/lib/language/server";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getText();
  return { title: t("Welcome") };
}

export default function OnboardingGuidePage() {
  return <OnboardingGuide />;
}
