import type { Metadata } from "next";
import { LegalPage } from "@/components/legal/legal-page";
import { LEGAL_TITLES } from "@/lib/legal/policy";
import { getLegalDocument } from "@/lib/legal/server/document";

export const metadata: Metadata = { title: LEGAL_TITLES.en.terms };

export default function TermsPage() {
  return <LegalPage name="terms" document={getLegalDocument("terms")} />;
}
