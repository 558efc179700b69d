"use client";

import { CircleAlert, Film } from "lucide-react";
import type { ChosenMedia } from "@/components/posts/composer/chosen-media";
import type { PublishState } from "@/components/posts/composer/publishing";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress";

type Props = {
  state: PublishState;
  items: readonly ChosenMedia[];
  onRetry: () => void;
  /** Ends the upload, or dismisses its failure. The post is a draft again. */
  onCancel: () => void;
};

/** How far a post is that is being uploaded, or why it failed, on top of the feed. */
export function UploadRow({ state, items, onRetry, onCancel }: Props) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-end gap-x-3 gap-y-1">
      <Thumbnail items={items} />
      {state.phase === "working" && (
        <>
          <div className="flex min-w-32 flex-1 flex-col gap-1.5">
            <p className="flex justify-between gap-3 text-label">
              <span role="status" className="min-w-0 truncate font-medium">
                {state.step}
              </span>
              <span className="text-ink2 tabular-nums">{Math.round(state.progress)}%</span>
            </p>
            <ProgressBar value={state.progress} label="Upload progress" />
          </div>
          {state.canCancel && (
            <Button variant="ghost" size="sm" className="-mr-2 px-3" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </>
      )}
      {state.phase === "failed" && (
        <>
          <p role="alert" className="flex min-w-40 flex-1 gap-2 font-medium text-danger text-label">
            <CircleAlert aria-hidden className="mt-px size-5 shrink-0" />
            {state.message}
          </p>
          <span className="flex gap-1">
            <Button variant="soft" size="sm" onClick={onRetry}>
              Retry
            </Button>
            <Button variant="ghost" size="sm" className="-mr-2 px-3" onClick={onCancel}>
              Cancel
            </Button>
          </span>
        </>
      )}
    </div>
  );
}

/** The first of the media, and how many there are. */
function Thumbnail({ items }: { items: readonly ChosenMedia[] }) {
  const [first] = items;
  return (
    <span className="relative grid size-11 shrink-0 place-items-center overflow-hidden rounded-lg bg-sunken text-ink2">
      {first?.phase === "ready" && first.mediaType === "image" ? (
        <img src={first.media.objectUrl} alt="" className="size-full object-cover" />
      ) : (
        <Film aria-hidden className="size-5" />
      )}
      {items.length > 1 && (
        <span
          aria-hidden
          className="absolute right-0.5 bottom-0.5 rounded bg-black/70 px-1 font-bold text-white text-xs leading-4"
        >
          {items.length}
        </span>
      )}
    </span>
  );
}
