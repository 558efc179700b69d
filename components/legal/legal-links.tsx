import { TextLink } from "@/components/ui/link";
import { LEGAL_PAGES, type LegalPageName } from "@/lib/legal/policy";
import { COMPLAINT, GUIDELINES, PRIVACY, TERMS } from "@/lib/paths";

const LABELS: Record<LegalPageName, string> = {
  guidelines: "Guidelines",
  privacy: "Privacy",
  terms: "Terms",
  accessibility: "Accessibility",
};

/** As high as a finger needs, so that no link reaches over those of the next line. */
const ROW = "touch:flex touch:min-h-11 touch:items-center";

/** Links to the legal documents and the accessibility statement. They are not fetched ahead: hardly anyone follows them. */
export function LegalLinks({ except }: { except?: LegalPageName }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm touch:gap-y-0">
      {LEGAL_PAGES.filter((name) => name !== except).map((name) => (
        <li key={name} className={ROW}>
          <TextLink href={`/${name}`} prefetch={false}>
            {LABELS[name]}
          </TextLink>
        </li>
      ))}
      <li className={ROW}>
        <TextLink href={COMPLAINT} prefetch={false}>
          Complaint
        </TextLink>
      </li>
    </ul>
  );
}

/** What continuing means, for the screens that can make an account. */
export const AgreementLine = () => (
  <p className="mt-5 text-balance text-center text-ink2 text-sm">
    By continuing you agree to the{" "}
    <TextLink href={TERMS} prefetch={false}>
      terms
    </TextLink>
    , the{" "}
    <TextLink href={GUIDELINES} prefetch={false}>
      guidelines
    </TextLink>{" "}
    and the{" "}
    <TextLink href={PRIVACY} prefetch={false}>
      privacy notice
    </TextLink>
    .
  </p>
);
