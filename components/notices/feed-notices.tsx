import { AgeRow } from "@/components/accounts/age-form";
import { Agreement } from "@/components/legal/agreement-card";
import { NoticeCard } from "@/components/notices/notice-card";
import { FirstSteps } from "@/components/profiles/first-steps-checklist";
import type { Notice } from "@/lib/notices/schema";

/** A notice, what has to be answered, and the first steps, above the feed. */
export function FeedNotices({ notice, stepsStyle }: { notice: Notice | null; stepsStyle: string }) {
  return (
    <>
      {notice && <NoticeCard key={notice._id} notice={notice} />}
      <Agreement />
      <AgeRow />
      <div className={stepsStyle}>
        <FirstSteps />
      </div>
    </>
  );
}
