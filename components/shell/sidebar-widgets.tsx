"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { PeopleToJoin } from "@/components/circles/people-to-join";
import { TrendingTags } from "@/components/posts/trending-tags";
import { SearchField } from "@/components/ui/search-field";
import { EXPLORE, TRENDING } from "@/lib/paths";
import { rememberSearch } from "@/lib/people-search/client/recent-searches";
import { focusNextSearch, leaveSearch, searchFieldRef } from "@/lib/people-search/client/search-focus";

/**
 * Search, people to join and trending tags. Explore has the first two itself, and Trending the
 * last.
 */
export function SidebarWidgets({ path }: { path: string }) {
  return (
    <>
      {path !== EXPLORE && <RailSearch />}
      {path !== EXPLORE && <PeopleToJoin />}
      {path !== TRENDING && <TrendingTags />}
    </>
  );
}

/** The rail's search field. Submitting it opens Explore with the query. */
function RailSearch() {
  const router = useRouter();
  const [text, setText] = useState("");
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const query = text.trim();
    rememberSearch(query);
    setText("");
    focusNextSearch();
    router.push(query === "" ? EXPLORE : `${EXPLORE}?q=${encodeURIComponent(query)}`);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    setText("");
    leaveSearch();
  };
  return (
    <search>
      <form action={EXPLORE} onSubmit={handleSubmit}>
        <SearchField
          ref={searchFieldRef}
          label="Search people and tags"
          name="q"
          value={text}
          onChange={setText}
          onKeyDown={handleKeyDown}
          isForm
        />
      </form>
    </search>
  );
}
