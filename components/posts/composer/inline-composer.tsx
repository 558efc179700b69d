"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ComposerForm } from "@/components/posts/composer/composer";
import { useIsComposerOpen } from "@/components/posts/composer/composer-dialog";
import { useComposer } from "@/components/posts/composer/use-composer";
import { lazyComponent } from "@/components/ui/lazy-component";
import { announce } from "@/lib/dom/announce";
import { isComposing } from "@/lib/dom/composition";
import { isPhone } from "@/lib/dom/screen-hooks";
import { useLeaveGuard } from "@/lib/dom/use-leave-guard";
import { useTranslate } from "@/lib/language/translate";
import { COMPOSE_ON_PHONE } from "@/lib/paths";

const DiscardDraftDialog = lazyComponent(() =>
  import("@/components/posts/composer/discard-draft-dialog").then((module) => module.DiscardDraftDialog),
);
const DraftRow = lazyComponent(() =>
  import("@/components/posts/composer/draft-row").then((module) => module.DraftRow),
);

/**
 * What is on top of the feed: the composer, or one row about a draft that was begun elsewhere. Its
 * content is stored as a draft, so it asks before leaving only while something is not stored yet.
 */
export function InlineComposer() {
  const t = useTranslate();
  /** The draft is being written here, so it stays unfolded. */
  const [isWriting, setIsWriting] = useState(false);
  const composer = useComposer({ onPost: () => setIsWriting(false) });
  const router = useRouter();
  const guard = useLeaveGuard(composer.isAtRisk);
  const [leavingTo, setLeavingTo] = useState<string>();
  const target = leavingTo ?? guard.target;
  const isUnderDialog = useIsComposerOpen();
  useEffect(() => {
    if (isUnderDialog) setIsWriting(false);
  }, [isUnderDialog]);

  const hasDraft = composer.isUnfinished || composer.media.isPreparing;
  const view = isUnderDialog ? "folded" : hasDraft && !isWriting ? "draft" : "composer";
  const root = useRef<HTMLElement>(null);
  /** Escape leaves the text, so that single keys are shortcuts again. */
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || isComposing(event) || !(event.target instanceof Element)) return;
    if (event.target.matches("textarea") && root.current?.contains(event.target))
      root.current.focus({ preventScroll: true });
  };

  const resume = () => {
    if (isPhone()) return router.push(COMPOSE_ON_PHONE);
    flushSync(() => setIsWriting(true));
    composer.text.field.current?.focus();
  };
  const discard = () => {
    composer.discard();
    announce(t("Draft discarded."));
  };
  const start = () => setIsWriting(true);
  const placeholder = <div className="h-11" />;
  return (
    <section
      ref={root}
      aria-label={t("New post")}
      tabIndex={-1}
      onKeyDown={handleKeyDown}
      onChange={start}
      onPaste={start}
      onDrop={start}
      className="card-bleed px-4 py-1.5 md:rounded-t-none md:border-t-0 md:px-5 md:py-3"
    >
      {view === "draft" && (
        <DraftRow fallback={placeholder} composer={composer} onContinue={resume} onDiscard={discard} />
      )}
      {(view === "composer" || view === "folded") && (
        <ComposerForm composer={composer} layout={view === "folded" ? "folded" : "inline"} />
      )}
      {target && (
        <DiscardDraftDialog
          composer={composer}
          onStay={guard.stay}
          onLoadError={guard.stay}
          onLeave={() => {
            setLeavingTo(target);
            router.push(target);
          }}
        />
      )}
    </section>
  );
}
