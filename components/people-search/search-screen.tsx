"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { Explore } from "@/components/people-search/explore";
import { ExploreTabs } from "@/components/people-search/explore-tabs";
import { RecentSearches } from "@/components/people-search/recent-searches";
import { SearchResults, useSearchResults } from "@/components/people-search/search-results";
import { SearchField } from "@/components/ui/search-field";
import { isComposing } from "@/lib/dom/composition";
import { useSearchQuery } from "@/lib/dom/use-search-param";
import { useTranslate } from "@/lib/language/translate";
import { EXPLORE, tagPath } from "@/lib/paths";
import { rememberSearch } from "@/lib/people-search/client/recent-searches";
import { leaveSearch, searchFieldRef } from "@/lib/people-search/client/search-focus";
import { SEARCH_DEBOUNCE_MS } from "@/lib/people-search/policy";

/**
 * Explore, and searching people and tags: half a second after the last key, or at once on Enter.
 * Arrow keys move through the results while the focus stays in the field. The query is part of the
 * address.
 */
export function SearchScreen() {
  const t = useTranslate();
  const router = useRouter();
  const tagsId = useId();
  const peopleId = useId();
  const { text, setText, q, search } = useSearchQuery(EXPLORE, SEARCH_DEBOUNCE_MS);
  /** The active row of the results of one query. */
  const [active, setActive] = useState({ q, index: -1 });
  // Recent searches show from the first focus on: before it they would push Explore down.
  const [wasFocused, setWasFocused] = useState(false);
  const results = useSearchResults(q);
  const { tags, people } = results;
  const rows = [
    ...tags.map(({ tag }) => ({ id: `${tagsId}-${tag}`, path: tagPath(tag) })),
    ...people.map(({ _id }) => ({ id: `${peopleId}-${_id}`, path: `/profile/${_id}` })),
  ];
  const activeIndex = active.q === q ? active.index : -1;
  const activeRow = rows[activeIndex];
  const shownLists = [tags.length > 0 && tagsId, people.length > 0 && peopleId].filter(Boolean).join(" ");

  const rowId = activeRow?.id;
  useEffect(() => {
    if (rowId) document.getElementById(rowId)?.scrollIntoView({ block: "nearest" });
  }, [rowId]);

  const changeText = (next: string) => {
    setText(next);
    // Else a query that is typed again would have its old row active.
    setActive({ q, index: -1 });
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const move = MOVES[event.key];
    if (move && rows.length > 0) {
      event.preventDefault();
      // Searches now: later, it would reset the active row.
      search();
      setActive({ q: text.trim(), index: move(activeIndex, rows.length) });
    } else if (event.key === "Enter") {
      event.preventDefault();
      rememberSearch(text);
      if (activeRow) router.push(activeRow.path);
      else search();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (text === "") leaveSearch();
      else changeText("");
    }
  };

  return (
    <div className="flex flex-col gap-2 md:gap-4">
      <h1 className="sr-only">{t("Explore")}</h1>
      <ExploreTabs />
      <div className="sticky top-[env(safe-area-inset-top)] z-20 -my-2 bg-bg px-4 py-3 md:top-0 md:-my-4 md:px-0 md:py-4">
        <SearchField
          ref={searchFieldRef}
          label={t("Search people and tags")}
          value={text}
          onChange={changeText}
          onFocus={() => setWasFocused(true)}
          isPending={results.isPending}
          role="combobox"
          aria-expanded={rows.length > 0}
          aria-controls={shownLists || undefined}
          aria-haspopup="grid"
          aria-autocomplete="list"
          aria-activedescendant={rowId}
          onKeyDown={handleKeyDown}
        />
      </div>
      <p role="status" className="sr-only">
        {results.message}
      </p>
      {results.isIdle ? (
        <>
          {wasFocused && <RecentSearches onChoose={changeText} />}
          <Explore />
        </>
      ) : (
        <SearchResults
          results={results}
          tagsId={tagsId}
          peopleId={peopleId}
          rowId={rowId}
          onOpen={() => rememberSearch(q)}
        />
      )}
    </div>
  );
}

/** The next active row; -1 is the field itself. Navigation wraps around. */
const MOVES: Record<string, ((index: number, count: number) => number) | undefined> = {
  ArrowDown: (index, count) => (index + 1 >= count ? -1 : index + 1),
  ArrowUp: (index, count) => (index === -1 ? count - 1 : index - 1),
};
