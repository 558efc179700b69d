import { Bell, House, type LucideIcon, Search, Settings, UserRound } from "lucide-react";
import { COMPOSE, EDIT_PROFILE, EXPLORE, HOME, NOTIFICATIONS, OWN_PROFILE, SETTINGS } from "@/lib/paths";

/** The navigation links of the shell (docs/product.md, The shell). */

export type NavItem = { href: string; label: string; icon: LucideIcon };

export const NAV_ITEMS: readonly NavItem[] = [
  { href: HOME, label: "Home", icon: House },
  { href: EXPLORE, label: "Explore", icon: Search },
  { href: NOTIFICATIONS, label: "Notifications", icon: Bell },
  { href: OWN_PROFILE, label: "Profile", icon: UserRound },
  { href: SETTINGS, label: "Settings", icon: Settings },
];

/**
 * Whether a navigation link is the current page. Profile is also current at the viewer's own
 * profile by id, and while editing the profile.
 */
export function isActiveLink(href: string, path: string, ownId: string | undefined): boolean {
  if (href === OWN_PROFILE) {
    return path === href || path === EDIT_PROFILE || (ownId !== undefined && path === `/profile/${ownId}`);
  }
  // The composer opens over the feed.
  if (href === HOME && path === COMPOSE) return true;
  return path === href;
}
