import type { Token } from "marked";
import { LegalLinks } from "@/components/legal/legal-links";
import { Contents, Markdown } from "@/components/legal/markdown";
import { FullPage } from "@/components/shell/full-page";
import { TextLink } from "@/components/ui/link";
import {
  ACCESSIBILITY_DATE,
  LEGAL_DATE,
  LEGAL_TITLES,
  LEGAL_VERSION,
  type LegalPageName,
  PRIVACY_TITLE_HINDI,
} from "@/lib/legal/policy";
import { PRIVACY, PRIVACY_HINDI } from "@/lib/paths";
import { APP_NAME } from "@/lib/product";

/** One of the legal documents, or the accessibility statement, as a page, to read, to link to and to print. */
export function LegalPage({
  name,
  document,
  language = "en",
}: {
  name: LegalPageName;
  document: readonly Token[];
  language?: "en" | "hi";
}) {
  const isHindi = language === "hi";
  return (
    <FullPage top>
      <article lang={language} className="w-full max-w-[44rem] pt-4 pb-8 leading-relaxed">
        <p className="font-semibold text-ink2 text-sm">{APP_NAME}</p>
        <h1 className="mt-1 text-3xl">{isHindi ? PRIVACY_TITLE_HINDI : LEGAL_TITLES[name]}</h1>
        <p className="mt-2 text-ink2 text-sm tabular-nums">
          {name === "accessibility"
            ? `As of ${ACCESSIBILITY_DATE}`
            : `${isHindi ? "संस्करण" : "Version"} ${LEGAL_VERSION}, ${LEGAL_DATE}`}
        </p>
        {name === "privacy" && (
          <p className="mt-3 print:hidden">
            {isHindi ? (
              <TextLink href={PRIVACY} prefetch={false} lang="en">
                Read in English
              </TextLink>
            ) : (
              <TextLink href={PRIVACY_HINDI} prefetch={false} lang="hi">
                हिन्दी में पढ़ें
              </TextLink>
            )}
          </p>
        )}
        <nav aria-labelledby="contents" className="card mt-6 px-5 py-4 print:hidden">
          <h2 id="contents" className="text-base">
            {isHindi ? "इस पृष्ठ पर" : "On this page"}
          </h2>
          <Contents tokens={document} />
        </nav>
        <div className="mt-6">
          <Markdown tokens={document} />
        </div>
        <footer className="mt-10 border-line border-t pt-4 print:hidden">
          <LegalLinks except={name} />
        </footer>
      </article>
    </FullPage>
  );
}
