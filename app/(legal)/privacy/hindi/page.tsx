import type { Metadata } from "next";
import { LegalPage } from "@/components/legal/legal-page";
import { PRIVACY_TITLE_HINDI } from "@/lib/legal/policy";
import { getHindiPrivacyNotice } from "@/lib/legal/server/document";

export const metadata: Metadata = { title: PRIVACY_TITLE_HINDI };

export default function HindiPrivacyPage() {
  return <LegalPage name="privacy" language="hi" document={getHindiPrivacyNotice()} />;
}
