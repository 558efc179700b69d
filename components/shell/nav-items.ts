import { Bell, House, type LucideIcon, Search, Settings, UserRound } from "lucide-react";

/** The places the shell leads to (the specification, §2). */

export type NavItem = { href: string; label: string; icon: LucideIcon };

export const NOTIFICATIONS_HREF = "/notify";

export const NAV_ITEMS: readonly NavItem[] = [
  { href: "/mainfeed", label: "Home", icon: House },
  { href: "/search-users", label: "Explore", icon: Search },
  { href: NOTIFICATIONS_HREF, label: "Notifications", icon: Bell },
  { href: "/profile", label: "Profile", icon: UserRound },
  { href: "/settings", label: "Settings", icon: Settings },
];

/** From 768px the composer opens over the feed; on phones it is a page of its own. */
export const COMPOSE_HREF = "/create-post-modal";
export const COMPOSE_MOBILE_HREF = "/create-post-modal-mobile";

/** Whether a link leads to the page on screen. One's own profile has an address with one's id, and edits below it. */
export function isCurrentPlace(href: string, path: string, ownId: string | undefined): boolean {
  if (href === "/profile") {
    return path === href || path === "/edit-profile" || (ownId !== undefined && path === `/profile/${ownId}`);
  }
  // The feed stays where it is while the composer lies over it.
  if (href === "/mainfeed" && path === COMPOSE_HREF) return true;
  return path === href;
}
