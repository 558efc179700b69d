"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Check, SearchX } from "lucide-react";
import { type RefObject, useState } from "react";
import { AffiliationChip } from "@/components/circles/affiliation-chip";
import { foundText, OPTION_ROW, PersonOption } from "@/components/people-picker/person-option";
import { usePeopleCombobox } from "@/components/people-picker/use-people-combobox";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryError } from "@/components/ui/error-state";
import { Spinner } from "@/components/ui/progress";
import { SearchField } from "@/components/ui/search-field";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { type RecipientsOf, recipientsOptions } from "@/lib/people-search/client/queries";
import { SEARCH_DEBOUNCE_MS } from "@/lib/people-search/policy";
import type { UserSummary } from "@/lib/profiles/schema";
import { sizedImageUrl } from "@/lib/text/media-url";

const FACE_PX = 64;
const FACES = "grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-y-1";

type Props = {
  /** Receives the focus when the dialog around it opens. */
  field: RefObject<HTMLInputElement | null>;
  /** What they are to get. */
  of?: RecipientsOf;
  /** Where several are chosen, those who are so far: people then show as faces, and not in rows. */
  chosen?: readonly UserSummary[];
  /** Who was chosen, while that is under way. */
  pendingId?: string | undefined;
  onChoose: (person: UserSummary) => void;
};

/**
 * Chooses people to write to or share with: those nearest to the viewer, or whom a search finds.
 * Its height is the same whatever is typed.
 */
export function PeoplePicker({ field, of = "message", chosen, pendingId, onChoose }: Props) {
  const t = useTranslate();
  const [text, setText] = useState("");
  const typed = text.trim();
  const debounced = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS);
  const q = typed === "" ? "" : debounced;
  const isSearching = q !== "";
  const search = useQuery({ ...recipientsOptions(of, q), placeholderData: keepPreviousData });
  const people = isSearching ? (search.data ?? []) : withChosen(search.data ?? [], chosen);
  const isSettled = q === typed && !search.isPlaceholderData && !(isSearching && search.isFetching);
  const box = usePeopleCombobox({
    items: people,
    keyOf: ({ _id }) => _id,
    // No one is active until what is typed was searched for: Enter would not choose them.
    typed: isSettled ? typed : "",
    startsAt: isSettled && typed !== "" ? "first" : "none",
    isSettled,
    onChoose: (person) => pendingId === undefined && onChoose(person),
    message: isSearching && isSettled && search.data ? foundText(people.length, t) : "",
  });
  return (
    <div className="flex flex-col gap-3">
      <SearchField
        ref={field}
        label={t("Search people")}
        value={text}
        onChange={setText}
        isPending={isSearching && search.isFetching}
        {...box.fieldProps}
      />
      <div className="-mx-2 h-88 max-h-[50dvh] overflow-y-auto overscroll-contain px-2">
        {search.isPending ? (
          <PickerSkeletons hasFaces={chosen !== undefined} />
        ) : search.isError && people.length === 0 ? (
          <QueryError query={search} />
        ) : people.length === 0 ? (
          <EmptyState icon={SearchX} title={isSearching ? t("No users found") : t("No one here yet")}>
            {isSearching
              ? t("Check the spelling, or try a part of the name.")
              : t("Search for someone by name.")}
          </EmptyState>
        ) : (
          <div
            {...box.listProps(t("People"))}
            {...(chosen && { "aria-multiselectable": true })}
            className={chosen ? FACES : "relative -mx-2"}
          >
            {people.map((person) => {
              const isChosen = chosen?.some(({ _id }) => _id === person._id) ?? false;
              const option = box.optionProps(person, chosen && isChosen);
              return chosen ? (
                <div key={person._id} {...option} className={FACE}>
                  <Face person={person} isChosen={isChosen} />
                </div>
              ) : (
                <div
                  key={person._id}
                  {...option}
                  aria-busy={person._id === pendingId || undefined}
                  className={cx(OPTION_ROW, "min-h-14")}
                >
                  <PersonOption person={person} />
                  {person._id === pendingId && <Spinner className="mr-2 text-brand" />}
                </div>
              );
            })}
          </div>
        )}
      </div>
    </div>
  );
}

/** Those chosen of a search stay in sight when it is emptied. */
function withChosen(people: readonly UserSummary[], chosen: readonly UserSummary[] = []): UserSummary[] {
  const others = chosen.filter(({ _id }) => !people.some((person) => person._id === _id));
  return [...others, ...people];
}

const FACE =
  "relative flex cursor-pointer select-none flex-col items-center gap-1.5 rounded-field px-1 py-2 data-active:bg-sunken";

function Face({
  person: { _id, name, avatar, affiliation },
  isChosen,
}: {
  person: UserSummary;
  isChosen: boolean;
}) {
  return (
    <>
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
    </>
  );
}

function PickerSkeletons({ hasFaces }: { hasFaces: boolean }) {
  const t = useTranslate();
  return (
    <SkeletonGroup label={t("Loading people")} className={hasFaces ? FACES : "flex flex-col"}>
      {[1, 2, 3, 4, 5, 6].map((index) => (
        <div
          key={index}
          className={cx("flex items-center", hasFaces ? "flex-col gap-2 py-2" : "min-h-14 gap-3")}
        >
          <Skeleton className={cx("rounded-full", hasFaces ? "size-16" : "size-10")} />
          <Skeleton className={hasFaces ? "h-3 w-12" : "h-4 w-2/5"} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
