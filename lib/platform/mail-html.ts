import "server-only";
import type { ReactElement } from "react";

/** What a mail says: the same in plain text and in HTML. */
export type MailContent = { subject: string; text: string; html: string };

/** A mail's HTML as a whole document, from react-email's elements. */
export async function renderMail(mail: ReactElement): Promise<string> {
  // Next.js refuses to have this renderer bundled into pages; mail is the one place that needs it.
  const { renderToStaticMarkup } = await import("react-dom/server");
  return `<!doctype html>${renderToStaticMarkup(mail)}`;
}
