"use client";

import { House, type LucideIcon, Plus, Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { type MouseEvent, useEffect, useState } from "react";
import { handleHomeClick, isActiveLink, PendingMark } from "@/components/shell/nav-links";
import { cx } from "@/components/ui/cx";
import { useTranslate } from "@/lib/language/translate";
import { COMPOSE_ON_PHONE, isComposerPage, isConversationPage } from "@/lib/paths";

/**
 * Whether the bar shows: it hides on scrolling down and returns after two upward scroll events
 * (docs/product.md, The shell).
 */
export type BarVisibility = {
  hidden: boolean;
  /** Upward scroll events since the last downward one. */
  upward: number;
  /** The scroll position in pixels. */
  position: number;
};

export const BAR_AT_START: BarVisibility = { hidden: false, upward: 0, position: 0 };

const UPWARD_EVENTS_TO_SHOW = 2;

/** The next state after a scroll event to `target`. `end` is the largest scroll position. */
export function afterScroll(previous: BarVisibility, target: number, end: number): BarVisibility {
  // Overscroll springs back by itself, which is not scrolling.
  const position = Math.min(Math.max(target, 0), Math.max(end, 0));
  if (position === 0) return BAR_AT_START;
  if (position === previous.position) return previous;
  if (position > previous.position) return { hidden: true, upward: 0, position };
  const upward = previous.upward + 1;
  return { hidden: previous.hidden && upward < UPWARD_EVENTS_TO_SHOW, upward, position };
}

/** The bar at the bottom of phones: Home, Create Post and Search. Hides on scrolling down. */
export function BottomBar() {
  const t = useTranslate();
  const hidden = useHiddenByScroll();
  const path = usePathname();
  if (isComposerPage(path) || isConversationPage(path)) return null;
  return (
    <nav
      aria-label={t("Quick access")}
      className={cx(
        "group/links fixed inset-x-0 bottom-0 z-30 border-line border-t bg-surface pb-safe px-safe transition-transform duration-200 focus-within:translate-y-0 md:hidden print:hidden",
        hidden && "translate-y-full",
      )}
    >
      <div className="mx-auto flex h-15 max-w-md items-center justify-between px-[8.5%]">
        <BarLink
          href="/mainfeed"
          label={t("Home")}
          icon={House}
          isCurrent={isActiveLink("/mainfeed", path, undefined)}
          onClick={handleHomeClick}
        />
        <Link
          href={COMPOSE_ON_PHONE}
          prefetch={false}
          aria-label={t("Create Post")}
          className="grid size-11 place-items-center rounded-full bg-brand text-on-brand forced-colors:border transition-[background-color,transform] hover:bg-brand-strong active:scale-95"
        >
          <Plus aria-hidden className="size-5" />
        </Link>
        <BarLink
          href="/search-users"
          label={t("Search")}
          icon={Search}
          isCurrent={path === "/search-users"}
        />
      </div>
    </nav>
  );
}

function BarLink({
  href,
  label,
  icon: Icon,
  isCurrent,
  onClick,
}: {
  href: string;
  label: string;
  icon: LucideIcon;
  isCurrent: boolean;
  onClick?: (event: MouseEvent) => void;
}) {
  return (
    <Link
      href={href}
      prefetch={false}
      aria-current={isCurrent ? "page" : undefined}
      onClick={onClick}
      className={cx(
        "flex min-h-11 min-w-14 flex-col items-center justify-center gap-1 rounded-field font-medium text-[0.6875rem] leading-none transition-colors",
        "has-data-pending:text-brand",
        isCurrent ? "text-brand group-has-data-pending/links:text-ink2" : "text-ink2 hover:text-ink",
      )}
    >
      <Icon aria-hidden className={cx("size-5", isCurrent && "fill-current")} />
      {label}
      <PendingMark />
    </Link>
  );
}

function useHiddenByScroll(): boolean {
  const [state, setState] = useState(BAR_AT_START);
  useEffect(() => {
    const handleScroll = () => {
      const end = document.documentElement.scrollHeight - window.innerHeight;
      setState((previous) => afterScroll(previous, window.scrollY, end));
    };
    window.addEventListener("scroll", handleScroll, { passive: true });
    return () => window.removeEventListener("scroll", handleScroll);
  }, []);
  return state.hidden;
}
