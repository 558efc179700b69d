import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Gallery } from "@/components/gallery/gallery";
import { FullPage } from "@/components/shell/full-page";
import { env } from "@/lib/platform/env";

export const metadata: Metadata = { title: "Gallery", robots: { index: false } };

// Whether it shows is known only when the app runs, not when it is built.
export const dynamic = "force-dynamic";

/**
 * The gallery of components, for developers. In production only where SHOW_GALLERY says so
 * (contract §5).
 */
export default function GalleryPage() {
  const { NODE_ENV, SHOW_GALLERY } = env();
  if (NODE_ENV === "production" && !SHOW_GALLERY) notFound();
  return (
    <FullPage top>
      <Gallery />
    </FullPage>
  );
}
