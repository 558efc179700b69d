import type { MetadataRoute } from "next";
import { env } from "@/lib/platform/env";
import { PUBLIC_PATHS } from "@/lib/screens";

// The address is known when the server runs, not while it is built.
export const dynamic = "force-dynamic";

/** What those pages are drawn with. */
const FILES = ["/_next/static/", "/icons/", "/icon.svg", "/favicon.ico", "/opengraph-image"];

/** What the cards of shared links are made by. They are led to the login page, as anyone is. */
const PREVIEWS = ["facebookexternalhit", "LinkedInBot", "Twitterbot"];

/** Search engines read the landing page and the legal documents, and nothing of the campus. */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: [
      { userAgent: "*", allow: [...PUBLIC_PATHS.map((path) => `${path}$`), ...FILES], disallow: "/" },
      { userAgent: PREVIEWS, allow: "/", disallow: "/api/" },
    ],
    sitemap: new URL("/sitemap.xml", env().APP_URL).href,
  };
}
