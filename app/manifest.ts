import type { MetadataRoute } from "next";
import { THEME_COLORS } from "@/components/ui/theme-script";
import { COMPOSE_OFFLINE, EXPLORE, HOME, NOTIFICATIONS } from "@/lib/paths";
import { APP_NAME, COLLEGE_CODES, TAGLINE } from "@/lib/product";

// The image of a release is built before anyone knows whose campus it will be.
export const dynamic = "force-dynamic";

/** Makes the app installable, and a share target of other apps (docs/decisions/0009). */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: HOME,
    name: APP_NAME,
    short_name: APP_NAME,
    description: `${TAGLINE}. The campus community of ${COLLEGE_CODES}.`,
    lang: "en",
    dir: "ltr",
    categories: ["social", "education"],
    start_url: HOME,
    scope: "/",
    display: "standalone",
    // A manifest has a single theme; the page adjusts the browser's bars to its own
    // (components/ui/theme-script.tsx).
    background_color: THEME_COLORS.light,
    theme_color: THEME_COLORS.light,
    icons: [
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "New post", url: COMPOSE_OFFLINE, icons: SHORTCUT_ICONS },
      { name: "Notifications", url: NOTIFICATIONS, icons: SHORTCUT_ICONS },
      { name: "Search", url: EXPLORE, icons: SHORTCUT_ICONS },
    ],
    share_target: {
      action: "/share",
      method: "POST",
      enctype: "multipart/form-data",
      params: {
        title: "title",
        text: "text",
        url: "url",
        files: [{ name: "media", accept: ["image/*", "video/*"] }],
      },
    },
  };
}

const SHORTCUT_ICONS = [{ src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" }];
