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
 * The places of the app, one below the other. `onHere` is told when the place is the one already on
 * screen.
 */
export function NavLinks({ replace = false, onHere }: { replace?: boolean; onHere?: () => void }) {
  const path = usePathname();
  const ownId = useMe()?._id;
  const unread = useUnreadCount();

  const press = (event: MouseEvent, href: string) => {
    if (!onHere || path !== href) return;
    event.preventDefault();
    onHere();
  };

  return (
    <ul className="flex flex-col gap-1">
      {NAV_ITEMS.map(({ href, label, icon: Icon }) => {
        const current = isActiveLink(href, path, ownId);
        return (
          <li key={href}>
            <Link
              href={href}
              replace={replace}
              // Every screen is rendered for the person who opens it: ahead of time would mostly be
              // for nothing.
              prefetch={false}
              aria-current={current ? "page" : undefined}
              onClick={(event) => press(event, href)}
              className={cx(
                "flex min-h-12 items-center gap-3.5 rounded-field px-4 font-medium transition-colors",
                current ? "bg-soft font-semibold text-brand" : "text-ink2 hover:bg-sunken hover:text-ink",
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
