"use client";

import { ImagePlus } from "lucide-react";
import type { ClipboardEvent, DragEvent, FormEvent, KeyboardEvent } from "react";
import { Mentions } from "@/components/mentions/mentions";
import type { Composer } from "@/components/posts/composer/use-composer";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton } from "@/components/ui/skeleton";
import { pastedFiles } from "@/lib/dom/clipboard";
import { isComposing } from "@/lib/dom/composition";
import { useTranslate } from "@/lib/language/translate";

const ComposerDetails = lazyComponent(() =>
  import("@/components/posts/composer/composer-details").then((module) => module.ComposerDetails),
);

/** The tools of an open composer, and Post. */
export const ComposerTools = lazyComponent(() =>
  import("@/components/posts/composer/composer-details").then((module) => module.ComposerTools),
);

const VisibilitySelect = lazyComponent(
  () => import("@/components/posts/composer/composer-details").then((module) => module.VisibilitySelect),
  // Optional: it has a single choice.
  { optional: true },
);
const DropTarget = lazyComponent(
  () => import("@/components/uploads/drop-target").then((module) => module.DropTarget),
  // Optional: dropping works without the highlight.
  { optional: true },
);

export const PROMPT = "What's happening on campus?";

type Props = {
  composer: Composer;
  /**
   * `inline`: one line that expands once it has text or media, with its tools. `folded`: that line
   * without its content, while the composer is open elsewhere. `open`: always expanded; its owner
   * places `ComposerTools` where they don't scroll away.
   */
  layout?: "inline" | "folded" | "open";
};

/** The form of a composer. */
export function ComposerForm({ composer, layout = "inline" }: Props) {
  const t = useTranslate();
  const isFolded = layout === "folded";
  const isOpen = layout === "open" || (!isFolded && composer.isExpanded);

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    composer.sending.submit();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    composer.sending.submit();
  };
  const handlePaste = (event: ClipboardEvent) => {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    void composer.media.pick(files);
  };
  const handleDrop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void composer.media.pick(event.dataTransfer.files);
  };
  return (
    <form
      id={composer.formId}
      aria-label={t("Create post")}
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
      onPaste={handlePaste}
      onDrop={handleDrop}
      onPointerEnter={ComposerDetails.preload}
      onFocus={ComposerDetails.preload}
      className="relative flex flex-col gap-3"
    >
      <Writing composer={composer} isOpen={isOpen} isFolded={isFolded} isScrolled={layout === "inline"} />
      <input
        ref={composer.media.picker}
        type="file"
        // Some systems don't count these among pictures and videos.
        accept="image/*,video/*,.heic,.heif,.mkv"
        multiple
        hidden
        onChange={(event) => {
          void composer.media.pick([...(event.target.files ?? [])]);
          // Allows the same file to be chosen again after it was removed.
          event.target.value = "";
        }}
      />
      {isOpen && (
        <ComposerDetails
          fallback={layout === "open" && <Skeleton className="h-44 w-full" />}
          composer={composer}
          hasDropArea={layout === "open"}
        />
      )}
      {isOpen && layout === "inline" && <ComposerTools composer={composer} />}
      {!isFolded && <DropTarget />}
    </form>
  );
}

type WritingProps = { composer: Composer; isOpen: boolean; isFolded: boolean; isScrolled: boolean };

/** Whose post it is, and its text, which is at most 20rem high where it is scrolled. */
function Writing({ composer, isOpen, isFolded, isScrolled }: WritingProps) {
  const t = useTranslate();
  const { me, text } = composer;
  return (
    <div
      className={cx(
        "grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-3 md:gap-x-3",
        !isOpen && "max-[22rem]:gap-x-0",
      )}
    >
      {me ? (
        // Hidden on the narrowest phones: the prompt needs the room, and the top bar has the
        // picture, too.
        <Avatar id={me._id} name={me.name} src={me.avatar} className={isOpen ? "" : "max-[22rem]:hidden"} />
      ) : (
        <Skeleton className="size-10 rounded-full" />
      )}
      {isOpen && me && (
        <div className="col-span-2 flex min-w-0 flex-col items-start">
          <p className="max-w-full truncate font-semibold">{me.name}</p>
          <VisibilitySelect />
        </div>
      )}
      <textarea
        ref={text.field}
        aria-label={t(PROMPT)}
        aria-invalid={text.isTooLong || undefined}
        aria-describedby={isOpen ? `${composer.formId}-counter` : undefined}
        placeholder={t(PROMPT)}
        rows={1}
        value={isFolded ? "" : text.value}
        readOnly={isFolded}
        onChange={(event) => text.set(event.target.value)}
        className={cx(
          "text-field field-sizing-content w-full resize-none rounded-[1.375rem] bg-sunken focus-visible:-outline-offset-2 px-3.5 py-2.5 placeholder:truncate md:px-4 max-xs:placeholder:text-label/6",
          isOpen ? "col-span-full min-h-24" : "col-start-2 min-h-11",
          isScrolled && "max-h-80",
        )}
      />
      {!isFolded && <Mentions field={text.field} text={text.value} />}
      {!isOpen && (
        <IconButton
          tone="brand"
          label={t("Add a photo or video")}
          className="-mr-2.5"
          onClick={composer.media.openPicker}
        >
          <ImagePlus />
        </IconButton>
      )}
    </div>
  );
}
