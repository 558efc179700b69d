"use client";

import { usePathname, useSelectedLayoutSegment } from "next/navigation";
import type { ReactNode } from "react";
import { isActiveLink } from "@/components/shell/nav-links";
import { cx } from "@/components/ui/cx";
import { lazyComponent } from "@/components/ui/lazy-component";
import { HAS_RAIL, useMediaQuery } from "@/lib/dom/screen-hooks";
import { useTranslate } from "@/lib/language/translate";
import {
  COLLEGE_PEOPLE,
  COMPOSE_OFFLINE,
  COMPOSE_ON_PHONE,
  CREATE_NOTIFICATION,
  EDIT_PROFILE,
  MESSAGES,
  MODERATION,
  SETTINGS,
} from "@/lib/paths";

/** They and the pages below them cover its space, as a post does: they are marked `data-wide`. */
const WIDE = [SETTINGS, MESSAGES, MODERATION, COLLEGE_PEOPLE];

/** One writes there: what else goes on around campus would be in the way. */
const QUIET = [COMPOSE_OFFLINE, COMPOSE_ON_PHONE, CREATE_NOTIFICATION, EDIT_PROFILE];

function useHasRail(): boolean {
  const path = usePathname();
  // By the route: the path is also a post's while that is shown over a profile.
  if (useSelectedLayoutSegment() === "post") return false;
  return !QUIET.includes(path) && !WIDE.some((href) => isActiveLink(href, path, undefined));
}

/** The right column from 1200px: its own cards, then `children`. */
export function Rail({ id, children }: { id: string; children?: ReactNode }) {
  const t = useTranslate();
  if (!useHasRail()) return null;
  return (
    <aside
      id={id}
      tabIndex={-1}
      aria-label={t("Around campus")}
      className="sticky top-0 hidden max-h-dvh w-80 flex-col gap-4 self-start overflow-y-auto py-6 outline-none scrollbar-none rail:not-print:flex"
    >
      <RailCards />
      {children}
    </aside>
  );
}

/** Skips the feed, which has no end. */
export function SkipToRail({ to }: { to: string }) {
  const t = useTranslate();
  return (
    useHasRail() && (
      <SkipLink to={to} className="hidden rail:block">
        {t("Skip to search and suggestions")}
      </SkipLink>
    )
  );
}

/** A link for the keyboard, at the top of the page. Shows while it has the focus. */
export function SkipLink({ to, className, children }: { to: string; className?: string; children: string }) {
  return (
    <a
      href={`#${to}`}
      // Not by the fragment: with one in the address, closing a menu would lead there again.
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(to)?.focus();
      }}
      className={cx(
        "fixed top-[calc(0.5rem+env(safe-area-inset-top))] left-[calc(0.5rem+env(safe-area-inset-left))] z-60 -translate-y-[calc(100%+1rem+env(safe-area-inset-top))] rounded-full bg-brand px-5 py-2.5 font-semibold text-on-brand transition-transform focus-visible:translate-y-0",
        className,
      )}
    >
      {children}
    </a>
  );
}

const SidebarWidgets = lazyComponent(
  () => import("@/components/shell/sidebar-widgets").then((module) => module.SidebarWidgets),
  { optional: true },
);

/** The content of the rail. Narrower screens load none of it. */
function RailCards() {
  const path = usePathname();
  return useMediaQuery(HAS_RAIL) && <SidebarWidgets path={path} />;
}
