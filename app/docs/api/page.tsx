import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { apiDocument } from "@/app/api/openapi.json/document";
import { ApiReference } from "@/components/dev/api-reference";
import { FullPage } from "@/components/shell/full-page";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "API", robots: { index: false } };

// The mode is known only at run time, not at build time.
export const dynamic = "force-dynamic";

/** /api/openapi.json to read. In production only where the data are a demo. */
export default async function ApiPage() {
  const { NODE_ENV, EMBEDDED, PREVIEW } = env();
  if (NODE_ENV === "production" && !EMBEDDED && !PREVIEW) notFound();
  return (
    <FullPage top>
      <ApiReference document={await apiDocument()} />
    </FullPage>
  );
}
