import "server-only";
import { readFileSync } from "node:fs";
import path from "node:path";
import { marked, type Token } from "marked";
import type { LegalDocumentName } from "@/lib/legal/policy";
import { APP_NAME, COLLEGE_DOMAINS, COLLEGE_NAMES, OPERATOR } from "@/lib/product";

/** The legal documents: Markdown with the names of product, colleges and operator filled in. */

/** What marked reads. Screens render it kind by kind, so HTML in it never becomes HTML. */
export type LegalDocument = Token[];

const documents = new Map<LegalDocumentName, LegalDocument>();

/** A document, read and parsed once in a process. */
export function getLegalDocument(name: LegalDocumentName): LegalDocument {
  let document = documents.get(name);
  if (!document) {
    const file = path.join(process.cwd(), "lib/legal", `${name}.md`);
    document = parseLegalDocument(readFileSync(file, "utf8"));
    documents.set(name, document);
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
