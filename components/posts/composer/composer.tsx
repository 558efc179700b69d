"use client";

import { ImagePlus } from "lucide-react";
import { type ClipboardEvent, type DragEvent, type FormEvent, type KeyboardEvent, useRef } from "react";
import type { Composer } from "@/components/posts/composer/use-composer";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton } from "@/components/ui/skeleton";

const ComposerDetails = lazyComponent(() =>
  import("@/components/posts/composer/composer-details").then((module) => module.ComposerDetails),
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

/**
 * The composer form. On top of the feed it is one line that expands once it has text or media. The
 * modal and the page set `alwaysOpen`.
 */
export function ComposerForm({ composer, alwaysOpen = false }: { composer: Composer; alwaysOpen?: boolean }) {
  const { me, text, isPending, isDone } = composer;
  const picker = useRef<HTMLInputElement>(null);
  const isOpen = alwaysOpen || composer.isExpanded;
  const openPicker = () => picker.current?.click();

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    composer.submit();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    composer.submit();
  };
  const handlePaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    void composer.pick(event.clipboardData.files);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    void composer.pick(event.dataTransfer.files);
  };
  return (
    <form
      aria-label="Create post"
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
      onPaste={handlePaste}
      onDrop={handleDrop}
      onPointerEnter={ComposerDetails.preload}
      onFocus={ComposerDetails.preload}
      className="relative flex flex-col gap-3"
    >
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
          <div className="col-span-2 flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1">
            <p className="truncate font-semibold">{me.name}</p>
            <VisibilitySelect disabled={isPending || isDone} />
          </div>
        )}
        <textarea
          ref={composer.textarea}
          aria-label={PROMPT}
          aria-invalid={composer.isTooLong || undefined}
          placeholder={PROMPT}
          rows={1}
          value={text}
          readOnly={isPending || isDone}
          onChange={(event) => composer.setText(event.target.value)}
          className={cx(
            "text-field field-sizing-content max-h-80 w-full resize-none rounded-[1.375rem] bg-sunken px-3.5 py-2.5 placeholder:truncate md:px-4 max-[22rem]:placeholder:text-label/6",
            isOpen ? "col-span-full min-h-24" : "col-start-2 min-h-11",
          )}
        />
        {!isOpen && (
          <IconButton tone="brand" label="Add a photo or video" className="-mr-2.5" onClick={openPicker}>
            <ImagePlus />
          </IconButton>
        )}
      </div>
      <input
        ref={picker}
        type="file"
        accept="image/*,video/*"
        hidden
        onChange={(event) => {
          void composer.pick([...(event.target.files ?? [])]);
          // Allows the same file to be chosen again after it was removed.
          event.target.value = "";
        }}
      />
      {isOpen && (
        <ComposerDetails
          fallback={alwaysOpen && <Skeleton className="h-44 w-full" />}
          composer={composer}
          onOpenPicker={openPicker}
          isRoomy={alwaysOpen}
        />
      )}
      <DropTarget />
    </form>
  );
}
