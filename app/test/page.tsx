import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Gallery } from "@/components/gallery/gallery";
import { FullPage } from "@/components/shell/full-page";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Gallery", robots: { index: false } };

// Whether the gallery shows depends on the environment at run time, not at build time.
export const dynamic = "force-dynamic";

/**
 * The component gallery for developers. In production the address redirects to the status page,
 * unless SHOW_GALLERY is set.
 */
export default function GalleryPage() {
  const { NODE_ENV, EMBEDDED, SHOW_GALLERY } = env();
  if (NODE_ENV === "production" && !EMBEDDED && !SHOW_GALLERY) redirect("/up");
  return (
    <FullPage top>
      <Gallery />
    </FullPage>
  );
}
