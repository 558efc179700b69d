"use client";

import { TextLink } from "@/components/ui/link";
import { Rich } from "@/lib/language/rich";
import { useLanguage, useTranslate } from "@/lib/language/translate";
import { LEGAL_PAGES, type LegalDocumentName, type LegalPageName, legalPath } from "@/lib/legal/policy";
import { COMPLAINT, LICENCES } from "@/lib/paths";

const LABELS: Record<LegalPageName, string> = {
  guidelines: "Guidelines",
  privacy: "Privacy",
  terms: "Terms",
  accessibility: "Accessibility",
};

/** The pages that are left out of the links to themselves. */
export type LinkedPage = LegalPageName | "licences";

/** As high as a finger needs, so that no link overlaps the links of the next line. */
const ROW = "touch:flex touch:min-h-11 touch:items-center";

/**
 * Links to the legal documents and next to them. Hardly anyone follows them: none is prefetched.
 */
export function LegalLinks({ except }: { except?: LinkedPage }) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm touch:gap-y-0">
      {LEGAL_PAGES.filter((name) => name !== except).map((name) => (
        <li key={name} className={ROW}>
          <TextLink href={legalPath(name, language)} prefetch={false}>
            {t(LABELS[name])}
          </TextLink>
        </li>
      ))}
      {except !== "licences" && (
        <li className={ROW}>
          <TextLink href={LICENCES} prefetch={false}>
            {t("Licences")}
          </TextLink>
        </li>
      )}
      <li className={ROW}>
        <TextLink href={COMPLAINT} prefetch={false}>
          {t("Complaint")}
        </TextLink>
      </li>
    </ul>
  );
}

/** What continuing means, for the screens that can make an account. */
export function AgreementLine() {
  const language = useLanguage();
  const link = (name: LegalDocumentName) => <TextLink href={legalPath(name, language)} prefetch={false} />;
  return (
    <p className="mt-5 text-balance text-center text-ink2 text-sm">
      <Rich
        text="By continuing you agree to the <terms>terms</terms>, the <guidelines>guidelines</guidelines> and the <privacy>privacy notice</privacy>."
        components={{ terms: link("terms"), guidelines: link("guidelines"), privacy: link("privacy") }}
      />
    </p>
  );
}
