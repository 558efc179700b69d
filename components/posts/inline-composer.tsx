"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { ComposerForm } from "@/components/posts/composer";
import { useComposer } from "@/components/posts/use-composer";
import { useLeaveGuard } from "@/lib/hooks/use-leave-guard";

const LeaveQuestion = dynamic(() => import("@/components/posts/leave-question").then((m) => m.LeaveQuestion));

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
        <LeaveQuestion
          onStay={guard.stay}
          onLeave={() => {
            composer.discard();
            router.push(target);
          }}
        />
      )}
    </div>
  );
}
