import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { apiDocument } from "@/app/api/openapi.json/document";
import { ApiReference } from "@/components/dev/api-reference";
import { FullPage } from "@/components/shell/full-page";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "API", robots: { index: false } };

// The mode is known only at run time, not at build time.
export const dynamic = "force-dynamic";

/** /api/openapi.json to read. In production only in embedded mode. */
export default async function ApiPage() {
  const { NODE_ENV, EMBEDDED } = env();
  if (NODE_ENV === "production" && !EMBEDDED) notFound();
  return (
    <FullPage top>
      <ApiReference document={await apiDocument()} />
    </FullPage>
  );
}
