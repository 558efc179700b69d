"use client";

import { Hash } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { OPTION_ROW, PersonOption } from "@/components/people-picker/person-option";
import { usePeopleCombobox } from "@/components/people-picker/use-people-combobox";
import { useSearchResults } from "@/components/people-search/search-results";
import { SearchField } from "@/components/ui/search-field";
import { useDebouncedValue } from "@/lib/dom/field-hooks";
import { fieldRefs, focusNext, leaveField } from "@/lib/dom/next-field";
import { asksBeforeLeaving } from "@/lib/dom/use-leave-guard";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import { EXPLORE, tagPath } from "@/lib/paths";
import { rememberSearch } from "@/lib/people-search/client/recent-searches";
import { SEARCH_DEBOUNCE_MS } from "@/lib/people-search/policy";
import { handleOf } from "@/lib/profiles/affiliation";
import type { UserListItem } from "@/lib/profiles/schema";

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
  const [isWanted, setIsWanted] = useState(false);
  const isOpen = isWanted && typed !== "";

  const leaveTo = (path: string) => {
    if (asksBeforeLeaving(path)) return;
    rememberSearch(typed);
    setText("");
    router.push(path);
  };
  const isNothingFound = suggestions.length === 0 && !results.isPending && typed === debounced;
  const box = usePeopleCombobox({
    items: isOpen ? suggestions : [],
    keyOf: ({ path }) => path,
    // A list that opens again has no active suggestion.
    typed: isOpen ? typed : "",
    startsAt: "none",
    onChoose: ({ path }) => leaveTo(path),
    onEscape: () => {
      setText("");
      leaveField();
    },
    message: !isOpen ? "" : isNothingFound ? t("No people or tags found") : results.message,
  });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    setIsWanted(false);
    focusNext("search");
    leaveTo(typed === "" ? EXPLORE : `${EXPLORE}?q=${encodeURIComponent(typed)}`);
  };
  return (
    <div className="relative">
      <form action={EXPLORE} onSubmit={handleSubmit}>
        <SearchField
          ref={fieldRefs.search}
          label={t("Search people and tags")}
          name="q"
          value={text}
          onChange={(next) => {
            setText(next);
            setIsWanted(true);
          }}
          onFocus={() => setIsWanted(true)}
          onBlur={() => setIsWanted(false)}
          isPending={results.isPending}
          isForm
          {...box.fieldProps}
        />
      </form>
      {isOpen && (suggestions.length > 0 || isNothingFound) && (
        <div className="absolute inset-x-0 top-full mt-1.5 rounded-card border border-line bg-surface p-1.5 shadow-float">
          {isNothingFound ? (
            <p className="px-3 py-2 text-ink2 text-label">{t("No people or tags found")}</p>
          ) : (
            <div {...box.listProps(t("Suggestions"))}>
              {suggestions.map((suggestion) => (
                <div key={suggestion.path} {...box.optionProps(suggestion)} className={OPTION_ROW}>
                  <SuggestionRow suggestion={suggestion} />
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

function SuggestionRow({ suggestion: { name, note, person } }: { suggestion: Suggestion }) {
  if (person) return <PersonOption person={person} note={note} />;
  return (
    <>
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-soft text-brand">
        <Hash aria-hidden className="size-4.5" />
      </span>
      <span className="min-w-0">
        <bdi className="block truncate font-semibold text-label">{name}</bdi>
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
