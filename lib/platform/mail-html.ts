import "server-only";
import type { ReactElement } from "react";

/** The same message in plain text and in HTML. */
export type MailContent = { subject: string; text: string; html: string };

/** Renders react-email elements to a complete HTML document. */
export async function renderMail(mail: ReactElement): Promise<string> {
  // Next.js forbids a static import of this renderer in code that pages bundle.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return `<!doctype html>${renderToStaticMarkup(mail)}`;
}
