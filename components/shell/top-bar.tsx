"use client";

import { Bell } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { Logo } from "@/components/brand/logo";
import { isCurrentPlace, NOTIFICATIONS_HREF } from "@/components/shell/nav-items";
import { SlideOver } from "@/components/shell/slide-over";
import { UnreadDot } from "@/components/shell/unread-dot";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";
import { displayName } from "@/lib/format/names";
import { useUnreadCount } from "@/lib/notifications/queries";
import { APP_NAME } from "@/lib/product";
import { useMe } from "@/lib/users/queries";

/** Below 768px: the menu behind one's own picture, the way home, and the notifications. */
export function TopBar() {
  const me = useMe();
  const path = usePathname();
  const unread = useUnreadCount();
  const current = isCurrentPlace(NOTIFICATIONS_HREF, path, me?._id);
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-surface pt-safe px-safe md:hidden">
      <div className="flex h-14 items-center justify-between gap-2 px-2.5">
        <SlideOver
          trigger={
            <button
              type="button"
              aria-label="Open menu"
              className="grid size-11 shrink-0 place-items-center rounded-full"
            >
              <Avatar id={me?._id ?? ""} name={displayName(me?.name ?? "")} src={me?.avatar} size="xs" />
            </button>
          }
        />
        <Link
          href="/mainfeed"
          prefetch={false}
          aria-label={`${APP_NAME}, home`}
          className="flex min-h-11 min-w-0 items-center rounded-field px-1"
        >
          <Logo className="min-w-0 gap-2 [&>span]:truncate [&>span]:text-lg [&>svg]:size-6" />
        </Link>
        <Link
          href={NOTIFICATIONS_HREF}
          prefetch={false}
          aria-current={current ? "page" : undefined}
          className={cx(
            "relative grid size-11 shrink-0 place-items-center rounded-full transition-colors",
            current ? "text-brand" : "text-ink",
          )}
        >
          <Bell aria-hidden className="size-5" />
          <span className="sr-only">Notifications </span>
          <UnreadDot count={unread} className="absolute top-2.5 right-2.5 ring-2 ring-surface" />
        </Link>
      </div>
    </header>
  );
}
