"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, useState } from "react";
import { usePeopleCombobox } from "@/components/people-picker/use-people-combobox";
import { Explore } from "@/components/people-search/explore";
import { ExploreTabs } from "@/components/people-search/explore-tabs";
import { RecentSearches } from "@/components/people-search/recent-searches";
import { SearchResults, useSearchResults } from "@/components/people-search/search-results";
import { SearchField } from "@/components/ui/search-field";
import { isComposing } from "@/lib/dom/composition";
import { fieldRefs, leaveField } from "@/lib/dom/next-field";
import { useSearchQuery } from "@/lib/dom/use-search-param";
import { useTranslate } from "@/lib/language/translate";
import { EXPLORE, tagPath } from "@/lib/paths";
import { rememberSearch } from "@/lib/people-search/client/recent-searches";
import { SEARCH_DEBOUNCE_MS } from "@/lib/people-search/policy";

/**
 * Explore, and searching people and tags: half a second after the last key, or at once on Enter.
 * Arrow keys move through the results while the focus stays in the field. The query is part of the
 * address.
 */
export function SearchScreen() {
  const t = useTranslate();
  const router = useRouter();
  const { text, setText, q, search } = useSearchQuery(EXPLORE, SEARCH_DEBOUNCE_MS);
  // Recent searches show from the first focus on: before it they would push Explore down.
  const [wasFocused, setWasFocused] = useState(false);
  const results = useSearchResults(q);
  const { tags, people } = results;
  const box = usePeopleCombobox({
    items: [
      ...tags.map(({ tag }) => ({ key: `tags-${tag}`, path: tagPath(tag) })),
      ...people.map(({ _id }) => ({ key: `people-${_id}`, path: `/profile/${_id}` })),
    ],
    keyOf: ({ key }) => key,
    typed: text,
    startsAt: "none",
    onChoose: ({ path }) => {
      rememberSearch(text);
      router.push(path);
    },
    onEscape: () => (text === "" ? leaveField() : setText("")),
    message: results.message,
  });
  const lists = [tags.length > 0 && `${box.id}-tags`, people.length > 0 && `${box.id}-people`];
  const handleKeyDown = (event: KeyboardEvent) => {
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp";
    if (box.handleKey(event)) {
      // Searches now: later, other rows would take the place of the active one.
      if (isArrow) search();
    } else if (event.key === "Enter" && !isComposing(event)) {
      event.preventDefault();
      rememberSearch(text);
      search();
    }
  };

  return (
    <div className="flex flex-col gap-2 md:gap-4">
      <h1 className="sr-only">{t("Explore")}</h1>
      <ExploreTabs />
      <div className="sticky top-[env(safe-area-inset-top)] z-20 -my-2 bg-bg px-4 py-3 md:top-0 md:-my-4 md:px-0 md:py-4">
        <SearchField
          ref={fieldRefs.search}
          label={t("Search people and tags")}
          value={text}
          onChange={setText}
          onFocus={() => setWasFocused(true)}
          isPending={results.isPending}
          {...box.fieldProps}
          aria-haspopup="grid"
          aria-controls={lists.filter(Boolean).join(" ") || undefined}
          onKeyDown={handleKeyDown}
        />
      </div>
      {results.isIdle ? (
        <>
          {wasFocused && <RecentSearches onChoose={setText} />}
          <Explore />
        </>
      ) : (
        <SearchResults results={results} id={box.id} rowId={box.activeId} onOpen={() => rememberSearch(q)} />
      )}
    </div>
  );
}
