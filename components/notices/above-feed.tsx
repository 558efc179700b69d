"use client";

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
export function AboveFeed({ notice }: { notice: Notice | null }) {
  const me = useMe();
  if (!me) return null;
  const isAsked = needsAgreement(me) || (me.isAdult === null && !me.suspension);
  const rows = Number(notice !== null) + Number(wantsChecklist(me));
  if (rows === 0 && !isAsked) return null;
  return <FeedNotices notice={notice} fallback={ROWS.slice(0, rows)} />;
}

const ROWS = ["notice", "checklist"].map((key) => (
  <div key={key} className="card-bleed h-11.5 md:mb-4 md:h-12.5" />
));
