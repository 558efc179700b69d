import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { MailTemplates } from "@/components/dev/mail-templates";
import { FullPage } from "@/components/shell/full-page";
import { listMailTemplates } from "@/lib/dev/server/mail-templates";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Mail templates", robots: { index: false } };

// Which mode it is, is known only when the app runs, not when it is built.
export const dynamic = "force-dynamic";

/**
 * Every mail the product can send, with sample data. Anywhere but in embedded mode there is no such
 * page.
 */
export default async function MailTemplatesPage() {
  if (!env().EMBEDDED) notFound();
  // A mail's style element shows only with this page's nonce: the frames have its content security
  // policy.
  const nonce = (await headers()).get("x-nonce") ?? "";
  const templates = (await listMailTemplates()).map(({ html, ...mail }) => ({
    ...mail,
    html: html.replaceAll("<style>", `<style nonce="${nonce}">`),
  }));
  return (
    <FullPage top>
      <MailTemplates templates={templates} />
    </FullPage>
  );
}
