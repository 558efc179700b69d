"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { MouseEvent } from "react";
import { isActiveLink, NAV_ITEMS } from "@/components/shell/nav-items";
import { UnreadDot } from "@/components/shell/unread-dot";
import { cx } from "@/components/ui/cx";
import { useUnreadCount } from "@/lib/notifications/client/queries";
import { NOTIFICATIONS } from "@/lib/paths";
import { useMe } from "@/lib/profiles/client/queries";

/**
 * The vertical list of navigation links. With `onPressCurrent`, a press on the current page's link
 * calls it instead of navigating.
 */
export function NavLinks({
  replace = false,
  onPressCurrent,
}: {
  replace?: boolean;
  onPressCurrent?: () => void;
}) {
  const path = usePathname();
  const ownId = useMe()?._id;
  const unread = useUnreadCount();

  const handleClick = (event: MouseEvent, href: string) => {
    if (!onPressCurrent || path !== href) return;
    event.preventDefault();
    onPressCurrent();
  };

  return (
    <ul className="flex flex-col gap-1">
      {NAV_ITEMS.map(({ href, label, icon: Icon }) => {
        const isCurrent = isActiveLink(href, path, ownId);
        return (
          <li key={href}>
            <Link
              href={href}
              replace={replace}
              // Screens are rendered per person, so most prefetches would be wasted.
              prefetch={false}
              aria-current={isCurrent ? "page" : undefined}
              onClick={(event) => handleClick(event, href)}
              className={cx(
                "flex min-h-12 items-center gap-3.5 rounded-field px-4 font-medium transition-colors",
                isCurrent ? "bg-soft font-semibold text-brand" : "text-ink2 hover:bg-sunken hover:text-ink",
              )}
            >
              <Icon aria-hidden className="size-5 shrink-0" />
              <span className="min-w-0 flex-1 truncate">{label}</span>
              {href === NOTIFICATIONS && <UnreadDot count={unread} />}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
