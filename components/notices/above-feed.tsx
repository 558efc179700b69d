"use client";

import { cx } from "@/components/ui/cx";
import { lazyComponent } from "@/components/ui/lazy-component";
import { needsAgreement } from "@/lib/legal/policy";
import type { Notice } from "@/lib/notices/schema";
import { useMe } from "@/lib/profiles/client/queries";
import { wantsChecklist } from "@/lib/profiles/policy";

const FeedNotices = lazyComponent(() =>
  import("@/components/notices/feed-notices").then((module) => module.FeedNotices),
);

/**
 * What is above the feed for the people it concerns; the others load nothing of it. React
 * streams it after the rest of the page: until it is there its rows are reserved, so that the
 * posts stay in place.
 */
export function AboveFeed({ notice, hasPeople }: { notice: Notice | null; hasPeople: boolean }) {
  const me = useMe();
  if (!me) return null;
  const isAsked = needsAgreement(me) || (me.isAdult === null && !me.suspension);
  if (!notice && !wantsChecklist(me) && !isAsked) return null;
  // One thing to do at a time: who has people to join among the posts has the steps after them.
  const stepsStyle = hasPeople && !me.hidesSuggestions ? "max-rail:hidden" : "";
  return (
    <FeedNotices
      notice={notice}
      stepsStyle={stepsStyle}
      fallback={
        <>
          {notice && <div className={ROW} />}
          {wantsChecklist(me) && <div className={cx(ROW, stepsStyle)} />}
        </>
      }
    />
  );
}

const ROW = "card-bleed h-11.5 md:mb-4 md:h-12.5";
