"use client";

import {
  Bell,
  Bookmark,
  House,
  type LucideIcon,
  Mail,
  School,
  Search,
  Settings,
  ShieldCheck,
  TrendingUp,
  UserRound,
} from "lucide-react";
import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import type { MouseEvent, ReactNode } from "react";
import { cx } from "@/components/ui/cx";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import { useUnreadMessages } from "@/lib/messages/client/queries";
import { useNewCount } from "@/lib/notifications/client/queries";
import {
  BOOKMARKS,
  COLLEGE_PEOPLE,
  COMPOSE,
  EDIT_PROFILE,
  EXPLORE,
  HOME,
  isCollegePage,
  MESSAGES,
  MODERATION,
  NOTIFICATIONS,
  OWN_PROFILE,
  PEOPLE,
  SETTINGS,
  TRENDING,
} from "@/lib/paths";
import { isPlainClick, returnToTop } from "@/lib/posts/client/feed-top";
import { APP_NAME } from "@/lib/product";
import { useMe } from "@/lib/profiles/client/queries";
import { formatBadge } from "@/lib/text/counts";

type NavItem = { href: string; label: string; icon: LucideIcon };

/** The navigation links of the shell (docs/product.md, The shell). */
const NAV_ITEMS: readonly NavItem[] = [
  { href: HOME, label: "Home", icon: House },
  { href: EXPLORE, label: "Explore", icon: Search },
  { href: NOTIFICATIONS, label: "Notifications", icon: Bell },
  { href: MESSAGES, label: "Messages", icon: Mail },
  { href: OWN_PROFILE, label: "Profile", icon: UserRound },
  { href: SETTINGS, label: "Settings", icon: Settings },
  { href: BOOKMARKS, label: "Bookmarks", icon: Bookmark },
  { href: TRENDING, label: "Trending", icon: TrendingUp },
];

/** For the staff alone; a count says how much there is to decide. */
const MODERATION_ITEM: NavItem = { href: MODERATION, label: "Moderation", icon: ShieldCheck };

/** For admins alone; a count says how many people wait to be confirmed. */
const COLLEGE_ITEM: NavItem = { href: COLLEGE_PEOPLE, label: "College", icon: School };

const WaitingCount = lazyComponent(
  () => import("@/components/moderation/moderation-layout").then((module) => module.WaitingCount),
  { optional: true },
);

/** Also current on the pages below them. */
const WITH_PAGES_BELOW = [SETTINGS, MESSAGES, MODERATION];

/**
 * Whether a navigation link is the current page. Profile is also current at the viewer's own
 * profile by id, and while editing the profile.
 */
export function isActiveLink(
  href: string,
  path: string,
  ownId: string | undefined,
  isAdmin = false,
): boolean {
  if (href === OWN_PROFILE) {
    return path === href || path === EDIT_PROFILE || (ownId !== undefined && path === `/profile/${ownId}`);
  }
  // The composer opens over the feed.
  if (href === HOME && path === COMPOSE) return true;
  if (href === COLLEGE_PEOPLE) return isCollegePage(path);
  // Moderators have no link to the college: what they read of it is a part of moderation.
  if (href === MODERATION && isCollegePage(path)) return !isAdmin;
  if (href === EXPLORE && path === PEOPLE) return true;
  return path === href || (WITH_PAGES_BELOW.includes(href) && path.startsWith(`${href}/`));
}

/**
 * The `onClick` of a link to Home: on Home itself, the link goes to the top of the feed, and there
 * it loads new posts.
 */
export function handleHomeClick(event: MouseEvent): void {
  if (window.location.pathname !== HOME || !isPlainClick(event)) return;
  event.preventDefault();
  returnToTop();
}

/**
 * The vertical list of navigation links. With `onPressCurrent`, for the drawer, a press on the
 * current page's link calls it instead of navigating.
 */
export function NavLinks({ onPressCurrent }: { onPressCurrent?: () => void }) {
  const t = useTranslate();
  const path = usePathname();
  const me = useMe();
  const ownId = me?._id;
  const isAdmin = me?.staffRole === "admin";
  const items = [
    ...NAV_ITEMS,
    ...(me?.staffRole ? [MODERATION_ITEM] : []),
    ...(isAdmin ? [COLLEGE_ITEM] : []),
  ];
  const unread: Partial<Record<string, number>> = {
    [NOTIFICATIONS]: useNewCount(),
    [MESSAGES]: useUnreadMessages(),
  };

  const handleClick = (event: MouseEvent, href: string) => {
    if (!onPressCurrent) {
      if (href === HOME) handleHomeClick(event);
      return;
    }
    if (path !== href || !isPlainClick(event)) return;
    event.preventDefault();
    // Not smoothly, because the drawer covers the feed.
    if (href === HOME) returnToTop({ smooth: false });
    onPressCurrent();
  };

  return (
    <ul className="group/links flex flex-col gap-1 short:gap-0">
      {items.map(({ href, label, icon: Icon }) => {
        const isCurrent = isActiveLink(href, path, ownId, isAdmin);
        const count = unread[href] ?? 0;
        return (
          <li key={href}>
            <Link
              href={href}
              // Screens are rendered per person, so most prefetches would be wasted.
              prefetch={false}
              aria-label={nameWithNew(t(label), count, t)}
              aria-current={isCurrent ? "page" : undefined}
              onClick={(event) => handleClick(event, href)}
              className={cx(
                "relative flex min-h-12 short:min-h-11 items-center gap-3.5 rounded-field px-4 font-medium transition-colors",
                "has-data-pending:bg-soft has-data-pending:text-brand",
                isCurrent
                  ? "bg-soft font-semibold text-brand group-has-data-pending/links:bg-transparent group-has-data-pending/links:text-ink2"
                  : "text-ink2 hover:bg-sunken hover:text-ink",
              )}
            >
              <Icon aria-hidden className="size-5 shrink-0" />
              <span className="min-w-0 flex-1 truncate">{t(label)}</span>
              <PendingMark />
              {href === MODERATION && <WaitingCount place="moderation" />}
              {href === COLLEGE_PEOPLE && <WaitingCount place="college" />}
              <NewCount count={count} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Marks its link with `data-pending` from a press on it until the page is there, so that on a slow
 * network the link lights up at once.
 */
export function PendingMark() {
  return useLinkStatus().pending ? <span data-pending hidden /> : null;
}

/** The logo, as a link to Home. */
export function HomeLink({ className, children }: { className: string; children: ReactNode }) {
  const t = useTranslate();
  return (
    <Link
      href={HOME}
      prefetch={false}
      aria-label={t("{appName}, home", { appName: APP_NAME })}
      onClick={handleHomeClick}
      className={className}
    >
      {children}
    </Link>
  );
}

/**
 * The name of a link that has something new behind it; undefined: its text is its name. It has the
 * count as it is shown: people who speak to their device say what they see.
 */
export const nameWithNew = (label: string, count: number, t: Translate): string | undefined =>
  count > 0 ? t("{label}, {count} new", { label, count: formatBadge(count) }) : undefined;

/** How much is new, in a red dot. Screen readers get it with the link's name (`nameWithNew`). */
export function NewCount({ count, className }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <>
      {/* The text of the link is two words. */}{" "}
      <span
        aria-hidden
        data-dot
        className={cx(
          "grid h-[1.125rem] min-w-[1.125rem] place-items-center rounded-full bg-danger px-1 font-semibold text-[0.6875rem] text-on-danger leading-none tabular-nums",
          className,
        )}
      >
        {formatBadge(count)}
      </span>
    </>
  );
}
