import type { Token } from "marked";
import { LegalFrame } from "@/components/legal/legal-frame";
import { Contents, Markdown } from "@/components/legal/markdown";
import { TextLink } from "@/components/ui/link";
import type { Language } from "@/lib/language/languages";
import {
  ACCESSIBILITY_DATE,
  LEGAL_DATE,
  LEGAL_TITLES,
  LEGAL_VERSION,
  type LegalPageName,
  legalPath,
} from "@/lib/legal/policy";

/** What surrounds a document, in its language, which need not be the reader's. */
const WORDS: Record<Language, { version: string; contents: string; other: Language; otherLabel: string }> = {
  en: { version: "Version", contents: "On this page", other: "hi", otherLabel: "हिन्दी में पढ़ें" },
  hi: { version: "संस्करण", contents: "इस पृष्ठ पर", other: "en", otherLabel: "Read in English" },
};

/** The page of a legal document or the accessibility statement, to read, link to and print. */
export function LegalPage({
  name,
  document,
  language = "en",
}: {
  name: LegalPageName;
  document: readonly Token[];
  language?: Language;
}) {
  const { version, contents, other, otherLabel } = WORDS[language];
  return (
    <LegalFrame name={name} title={LEGAL_TITLES[language][name]} language={language}>
      <p className="mt-2 text-ink2 text-sm tabular-nums">
        {name === "accessibility"
          ? `As of ${ACCESSIBILITY_DATE}`
          : `${version} ${LEGAL_VERSION}, ${LEGAL_DATE}`}
      </p>
      {name !== "accessibility" && (
        <p className="mt-3 print:hidden">
          <TextLink href={legalPath(name, other)} prefetch={false} lang={other}>
            {otherLabel}
          </TextLink>
        </p>
      )}
      <nav aria-labelledby="contents" className="card mt-6 px-5 py-4 print:hidden">
        <h2 id="contents" className="text-base">
          {contents}
        </h2>
        <Contents tokens={document} />
      </nav>
      <div className="mt-6">
        <Markdown tokens={document} />
      </div>
    </LegalFrame>
  );
}
