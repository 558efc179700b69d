"use client";

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useRouter, useSearchParams } from "next/navigation";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from "react";
import { PeopleList } from "@/components/circles/people-list";
import { PeopleToJoin } from "@/components/circles/people-to-join";
import { RecentSearches } from "@/components/people-search/recent-searches";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { SearchField } from "@/components/ui/search-field";
import { searchOptions } from "@/lib/people-search/client/queries";
import { rememberSearch } from "@/lib/people-search/client/recent-searches";
import { leaveSearch, searchFieldRef } from "@/lib/people-search/client/search-focus";
import { SEARCH_DEBOUNCE_MS } from "@/lib/people-search/policy";
import { userItems } from "@/lib/profiles/client/cache";

/**
 * Searches people half a second after the last key, or at once on Enter. Arrow keys move through
 * the results while the focus stays in the field. The query is part of the address.
 */
export function SearchScreen() {
  const router = useRouter();
  // On Back, the address holds the query, while the page is rendered as it first was.
  const initial = useSearchParams().get("q")?.trim() ?? "";
  const listId = useId();
  const [text, setText] = useState(initial);
  const [q, setQ] = useState(initial);
  const [activeIndex, setActiveIndex] = useState(-1);
  const query = useInfiniteQuery({ ...searchOptions(q), placeholderData: keepPreviousData });
  const people = q === "" ? [] : userItems.all(query.data);
  const activePerson = people[activeIndex];

  const search = (nextQuery: string) => {
    setQ(nextQuery);
    setActiveIndex(-1);
    const address = nextQuery === "" ? "/search-users" : `/search-users?q=${encodeURIComponent(nextQuery)}`;
    window.history.replaceState(null, "", address);
  };

  const searchDebounced = useEffectEvent(search);
  useEffect(() => {
    const typed = text.trim();
    if (typed === q) return;
    const timer = setTimeout(() => searchDebounced(typed), typed === "" ? 0 : SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, q]);

  const rowId = activePerson && `${listId}-${activePerson._id}`;
  useEffect(() => {
    if (rowId) document.getElementById(rowId)?.scrollIntoView({ block: "nearest" });
  }, [rowId]);

  const handleKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (move && people.length > 0) {
      event.preventDefault();
      // Searches now: a debounced search during navigation would reset the active row.
      if (text.trim() !== q) search(text.trim());
      setActiveIndex(move(activeIndex, people.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      rememberSearch(text);
      if (activePerson) router.push(`/profile/${activePerson._id}`);
      else if (text.trim() !== q) search(text.trim());
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (text === "") leaveSearch();
      else setText("");
    }
  };

  return (
    <div className="flex flex-col gap-2 md:gap-4">
      <h1 className="sr-only">Explore</h1>
      <div className="sticky top-[calc(3.5rem+env(safe-area-inset-top))] z-20 bg-bg px-4 py-3 md:top-0 md:-mt-6 md:px-0 md:pt-6 md:pb-2">
        <SearchField
          ref={searchFieldRef}
          label="Search people"
          value={text}
          onChange={setText}
          isPending={query.isFetching && !query.isFetchingNextPage && q !== ""}
          role="combobox"
          aria-expanded={people.length > 0}
          aria-controls={people.length > 0 ? listId : undefined}
          aria-haspopup="grid"
          aria-autocomplete="list"
          aria-activedescendant={rowId}
          onKeyDown={handleKeyDown}
        />
      </div>
      <p role="status" className="sr-only">
        {q !== "" && !query.isFetching && query.data?.pages[0]?.message}
      </p>
      {q === "" ? (
        <>
          <RecentSearches onChoose={setText} />
          <PeopleToJoin />
        </>
      ) : (
        <Card bleed className="p-4 md:p-5">
          <PeopleList
            label="Search results"
            grid={{ id: listId, rowId }}
            query={query}
            onOpen={() => rememberSearch(q)}
            empty={
              <EmptyState icon={SearchX} title="No users found">
                Check the spelling, or try a part of the name, the username or the whole College ID.
              </EmptyState>
            }
          />
        </Card>
      )}
    </div>
  );
}

/** The next active row; -1 is the field itself. Navigation wraps around. */
const MOVES: Record<string, ((index: number, count: number) => number) | undefined> = {
  ArrowDown: (index, count) => (index + 1 >= count ? -1 : index + 1),
  ArrowUp: (index, count) => (index === -1 ? count - 1 : index - 1),
};
