"use client";

import { ComposerForm } from "@/components/posts/composer/composer";
import { useComposer, useDiscardDraft } from "@/components/posts/composer/use-composer";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useLeaveGuard } from "@/lib/dom/use-leave-guard";

const DiscardDraftDialog = lazyComponent(() =>
  import("@/components/posts/composer/discard-draft-dialog").then((module) => module.DiscardDraftDialog),
);

/**
 * The composer on top of the feed. Its content is stored as a draft, so it asks before leaving only
 * while something is not stored yet.
 */
export function InlineComposer() {
  const composer = useComposer();
  const guard = useLeaveGuard(composer.isAtRisk);
  const { navigatingTo, leave } = useDiscardDraft(composer);
  const target = navigatingTo ?? guard.target;
  return (
    <div className="card-bleed px-4 py-3 md:px-5">
      <ComposerForm composer={composer} />
      {target && (
        <DiscardDraftDialog
          onStay={guard.stay}
          onLoadError={guard.stay}
          onLeave={() => leave(target)}
          isPending={navigatingTo !== undefined}
        />
      )}
    </div>
  );
}
