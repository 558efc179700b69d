"use client";

import { Bell, type LucideIcon, Mail } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { Logo } from "@/components/brand/logo";
import { HomeLink, isActiveLink, NewCount, nameWithNew, PendingMark } from "@/components/shell/nav-links";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";
import { lazyComponent } from "@/components/ui/lazy-component";
import { ThemeToggle } from "@/components/ui/theme";
import { useTranslate } from "@/lib/language/translate";
import { useUnreadMessages } from "@/lib/messages/client/queries";
import { useNewCount } from "@/lib/notifications/client/queries";
import { isComposerPage, isConversationPage, MESSAGES, NOTIFICATIONS } from "@/lib/paths";
import { useMe } from "@/lib/profiles/client/queries";

const SlideOver = lazyComponent(() =>
  import("@/components/shell/slide-over").then((module) => module.SlideOver),
);

/** A control of the bar. All five fit the smallest phone, also with text at twice its size. */
const CONTROL_WIDTH = "w-[min(2.75rem,14vw)]";

/**
 * The bar at the top of phones: the menu behind the viewer's avatar, the logo, the theme, messages
 * and notifications.
 */
export function TopBar() {
  const t = useTranslate();
  const me = useMe();
  const path = usePathname();
  // The path on which the menu was opened, so that any change of route closes it.
  const [openedOn, setOpenedOn] = useState<string | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  if (openedOn !== null && !wasOpened) setWasOpened(true);
  // Reset at once: otherwise returning to that path would open the menu again.
  if (openedOn !== null && openedOn !== path) setOpenedOn(null);
  const isOpen = openedOn === path;
  const newCount = useNewCount();
  const unreadMessages = useUnreadMessages();
  if (isComposerPage(path) || isConversationPage(path)) return null;
  return (
    // It scrolls away with the page, whose own head stays, and comes back with the keyboard's focus.
    <header className="top-0 z-30 overflow-x-clip border-line border-b bg-surface pt-safe px-safe has-focus-visible:sticky md:hidden print:hidden">
      <div aria-hidden className="fixed inset-x-0 top-0 z-30 h-[env(safe-area-inset-top)] bg-surface" />
      <div className="@container flex h-12 items-center justify-between gap-2 px-2.5">
        <button
          type="button"
          aria-label={t("Open menu")}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpenedOn(path)}
          className={cx("grid size-11 shrink-0 place-items-center rounded-full", CONTROL_WIDTH)}
        >
          <Avatar
            id={me?._id ?? ""}
            name={me?.name ?? ""}
            src={me?.avatar}
            size="xs"
            className="size-[min(2rem,12vw)]"
          />
        </button>
        {wasOpened && (
          <SlideOver
            open={isOpen}
            onOpenChange={(next) => setOpenedOn(next ? path : null)}
            onLoadError={() => {
              setOpenedOn(null);
              setWasOpened(false);
            }}
          />
        )}
        <HomeLink className="flex min-h-11 min-w-[min(2.75rem,14vw)] items-center rounded-field px-1">
          {/* The name takes what room is left; the smallest phones and large text leave none. */}
          <Logo className="min-w-0 gap-2 [&>span]:truncate [&>span]:text-base xs:[&>span]:text-lg @max-[22rem]:[&>span]:hidden [&>svg]:size-6" />
        </HomeLink>
        <div className="flex shrink-0">
          <ThemeToggle className={cx("text-ink!", CONTROL_WIDTH)} />
          <BarLink href={MESSAGES} label={t("Messages")} icon={Mail} unread={unreadMessages} path={path} />
          <BarLink
            href={NOTIFICATIONS}
            label={t("Notifications")}
            icon={Bell}
            unread={newCount}
            path={path}
          />
        </div>
      </div>
    </header>
  );
}

type BarLinkProps = { href: string; label: string; icon: LucideIcon; unread: number; path: string };

function BarLink({ href, label, icon: Icon, unread, path }: BarLinkProps) {
  const t = useTranslate();
  const isCurrent = isActiveLink(href, path, undefined);
  return (
    <Link
      href={href}
      prefetch={false}
      aria-label={nameWithNew(label, unread, t)}
      aria-current={isCurrent ? "page" : undefined}
      className={cx(
        "relative grid size-11 place-items-center rounded-full transition-colors has-data-pending:text-brand",
        CONTROL_WIDTH,
        isCurrent ? "text-brand" : "text-ink",
      )}
    >
      <Icon aria-hidden className="size-5" />
      <PendingMark />
      <span className="sr-only">{label}</span>
      {/* Its left edge stays where it is: the number grows away from the icon. */}
      <NewCount count={unread} className="absolute bottom-1/2 left-1/2 ring-2 ring-surface" />
    </Link>
  );
}
