"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { type MouseEvent, useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import { cx } from "@/components/ui/cx";
import { useTranslate } from "@/lib/language/translate";
import { cachedPageTime } from "@/lib/offline/client/connection";
import { HOME } from "@/lib/paths";
import { postsKeys } from "@/lib/posts/client/cache";
import { isPlainClick, returnToTop } from "@/lib/posts/client/feed-top";
import { FEEDS, type FeedName, feedNamed } from "@/lib/posts/policy";
import { rememberFeed } from "@/lib/sessions/marker-cookies";

const NAMES: Record<FeedName, string> = { campus: "Campus", circle: "My circle", class: "My class" };

const pathOf = (feed: FeedName) => `${HOME}?feed=${feed}`;

const subscribeToNothing = () => () => {};

/**
 * Which of the feeds is open: the one that the address names, and without a name `initial`. Home
 * opens it again. `places` are the scroll positions of the feeds that were open before.
 */
export function useFeeds(initial: FeedName) {
  const client = useQueryClient();
  const address = useSearchParams().get("feed");
  // A page that was stored to be read offline may hold another feed than its address names. Without
  // a connection that one is all there is.
  const isMissing = (name: FeedName | undefined) =>
    name !== undefined &&
    !navigator.onLine &&
    cachedPageTime() !== undefined &&
    !client.getQueryData(postsKeys.feed(name));
  const named = useSyncExternalStore(
    subscribeToNothing,
    () => (isMissing(feedNamed(address)) ? initial : feedNamed(address)),
    () => initial,
  );
  const [chosen, setChosen] = useState<FeedName>();
  const [places, setPlaces] = useState<Partial<Record<FeedName, number>>>({});
  const feed = chosen ?? named ?? initial;

  const followAddress = useEffectEvent(() => {
    // The parameter above lags behind quick presses.
    const current = feedNamed(new URLSearchParams(window.location.search).get("feed"));
    if (!current) return;
    // It stays when the connection is back: nothing changes under the reader.
    if (current !== chosen && isMissing(current)) return setChosen(initial);
    rememberFeed(current);
    if (current !== feed) setChosen(current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the address changes
  useEffect(() => followAddress(), [address]);

  const open = (next: FeedName) => {
    if (next === feed) return returnToTop();
    const place = window.scrollY;
    window.history.replaceState(null, "", pathOf(next));
    // At once, because a list has to be on the page before it can be scrolled.
    flushSync(() => {
      setPlaces({ ...places, [feed]: place });
      setChosen(next);
    });
    window.scrollTo({ top: places[next] ?? 0, behavior: "instant" });
  };
  return { feed, places, open };
}

type TabsProps = {
  feed: FeedName;
  onOpen: (feed: FeedName) => void;
  /** There is no composer below, with which the tabs are one card. */
  isAlone: boolean;
};

/** Links to the feeds, which stay in sight; a press on the current one goes to its top. */
export function FeedTabs({ feed, onOpen, isAlone }: TabsProps) {
  const t = useTranslate();
  const handleClick = (event: MouseEvent, name: FeedName) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onOpen(name);
  };
  return (
    <nav
      aria-label={t("Feeds")}
      data-feed-tabs
      // The padding covers what scrolls away above the card.
      className="top-[env(safe-area-inset-top)] z-20 tall:sticky md:top-0 md:-mt-4 md:bg-bg md:pt-4"
    >
      <ul
        className={cx(
          "flex border-line border-b bg-surface md:gap-1 md:rounded-t-card md:border md:p-1.5",
          isAlone && "md:rounded-b-card",
        )}
      >
        {FEEDS.map((name) => (
          <li key={name} className="flex-1">
            <a
              href={pathOf(name)}
              aria-current={name === feed ? "page" : undefined}
              onClick={(event) => handleClick(event, name)}
              className="flex h-full min-h-11 items-center justify-center px-1 py-0.5 text-center font-semibold text-ink2 text-label leading-tight transition-colors hover:text-ink aria-[current]:text-brand max-md:aria-[current]:shadow-[inset_0_-2px_var(--brand)] md:rounded-field md:aria-[current]:bg-soft"
            >
              {t(NAMES[name])}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
