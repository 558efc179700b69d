import type { ReactNode } from "react";
import { LegalLinks, type LinkedPage } from "@/components/legal/legal-links";
import { FullPage } from "@/components/shell/full-page";
import type { Language } from "@/lib/language/languages";
import { APP_NAME } from "@/lib/product";

/** What the legal pages have in common: the product, the title, and the links to the others. */
export function LegalFrame({
  name,
  title,
  language,
  children,
}: {
  name: LinkedPage;
  title: string;
  language?: Language;
  children: ReactNode;
}) {
  return (
    <FullPage top>
      <article lang={language} className="w-full max-w-[44rem] pt-4 pb-8 leading-relaxed">
        <p className="font-semibold text-ink2 text-sm">{APP_NAME}</p>
        <h1 className="mt-1 text-3xl">{title}</h1>
        {children}
        <footer className="mt-10 border-line border-t pt-4 print:hidden">
          <LegalLinks except={name} />
        </footer>
      </article>
    </FullPage>
  );
}
