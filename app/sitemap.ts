import type { MetadataRoute } from "next";
import { env } from "@/lib/platform/env";
import { PUBLIC_PATHS } from "@/lib/screens";

export const dynamic = "force-dynamic";

/** The pages that search engines may show, which is all that a visitor can read. */
export default function sitemap(): MetadataRoute.Sitemap {
  return PUBLIC_PATHS.map((path) => ({ url: new URL(path, env().APP_URL).href }));
}
