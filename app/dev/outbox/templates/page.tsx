import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { MailTemplates } from "@/components/dev/mail-templates";
import { FullPage } from "@/components/shell/full-page";
import { listMailTemplates } from "@/lib/dev/server/mail-templates";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Mail templates", robots: { index: false } };

// The mode is known only at run time, not at build time.
export const dynamic = "force-dynamic";

/** Every mail the product can send, with sample data. 404 in production. */
export default async function MailTemplatesPage() {
  if (!env().HAS_OUTBOX) notFound();
  // The previews inherit this page's content security policy, so a mail's style element needs its
  // nonce.
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
