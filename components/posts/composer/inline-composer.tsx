"use client";

import { ComposerForm } from "@/components/posts/composer/composer";
import { useComposer } from "@/components/posts/composer/use-composer";
import { useLeavePost } from "@/components/posts/composer/use-leave-post";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useLeaveGuard } from "@/lib/dom/use-leave-guard";

const LeaveQuestion = lazyComponent(() =>
  import("@/components/posts/composer/leave-question").then((module) => module.LeaveQuestion),
);

/**
 * The composer on top of the feed. What is in it waits as a draft; leaving is asked about only
 * while that is not safe.
 */
export function InlineComposer() {
  const composer = useComposer();
  const guard = useLeaveGuard(composer.isAtRisk);
  const { goneTo, leave } = useLeavePost(composer);
  const target = goneTo ?? guard.target;
  return (
    <div className="card-bleed px-4 py-3 md:px-5">
      <ComposerForm composer={composer} />
      {target && (
        <LeaveQuestion
          onStay={guard.stay}
          onLoadError={guard.stay}
          onLeave={() => leave(target)}
          isLeaving={goneTo !== undefined}
        />
      )}
    </div>
  );
}
