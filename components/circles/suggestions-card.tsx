"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useId } from "react";
import { PersonCard } from "@/components/circles/people-cards";
import { WHAT_JOINING_DOES } from "@/components/circles/people-to-join";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { useTranslate } from "@/lib/language/translate";
import { suggestionsOptions } from "@/lib/people-search/client/queries";
import { SUGGESTIONS_FOR_NEWCOMERS } from "@/lib/people-search/policy";
import type { Suggestion } from "@/lib/people-search/schema";
import { useHideOffer } from "@/lib/profiles/client/mutations";
import { CIRCLES_TO_START } from "@/lib/profiles/policy";

/** All as high as the highest. */
const CARD =
  "flex w-40 shrink-0 snap-start flex-col items-center rounded-card border border-line p-3 text-center";

type Props = {
  viewerId: string;
  people: Suggestion[];
  /** For who has joined no one yet: says how many circles are joined. */
  isFirst: boolean;
};

/**
 * People to join, side by side among the posts of a feed; an article, because a feed has nothing
 * else.
 */
export function SuggestionsCard({ viewerId, people, isFirst }: Props) {
  const t = useTranslate();
  const headingId = useId();
  // In the cache, they show at once whom one has joined.
  const { data } = useQuery({
    ...suggestionsOptions(SUGGESTIONS_FOR_NEWCOMERS),
    initialData: people,
    enabled: false,
  });
  // Faces first: who joins no one yet decides by them.
  const ordered = data.toSorted((a, b) => Number(!a.avatar) - Number(!b.avatar));
  const joined = data.filter(({ isInCircle }) => isInCircle).length;
  const hide = useHideOffer("hidesSuggestions", (message) => toast.error(message));
  return (
    <article aria-labelledby={headingId} className="card-bleed py-4 rail:hidden">
      <div className="flex items-start gap-2 pr-2 pl-4">
        <div className="min-w-0 flex-1">
          <div className="flex items-baseline gap-2">
            <h2 id={headingId} className="text-lg">
              {t("People to join")}
            </h2>
            {isFirst && (
              <span role="status" className="text-ink2 text-sm tabular-nums">
                {t("{joined} of {max} joined", {
                  joined: Math.min(joined, CIRCLES_TO_START),
                  max: CIRCLES_TO_START,
                })}
              </span>
            )}
          </div>
          {/* Two lines at any width, so that the posts stay in place when the card has loaded. */}
          <p className="min-h-[2lh] text-ink2 text-sm">{t(WHAT_JOINING_DOES)}</p>
        </div>
        <IconButton label={t("Hide people to join")} className="-mt-2" onClick={() => hide.mutate(viewerId)}>
          <X />
        </IconButton>
      </div>
      <ul
        aria-label={t("People to join")}
        className="mt-3 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 scrollbar-none"
      >
        {ordered.map((person) => (
          <li key={person._id} className={CARD}>
            <PersonCard person={person} />
          </li>
        ))}
      </ul>
    </article>
  );
}
