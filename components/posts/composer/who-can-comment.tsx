"use client";

import { ChevronDown, MessageCircle } from "lucide-react";
import { useId } from "react";
import type { Composer } from "@/components/posts/composer/use-composer";
import { useText } from "@/lib/language/text";
import type { CommentAudience } from "@/lib/posts/schema";

export const AUDIENCES: readonly { value: CommentAudience; label: string }[] = [
  { value: "everyone", label: "Everyone" },
  { value: "circle", label: "People I joined" },
  { value: "nobody", label: "Nobody" },
];

/** Chooses who may comment on the post that is being written, in one line. */
export function WhoCanComment({ composer }: { composer: Composer }) {
  const t = useText();
  const id = useId();
  const choose = (value: string) => {
    const audience = AUDIENCES.find((one) => one.value === value);
    if (audience) composer.actions.setWhoCanComment(audience.value);
  };
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-2 text-ink2 text-sm">
      <label htmlFor={id} className="inline-flex items-center gap-2">
        <MessageCircle aria-hidden className="size-4 shrink-0" />
        {t("Who can comment")}
      </label>
      <span className="relative ml-auto inline-flex max-w-full items-center">
        <select
          id={id}
          value={composer.draft.whoCanComment}
          onChange={(event) => choose(event.target.value)}
          className="min-h-11 min-w-0 appearance-none truncate bg-transparent pr-6 text-right font-medium"
        >
          {AUDIENCES.map(({ value, label }) => (
            <option key={value} value={value} className="text-ink">
              {t(label)}
            </option>
          ))}
        </select>
        <ChevronDown aria-hidden className="pointer-events-none absolute right-0 size-4" />
      </span>
    </div>
  );
}
