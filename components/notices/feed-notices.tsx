"use client";

import { lazyComponent } from "@/components/ui/lazy-component";
import { needsAgreement } from "@/lib/legal/policy";
import type { Notice } from "@/lib/notices/schema";
import { useMe } from "@/lib/profiles/client/queries";

// Optional: the feed is complete without them, and they show again with the next page.
const NoticeCard = lazyComponent(
  () => import("@/components/notices/notice-card").then((module) => module.NoticeCard),
  { optional: true },
);
const AgreementCard = lazyComponent(
  () => import("@/components/legal/agreement-card").then((module) => module.AgreementCard),
  { optional: true },
);

/**
 * What stands above the feed until a person has dealt with it. It comes with the page, so that no
 * post moves, and its code only where there is something.
 */
export function FeedNotices({ notice }: { notice: Notice | null }) {
  const me = useMe();
  return (
    <>
      {notice && <NoticeCard key={notice._id} notice={notice} />}
      {me && needsAgreement(me) && <AgreementCard me={me} />}
    </>
  );
}
