"use client";

import { X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { ComposerForm, ComposerTools } from "@/components/posts/composer/composer";
import { type Composer, useComposer } from "@/components/posts/composer/use-composer";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { ThemeToggle } from "@/components/ui/theme";
import { toast } from "@/components/ui/toast";
import { useAutoFocus } from "@/lib/dom/field-hooks";
import { useVisibleArea } from "@/lib/dom/screen-hooks";
import { useLeaveGuard } from "@/lib/dom/use-leave-guard";
import { translate, useTranslate } from "@/lib/language/translate";
import { type Shared, takeShared } from "@/lib/offline/shared";
import { HOME } from "@/lib/paths";

const DiscardDraftDialog = lazyComponent(() =>
  import("@/components/posts/composer/discard-draft-dialog").then((module) => module.DiscardDraftDialog),
);
const PostButton = lazyComponent(() =>
  import("@/components/posts/composer/composer-details").then((module) => module.PostButton),
);

/**
 * The composer as a page. On phones it fills the screen: Post stays in reach at the top, and the
 * tools stay above the keyboard.
 */
export function CreatePostPage() {
  const t = useTranslate();
  const router = useRouter();
  const composer = useComposer();
  const guard = useLeaveGuard(composer.isUnfinished, { atRisk: composer.isAtRisk });
  const page = useRef<HTMLDivElement>(null);
  useVisibleArea(page);
  useAutoFocus(composer.text.field);
  useShareTarget(composer);
  const [isClosing, setIsClosing] = useState(false);
  const [leavingTo, setLeavingTo] = useState<string>();
  const stay = () => {
    setIsClosing(false);
    guard.stay();
  };
  const target = leavingTo ?? (isClosing ? HOME : guard.target);
  return (
    <div
      ref={page}
      className="card-bleed flex flex-col max-md:fixed max-md:inset-x-0 max-md:top-(--visible-top,0px) max-md:z-40 max-md:h-(--visible-height,100dvh) max-md:border-y-0 max-md:pt-safe max-md:pb-safe max-md:px-safe"
    >
      <header className="flex min-h-14 shrink-0 flex-wrap items-center gap-x-1 border-line border-b px-2 py-1 max-md:pr-3">
        <div className="flex min-w-0 items-center gap-1">
          <IconButton
            label={t("Close")}
            onClick={() => (composer.isUnfinished ? setIsClosing(true) : router.push(HOME))}
          >
            <X />
          </IconButton>
          <h1 className="min-w-0 truncate text-lg">{t("Create Post")}</h1>
        </div>
        {/* From 768px the sidebar has it. */}
        <div className="ml-auto flex items-center gap-1 md:hidden">
          <ThemeToggle />
          <PostButton composer={composer} />
        </div>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 md:p-5">
        <ComposerForm composer={composer} layout="open" />
      </div>
      <footer className="shrink-0 border-line border-t px-4 py-1.5 md:px-5 md:py-3">
        <ComposerTools composer={composer} hasDropArea isPostAbove fallback={<div className="h-11" />} />
      </footer>
      {target && (
        <DiscardDraftDialog
          composer={composer}
          onStay={stay}
          onLoadError={stay}
          onLeave={() => {
            setLeavingTo(target);
            router.push(target);
          }}
        />
      )}
    </div>
  );
}

/**
 * Adds what another app shared (Web Share Target) to the composer: the text to the draft, the
 * pictures and videos as the post's media.
 */
function useShareTarget({ text: caption, media }: Composer): void {
  const add = useEffectEvent((shared: Shared) => {
    if (shared.text) caption.set([caption.value, shared.text].filter(Boolean).join("\n"));
    void media.pick(shared.files);
  });
  useEffect(() => {
    const shared = new URLSearchParams(window.location.search).get("shared");
    if (!shared) return;
    // A reload must not share again.
    window.history.replaceState(null, "", window.location.pathname);
    const receive = async () => {
      const content = shared === "taken" ? await takeShared() : undefined;
      // Apps share into the installed app's window. In a browser tab, the form was submitted by
      // some web page.
      if (content && !window.matchMedia("(display-mode: browser)").matches) add(content);
      else toast.error(translate("What you shared did not arrive. Please choose it here."));
    };
    void receive();
  }, []);
}
