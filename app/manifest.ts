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
    // A link opens in the window that is there already.
    launch_handler: { client_mode: ["navigate-existing", "auto"] },
    // A manifest has a single theme; the page adjusts the browser's bars to its own
    // (components/ui/theme-script.tsx).
    background_color: THEME_COLORS.light,
    theme_color: THEME_COLORS.light,
    icons: [
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    // Browsers show them where they offer to install the app.
    screenshots: [
      {
        src: "/previews/phone.webp",
        sizes: "780x1688",
        type: "image/webp",
        form_factor: "narrow",
        label: "The feed on a phone",
      },
      {
        src: "/previews/desktop.webp",
        sizes: "1280x860",
        type: "image/webp",
        form_factor: "wide",
        label: "The feed on a desktop",
      },
    ],
    shortcuts: [
      { name: "New post", url: COMPOSE_OFFLINE, icons: shortcutIcons("post") },
      { name: "Notifications", url: NOTIFICATIONS, icons: shortcutIcons("notifications") },
      { name: "Search", url: EXPLORE, icons: shortcutIcons("search") },
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

function shortcutIcons(name: string) {
  return [{ src: `/icons/shortcut-${name}.png`, sizes: "96x96", type: "image/png" }];
}
