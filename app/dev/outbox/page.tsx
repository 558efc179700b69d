import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { Outbox } from "@/components/dev/outbox";
import { FullPage } from "@/components/shell/full-page";
import { outboxAccess } from "@/lib/dev/server/outbox-access";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Outbox", robots: { index: false } };

// The mode is known only at run time, not at build time.
export const dynamic = "force-dynamic";

/** The outbox of embedded mode and previews; 404 in production. Needs the password. */
export default async function OutboxPage({
  searchParams,
}: {
  searchParams: Promise<{ to?: string | string[] }>;
}) {
  if (!env().HAS_OUTBOX || outboxAccess(await headers()) !== "granted") notFound();
  const { to } = await searchParams;
  return (
    <FullPage top>
      <Outbox to={typeof to === "string" ? to : ""} password={env().OUTBOX_PASSWORD} />
    </FullPage>
  );
}
