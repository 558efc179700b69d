import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { Outbox } from "@/components/dev/outbox";
import { FullPage } from "@/components/shell/full-page";
import { outboxAccess } from "@/lib/dev/server/outbox-access";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Outbox", robots: { index: false } };

// Which mode it is, is known only when the app runs, not when it is built.
export const dynamic = "force-dynamic";

/**
 * The letterbox of the embedded mode. Anywhere else there is no such page. middleware.ts asks for
 * the password.
 */
export default async function OutboxPage({
  searchParams,
}: {
  searchParams: Promise<{ to?: string | string[] }>;
}) {
  if (!env().EMBEDDED || outboxAccess(await headers()) !== "granted") notFound();
  const { to } = await searchParams;
  return (
    <FullPage top>
      <Outbox to={typeof to === "string" ? to : ""} password={env().OUTBOX_PASSWORD} />
    </FullPage>
  );
}
