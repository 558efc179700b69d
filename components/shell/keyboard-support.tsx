"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { openComposerDialog } from "@/components/posts/composer/composer-dialog";
import { lazyComponent } from "@/components/ui/lazy-component";
import { focusNow } from "@/lib/dom/next-field";
import { preserveFocus } from "@/lib/dom/preserve-focus";
import { isPhone } from "@/lib/dom/screen-hooks";
import { asksBeforeLeaving } from "@/lib/dom/use-leave-guard";
import { isTyping, once, useShortcuts } from "@/lib/dom/use-shortcuts";
import {
  COMPOSE,
  COMPOSE_ON_PHONE,
  EXPLORE,
  HOME,
  isComposerPage,
  MESSAGES,
  MODERATION,
  NOTIFICATIONS,
  OWN_PROFILE,
} from "@/lib/paths";

const ShortcutsDialog = lazyComponent(() =>
  import("@/components/shell/shortcuts-dialog").then((module) => module.ShortcutsDialog),
);

/**
 * What the keyboard can do on every screen: shortcuts, leaving a list that never ends, and a focus
 * that is not lost. Rendered once, after the page has loaded.
 */
export function KeyboardSupport() {
  const router = useRouter();
  const path = usePathname();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const closeHelp = () => setIsHelpOpen(false);
  const leaveTo = (to: string) => {
    if (!asksBeforeLeaving(to)) router.push(to);
  };
  const go = (to: string) => once(() => leaveTo(to));
  useShortcuts({
    n: once(() => {
      if (path === COMPOSE || isComposerPage(path)) return;
      if (isPhone()) leaveTo(COMPOSE_ON_PHONE);
      else openComposerDialog();
    }),
    "/": once(() => {
      if (!focusNow("search")) leaveTo(EXPLORE);
    }),
    "?": once(() => setIsHelpOpen(true)),
    "g h": go(HOME),
    "g e": go(EXPLORE),
    "g n": go(NOTIFICATIONS),
    "g m": go(MESSAGES),
    "g p": go(OWN_PROFILE),
  });
  useEffect(preserveFocus, []);
  useEffect(() => {
    window.addEventListener("keydown", leaveFeed);
    return () => window.removeEventListener("keydown", leaveFeed);
  }, []);
  const isModeration = path.startsWith(MODERATION);
  return (
    isHelpOpen && <ShortcutsDialog isModeration={isModeration} onClose={closeHelp} onLoadError={closeHelp} />
  );
}

/**
 * A feed loads more for as long as one tabs through it, so Ctrl+End goes to what follows it and
 * Ctrl+Home to what comes before it, as the ARIA feed pattern asks. Both scroll as usual.
 */
function leaveFeed(event: KeyboardEvent): void {
  if (!event.ctrlKey || event.altKey || event.shiftKey || event.defaultPrevented || isTyping(event)) return;
  if (!(event.target instanceof Element) || !event.target.closest("[role=feed]")) return;
  const main = event.target.closest<HTMLElement>("main");
  if (event.key === "Home") main?.focus({ preventScroll: true });
  if (event.key !== "End") return;
  const next = main?.nextElementSibling;
  // Narrow screens have nothing next to the feed.
  if (!(next instanceof HTMLElement) || !next.checkVisibility()) return;
  event.preventDefault();
  next.focus({ preventScroll: true });
}
