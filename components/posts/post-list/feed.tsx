"use client";

import { Newspaper } from "lucide-react";
import { Activity, type ReactNode, useRef, useState } from "react";
import { InlineComposer } from "@/components/posts/composer/inline-composer";
import { PendingSlot } from "@/components/posts/pending-post/pending-slot";
import { FeedTabs, useFeeds } from "@/components/posts/post-list/feed-tabs";
import { PostList, type PostListHandle } from "@/components/posts/post-list/post-list";
import { EmptyState } from "@/components/ui/empty-state";
import { lazyComponent } from "@/components/ui/lazy-component";
import { ButtonLink } from "@/components/ui/link";
import { HAS_RAIL, useMediaQuery } from "@/lib/dom/screen-hooks";
import { useTranslate } from "@/lib/language/translate";
import { EXPLORE } from "@/lib/paths";
import type { Suggestion } from "@/lib/people-search/schema";
import { feedOptions } from "@/lib/posts/client/queries";
import { FEEDS, type FeedName } from "@/lib/posts/policy";
import { useMe } from "@/lib/profiles/client/queries";
import { CIRCLES_TO_START, hasClass } from "@/lib/profiles/policy";

// Optional: a feed that has just loaded has no newer posts to offer.
const FeedRefresh = lazyComponent(
  () => import("@/components/posts/post-list/feed-refresh").then((module) => module.FeedRefresh),
  { optional: true },
);

// Optional: the feed is complete without it.
const SuggestionsCard = lazyComponent(
  () => import("@/components/circles/suggestions-card").then((module) => module.SuggestionsCard),
  { optional: true },
);

// Optional: the empty state says where else to find people.
const PeopleCards = lazyComponent(
  () => import("@/components/circles/people-cards").then((module) => module.PeopleCards),
  { optional: true },
);

// Only in that tab, and only while it is empty.
const EmptyClass = lazyComponent(() =>
  import("@/components/posts/post-list/empty-class").then((module) => module.EmptyClass),
);

type Props = {
  initial: FeedName;
  /** They come with the page: if they came later, the posts would move. */
  people: Suggestion[];
};

/** The home feeds, with the composer on top. A feed that was open stays as it is, only hidden. */
export function Feed({ initial, people }: Props) {
  const { feed, places, open } = useFeeds(initial);
  const me = useMe();
  // As it was when the feed opened: the card stays where it is while circles are joined in it.
  const [circles] = useState(me?.followingCount ?? CIRCLES_TO_START);
  const isNewcomer = circles === 0;
  // The right column has people to join already.
  const hasRail = useMediaQuery(HAS_RAIL);
  const card = me && circles < CIRCLES_TO_START && !hasRail && !me.hidesSuggestions && people.length > 0 && (
    <SuggestionsCard
      viewerId={me._id}
      people={people}
      isFirst={isNewcomer}
      fallback={<div className="card-bleed h-92 rail:hidden" />}
    />
  );
  const empty = {
    campus: <EmptyCampus />,
    circle: <EmptyCircle hasRail={hasRail} />,
    class: me && <EmptyClass person={me} fallback={<div className="card-bleed h-72" />} />,
  };
  return (
    // `--list-top` is where a post that the keyboard focuses ends up: below the tabs.
    <div className="[--list-top:3.75rem] md:[--list-top:6rem]">
      <FeedTabs feed={feed} onOpen={open} isAlone={Boolean(me?.suspension)} />
      <div className="md:mb-4">{!me?.suspension && <InlineComposer />}</div>
      {FEEDS.map(
        (name) =>
          (name === feed || name in places) && (
            <Activity key={name} mode={name === feed ? "visible" : "hidden"}>
              {name === "class" && me && !hasClass(me) ? (
                empty.class
              ) : (
                <FeedList
                  feed={name}
                  empty={empty[name]}
                  // An empty circle has people to join already.
                  interlude={(!isNewcomer || name === "campus") && card}
                />
              )}
            </Activity>
          ),
      )}
    </div>
  );
}

const LABELS: Record<FeedName, string> = {
  campus: "Posts",
  circle: "Posts of your circle",
  class: "Posts of your class",
};

type ListProps = { feed: FeedName; empty: ReactNode; interlude: ReactNode };

function FeedList({ feed, empty, interlude }: ListProps) {
  const t = useTranslate();
  const list = useRef<PostListHandle>(null);
  return (
    <div>
      <FeedRefresh feed={feed} onLoaded={(postId) => list.current?.focus(postId)} />
      <PostList
        ref={list}
        options={feedOptions(feed)}
        label={t(LABELS[feed])}
        empty={empty}
        pending={<PendingSlot />}
        interlude={interlude}
      />
    </div>
  );
}

/** The campus before anyone has posted. */
function EmptyCampus() {
  const t = useTranslate();
  return (
    <div className="card-bleed">
      <EmptyState
        icon={Newspaper}
        title={t("Your campus is quiet so far")}
        action={<ButtonLink href="/create-post">{t("Create the first post")}</ButtonLink>}
      >
        {t("Share a photo or video, and everyone sees it here.")}
      </EmptyState>
    </div>
  );
}

/** The circle of someone who has joined no one, or no one who posts. */
function EmptyCircle({ hasRail }: { hasRail: boolean }) {
  const t = useTranslate();
  return (
    <div className="flex flex-col gap-2 md:gap-4">
      <div className="card-bleed">
        <EmptyState
          icon={Newspaper}
          title={t("Your circle is quiet so far")}
          action={<ButtonLink href={EXPLORE}>{t("Find people to join")}</ButtonLink>}
        >
          {t("Join someone's circle, and their posts show up here.")}
        </EmptyState>
      </div>
      {!hasRail && <PeopleCards />}
    </div>
  );
}
