"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Check, SearchX } from "lucide-react";
import { type RefObject, useState } from "react";
import { AffiliationChip } from "@/components/circles/affiliation-chip";
import { Avatar } from "@/components/ui/avatar";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryError } from "@/components/ui/error-state";
import { SearchField } from "@/components/ui/search-field";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { circleRecipientsOptions } from "@/lib/circles/client/queries";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { conversationItems } from "@/lib/messages/client/cache";
import { conversationsOptions } from "@/lib/messages/client/queries";
import { recipientsOptions } from "@/lib/people-search/client/queries";
import { SEARCH_DEBOUNCE_MS } from "@/lib/people-search/policy";
import { userItems } from "@/lib/profiles/client/cache";
import type { UserSummary } from "@/lib/profiles/schema";
import { sizedImageUrl } from "@/lib/text/media-url";

const FACE_PX = 64;
const GRID = "grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-y-1";

type Props = {
  meId: string;
  /** The field of the search, for the dialog around it to focus. */
  field: RefObject<HTMLInputElement | null>;
  chosen: readonly UserSummary[];
  onToggle: (person: UserSummary) => void;
};

/**
 * Chooses people to send something to, by their faces: those one writes with, those in one's
 * circle, and whom a search finds. Who can't be written to is not among them.
 */
export function RecipientPicker({ meId, field, chosen, onToggle }: Props) {
  const t = useTranslate();
  const [text, setText] = useState("");
  const q = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const search = useQuery(recipientsOptions(q));
  const known = useKnownPeople(meId, chosen);
  const isSearching = q !== "";
  const shown = isSearching ? { ...search, people: search.data ?? [] } : known;
  const { people } = shown;
  return (
    <div className="flex flex-col gap-3">
      <SearchField
        ref={field}
        label={t("Search people")}
        value={text}
        onChange={setText}
        isPending={isSearching && search.isFetching}
      />
      <div className="min-h-56">
        {shown.isPending ? (
          <FaceSkeletons />
        ) : shown.isError && people.length === 0 ? (
          <QueryError query={shown} />
        ) : people.length === 0 ? (
          <EmptyState icon={SearchX} title={isSearching ? t("No users found") : t("No one here yet")}>
            {isSearching
              ? t("Check the spelling, or try a part of the name.")
              : t("Search for someone by name.")}
          </EmptyState>
        ) : (
          <ul aria-label={t("People")} className={GRID}>
            {people.map((person) => (
              <li key={person._id}>
                <Face
                  person={person}
                  isChosen={chosen.some(({ _id }) => _id === person._id)}
                  onToggle={() => onToggle(person)}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The people of the latest conversations, then the circle, and anyone else who is chosen. */
function useKnownPeople(meId: string, chosen: readonly UserSummary[]) {
  const inbox = useInfiniteQuery(conversationsOptions("inbox"));
  const circle = useInfiniteQuery(circleRecipientsOptions(meId));
  const partners = conversationItems
    .all(inbox.data)
    .flatMap(({ with: person, canWrite }) => (person && canWrite ? [person] : []));
  const known = [...partners, ...userItems.all<UserSummary>(circle.data)];
  const found = chosen.filter(({ _id }) => !known.some((person) => person._id === _id));
  const people = new Map([...found, ...known].map((person) => [person._id, person]));
  const failed = inbox.isError ? inbox : circle;
  return {
    people: [...people.values()],
    isPending: inbox.isPending || circle.isPending,
    isError: failed.isError,
    isFetching: failed.isFetching,
    error: failed.error,
    refetch: failed.refetch,
  };
}

type FaceProps = { person: UserSummary; isChosen: boolean; onToggle: () => void };

function Face({ person: { _id, name, avatar, affiliation }, isChosen, onToggle }: FaceProps) {
  return (
    <label className="relative flex cursor-pointer flex-col items-center gap-1.5 rounded-field px-1 py-2 transition-colors hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-brand">
      <input type="checkbox" checked={isChosen} onChange={onToggle} className="sr-only" />
      <span className="relative">
        <Avatar id={_id} name={name} src={sizedImageUrl(avatar, FACE_PX * 2)} size="face" />
        {isChosen && (
          <span className="absolute -right-1 -bottom-1 grid size-6 animate-pop-in place-items-center rounded-full border-2 border-surface bg-brand text-on-brand">
            <Check aria-hidden className="size-3.5" strokeWidth={3} />
          </span>
        )}
      </span>
      <span className="w-full text-center leading-tight">
        <bdi className="line-clamp-2 font-medium text-sm leading-tight">{name}</bdi>
        <AffiliationChip affiliation={affiliation} className="block" />
      </span>
    </label>
  );
}

function FaceSkeletons() {
  const t = useTranslate();
  return (
    <SkeletonGroup label={t("Loading people")} className={GRID}>
      {[1, 2, 3, 4, 5, 6, 7, 8].map((index) => (
        <div key={index} className="flex flex-col items-center gap-2 py-2">
          <Skeleton className="size-16 rounded-full" />
          <Skeleton className="h-3 w-12" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
