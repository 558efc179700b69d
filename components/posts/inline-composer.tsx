"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense } from "react";
import { ComposerForm } from "@/components/posts/composer";
import { useComposer } from "@/components/posts/use-composer";
import { useLeaveGuard } from "@/lib/hooks/use-leave-guard";

const LeaveQuestion = lazy(() =>
  import("@/components/posts/leave-question").then((module) => ({ default: module.LeaveQuestion })),
);

/** The composer on top of the feed. Its text is a draft that waits; a chosen file would be lost, so that is asked about. */
export function InlineComposer() {
  const router = useRouter();
  const composer = useComposer();
  const guard = useLeaveGuard(composer.hasMedia);
  const { target } = guard;
  return (
    <div className="card-bleed px-4 py-3">
      <ComposerForm composer={composer} />
      {target && (
        <Suspense fallback={null}>
          <LeaveQuestion
            onStay={guard.stay}
            onLeave={() => {
              composer.discard();
              router.push(target);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
