"use client";

import { useCombobox } from "downshift";
import { Hash } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { NameLine } from "@/components/circles/affiliation-chip";
import { useSearchResults } from "@/components/people-search/search-results";
import { Avatar } from "@/components/ui/avatar";
import { cx } from "@/components/ui/cx";
import { SearchField } from "@/components/ui/search-field";
import { isComposing } from "@/lib/dom/composition";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { asksBeforeLeaving } from "@/lib/dom/use-leave-guard";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import { EXPLORE, tagPath } from "@/lib/paths";
import { rememberSearch } from "@/lib/people-search/client/recent-searches";
import { focusNextSearch, leaveSearch, searchFieldRef } from "@/lib/people-search/client/search-focus";
import { SEARCH_DEBOUNCE_MS } from "@/lib/people-search/policy";
import { handleOf } from "@/lib/profiles/affiliation";
import type { UserListItem } from "@/lib/profiles/schema";
import { sizedImageUrl } from "@/lib/text/media-url";

const TAGS_SHOWN = 3;
const PEOPLE_SHOWN = 5;

/** A tag or a person found. */
type Suggestion = { path: string; name: string; note: string; person?: UserListItem };

/**
 * The rail's search field. It suggests while one types; submitting it opens Explore with the query.
 */
export function RailSearch() {
  const t = useTranslate();
  const router = useRouter();
  const [text, setText] = useState("");
  const typed = text.trim();
  const debounced = useDebouncedValue(typed, SEARCH_DEBOUNCE_MS);
  const results = useSearchResults(typed === "" ? "" : debounced);
  const suggestions = suggestionsOf(results, t);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => searchFieldRef(field.current), []);

  const leaveTo = (path: string) => {
    if (asksBeforeLeaving(path)) return;
    rememberSearch(typed);
    setText("");
    router.push(path);
  };
  const box = useCombobox<Suggestion>({
    items: suggestions,
    inputValue: text,
    selectedItem: null,
    itemToString: (suggestion) => suggestion?.name ?? "",
    onSelectedItemChange: ({ selectedItem }) => selectedItem && leaveTo(selectedItem.path),
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
    "aria-label": t("Search people and tags"),
    "aria-labelledby": undefined,
    onKeyDown: (event: KeyboardEvent) => {
      // With no suggestion highlighted, Enter submits the form; downshift would stop it.
      if (isComposing(event) || (event.key === "Enter" && box.highlightedIndex === -1))
        Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
      if (event.key !== "Escape" || isComposing(event)) return;
      event.preventDefault();
      setText("");
      box.closeMenu();
      leaveSearch();
    },
  });
  const handleChange = (next: string) => {
    setText(next);
    if (next.trim() === "") box.closeMenu();
    else box.openMenu();
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    box.closeMenu();
    focusNextSearch();
    leaveTo(typed === "" ? EXPLORE : `${EXPLORE}?q=${encodeURIComponent(typed)}`);
  };
  const isOpen = box.isOpen && typed !== "";
  const isNothingFound = suggestions.length === 0 && !results.isPending && typed === debounced;
  return (
    <div className="relative">
      <form action={EXPLORE} onSubmit={handleSubmit}>
        <SearchField
          label={t("Search people and tags")}
          name="q"
          value={text}
          onChange={handleChange}
          isPending={results.isPending}
          isForm
          {...input}
          aria-expanded={isOpen && suggestions.length > 0}
        />
      </form>
      <div
        className={cx(
          "absolute inset-x-0 top-full mt-1.5 rounded-card border border-line bg-surface p-1.5 shadow-float",
          !(isOpen && (suggestions.length > 0 || isNothingFound)) && "hidden",
        )}
      >
        <ul {...box.getMenuProps({ "aria-label": t("Suggestions") })} hidden={!isOpen}>
          {isOpen &&
            suggestions.map((suggestion, index) => (
              <li
                key={suggestion.path}
                {...box.getItemProps({ item: suggestion, index })}
                className={cx(
                  "flex min-h-12 cursor-pointer select-none items-center gap-3 rounded-lg px-2 py-1.5",
                  index === box.highlightedIndex && "bg-sunken",
                )}
              >
                <SuggestionRow suggestion={suggestion} />
              </li>
            ))}
        </ul>
        {isNothingFound && <p className="px-3 py-2 text-ink2 text-label">{t("No people or tags found")}</p>}
      </div>
      <p role="status" className="sr-only">
        {isOpen && (isNothingFound ? t("No people or tags found") : results.message)}
      </p>
    </div>
  );
}

function SuggestionRow({ suggestion: { name, note, person } }: { suggestion: Suggestion }) {
  return (
    <>
      {person ? (
        <Avatar id={person._id} name={person.name} src={sizedImageUrl(person.avatar, 96)} size="sm" />
      ) : (
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-soft text-brand">
          <Hash aria-hidden className="size-4.5" />
        </span>
      )}
      <span className="min-w-0">
        {person ? (
          <NameLine affiliation={person.affiliation} className="text-label">
            <bdi className="max-w-full truncate font-semibold">{name}</bdi>
          </NameLine>
        ) : (
          <bdi className="block truncate font-semibold text-label">{name}</bdi>
        )}
        <span className="block truncate text-ink2 text-sm">{note}</span>
      </span>
    </>
  );
}

const suggestionsOf = ({ tags, people }: ReturnType<typeof useSearchResults>, t: Translate): Suggestion[] => [
  ...tags.slice(0, TAGS_SHOWN).map(({ tag, postsCount }) => ({
    path: tagPath(tag),
    name: `#${tag}`,
    note: t("{postsCount, plural, one {# post} other {# posts}}", { postsCount }),
  })),
  ...people.slice(0, PEOPLE_SHOWN).map((person) => ({
    path: `/profile/${person._id}`,
    name: person.name,
    note: handleOf(person),
    person,
  })),
];
