"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCombobox } from "downshift";
import { SearchX } from "lucide-react";
import { type KeyboardEvent, type RefObject, useState } from "react";
import { NameLine } from "@/components/circles/affiliation-chip";
import { foundText } from "@/components/people-search/search-results";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryError } from "@/components/ui/error-state";
import { Spinner } from "@/components/ui/progress";
import { SearchField } from "@/components/ui/search-field";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { isComposing } from "@/lib/dom/composition";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { useTranslate } from "@/lib/language/translate";
import { conversationItems } from "@/lib/messages/client/cache";
import { conversationsOptions } from "@/lib/messages/client/queries";
import { searchOptions, suggestionsOptions } from "@/lib/people-search/client/queries";
import { SEARCH_DEBOUNCE_MS } from "@/lib/people-search/policy";
import { userItems } from "@/lib/profiles/client/cache";
import { useMe } from "@/lib/profiles/client/queries";
import type { UserSummary } from "@/lib/profiles/schema";
import { sizedImageUrl } from "@/lib/text/media-url";

/** How many people to offer before anything is searched for. */
const RECENT_MAX = 8;

type Props = {
  /** Receives the focus when the dialog around it opens. */
  field: RefObject<HTMLInputElement | null>;
  onChoose: (person: UserSummary) => void;
  /** Who was chosen, while that is under way. */
  chosenId: string | undefined;
};

/**
 * Chooses a person to write to: from the latest conversations, or by searching the campus. The
 * arrow keys move through them, and Enter chooses; of those found, the first if none was moved to.
 */
export function PersonPicker({ field, onChoose, chosenId }: Props) {
  const t = useTranslate();
  const me = useMe();
  const [text, setText] = useState("");
  const q = useDebouncedValue(text.trim(), SEARCH_DEBOUNCE_MS);
  const search = useInfiniteQuery(searchOptions(q));
  const recent = useRecentPeople();
  const isSearching = q !== "";
  const isSettled = q === text.trim() && !(isSearching && search.isFetching);
  const shown = isSearching ? search : recent;
  const found = isSearching ? userItems.all(search.data) : recent.people;
  const people = found.filter(({ _id }) => _id !== me?._id);
  const box = useCombobox<UserSummary>({
    items: people,
    isOpen: true,
    inputValue: text,
    selectedItem: null,
    itemToString: (person) => person?.name ?? "",
    onSelectedItemChange: ({ selectedItem }) =>
      selectedItem && chosenId === undefined && onChoose(selectedItem),
    stateReducer: (_state, { type, changes }) =>
      // Leaving the field chooses nothing.
      type === useCombobox.stateChangeTypes.InputBlur ? { ...changes, selectedItem: null } : changes,
  });
  const {
    value: _value,
    onChange: _onChange,
    ...input
  } = box.getInputProps({
    ref: field,
    "aria-label": t("Search people"),
    "aria-labelledby": undefined,
    "aria-expanded": people.length > 0,
    onKeyDown: (event: KeyboardEvent) => {
      // Escape closes the dialog, and Enter chooses no one from the list of what was typed before.
      const isLeft = event.key === "Escape" || (event.key === "Enter" && !isSettled);
      if (isLeft || isComposing(event)) Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
    },
  });
  const handleChange = (next: string) => {
    setText(next);
    box.setHighlightedIndex(next.trim() === "" ? -1 : 0);
  };
  const total = search.data?.pages[0]?.total;
  const isListed = !shown.isPending && people.length > 0;
  return (
    <div className="flex flex-col gap-3">
      <SearchField
        label={t("Search people")}
        value={text}
        onChange={handleChange}
        isPending={isSearching && search.isFetching}
        {...input}
      />
      <p role="status" className="sr-only">
        {isSearching && total !== undefined && foundText(total, t)}
      </p>
      <div className="min-h-80">
        {shown.isPending ? (
          <PickerSkeletons />
        ) : shown.isError && people.length === 0 ? (
          <QueryError query={shown} />
        ) : people.length === 0 ? (
          <EmptyState icon={SearchX} title={isSearching ? t("No users found") : t("No one here yet")}>
            {isSearching
              ? t("Check the spelling, or try a part of the name.")
              : t("Search for someone by name.")}
          </EmptyState>
        ) : null}
        <ul
          {...box.getMenuProps({ "aria-label": t("People") })}
          hidden={!isListed}
          className="relative -mx-2 max-h-[60dvh] overflow-y-auto overscroll-contain"
        >
          {isListed &&
            people.map((person, index) => (
              <li
                key={person._id}
                {...box.getItemProps({ item: person, index })}
                aria-busy={person._id === chosenId || undefined}
                className={cx(
                  "flex min-h-14 cursor-pointer select-none items-center gap-3 rounded-field px-2",
                  index === box.highlightedIndex && "bg-sunken",
                )}
              >
                <PersonRow person={person} isPending={person._id === chosenId} />
              </li>
            ))}
        </ul>
      </div>
    </div>
  );
}

/** The people of the latest conversations, or of the suggestions where there are none yet. */
function useRecentPeople() {
  const inbox = useInfiniteQuery(conversationsOptions("inbox"));
  const partners = conversationItems
    .all(inbox.data)
    .flatMap((conversation) => conversation.with ?? [])
    .slice(0, RECENT_MAX);
  const isEmpty = !inbox.isPending && partners.length === 0;
  const suggestions = useQuery({ ...suggestionsOptions(RECENT_MAX), enabled: isEmpty });
  const { isError, isFetching, error, refetch } = isEmpty ? suggestions : inbox;
  const people: UserSummary[] = isEmpty ? (suggestions.data ?? []) : partners;
  const isPending = inbox.isPending || (isEmpty && suggestions.isPending);
  return { people, isPending, isError, isFetching, error, refetch };
}

function PersonRow({ person, isPending }: { person: UserSummary; isPending: boolean }) {
  return (
    <>
      <Avatar id={person._id} name={person.name} src={sizedImageUrl(person.avatar, 96)} size="lg" />
      <span className="min-w-0 flex-1">
        <NameLine affiliation={person.affiliation} className="text-label">
          <bdi className="max-w-full truncate font-semibold">{person.name}</bdi>
        </NameLine>
        {person.username && <span className="block truncate text-ink2 text-sm">@{person.username}</span>}
      </span>
      {isPending && <Spinner className="mr-2 text-brand" />}
    </>
  );
}

function PickerSkeletons() {
  const t = useTranslate();
  return (
    <SkeletonGroup label={t("Loading people")} className="flex flex-col">
      {[1, 2, 3, 4, 5].map((index) => (
        <div key={index} className="flex min-h-14 items-center gap-3">
          <Skeleton className="size-11 rounded-full" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      ))}
    </SkeletonGroup>
  );
}
