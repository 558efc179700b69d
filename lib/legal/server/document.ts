import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import { marked, type Token } from "marked";
import type { Language } from "@/lib/language/languages";
import type { LegalPageName } from "@/lib/legal/policy";
import { APP_NAME, COLLEGE_DOMAINS, COLLEGE_NAMES, OPERATOR } from "@/lib/product";

/** The legal documents: Markdown with the names of product, colleges and operator filled in. */

/** What marked reads. Screens render it kind by kind, so HTML in it never becomes HTML. */
export type LegalDocument = Token[];

const documents = new Map<string, LegalDocument>();

/** A document, read and parsed once in a process. */
export function getLegalDocument(name: LegalPageName, language: Language = "en"): LegalDocument {
  const file = language === "en" ? name : `${name}.${language}`;
  let document = documents.get(file);
  if (!document) {
    document = parseLegalDocument(readFileSync(path.join(process.cwd(), "lib/legal", `${file}.md`), "utf8"));
    documents.set(file, document);
  }
  return document;
}

/** Parses Markdown with names in braces. Throws for a name that is not known. */
export const parseLegalDocument = (markdown: string): LegalDocument =>
  marked.lexer(fillIn(markdown), { gfm: true, breaks: true });

function fillIn(markdown: string): string {
  const { title, email, address } = OPERATOR.grievanceOfficer;
  const names: Record<string, string> = {
    app: APP_NAME,
    colleges: COLLEGE_NAMES,
    operator: OPERATOR.name,
    city: OPERATOR.city,
    domain: COLLEGE_DOMAINS,
    officer: title,
    officerEmail: email,
    officerAddress: address,
  };
  return markdown.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`Legal documents have no {${name}}.`);
    return value;
  });
}
