"use client";

import { ArrowLeft } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ComposerForm } from "@/components/posts/composer/composer";
import { useComposer, useDiscardDraft } from "@/components/posts/composer/use-composer";
import { useShareTarget } from "@/components/posts/composer/use-share-target";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useAutoFocus } from "@/lib/dom/field-hooks";
import { useLeaveGuard } from "@/lib/dom/use-leave-guard";

const DiscardDraftDialog = lazyComponent(() =>
  import("@/components/posts/composer/discard-draft-dialog").then((module) => module.DiscardDraftDialog),
);

const FEED = "/mainfeed";

/** The composer as a page. */
export function CreatePostPage() {
  const router = useRouter();
  const composer = useComposer({ onDone: () => router.push(FEED) });
  const guard = useLeaveGuard(composer.hasContent, { atRisk: composer.isAtRisk });
  const { navigatingTo, leave } = useDiscardDraft(composer);
  useAutoFocus(composer.textarea);
  useShareTarget(composer);
  const [isClosing, setIsClosing] = useState(false);
  const stay = () => {
    setIsClosing(false);
    guard.stay();
  };
  const target = navigatingTo ?? (isClosing ? FEED : guard.target);
  return (
    <div className="card-bleed">
      <header className="flex items-center gap-1 border-line border-b px-2 py-1 md:px-3">
        <IconButton
          label="Back to the feed"
          onClick={() => (composer.hasContent ? setIsClosing(true) : router.push(FEED))}
        >
          <ArrowLeft />
        </IconButton>
        <h1 className="text-lg">Create Post</h1>
      </header>
      <div className="p-4 md:p-5">
        <ComposerForm composer={composer} alwaysOpen />
      </div>
      {target && (
        <DiscardDraftDialog
          onStay={stay}
          onLoadError={stay}
          onLeave={() => leave(target)}
          isPending={navigatingTo !== undefined}
        />
      )}
    </div>
  );
}
