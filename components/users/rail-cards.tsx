"use client";

import dynamic from "next/dynamic";
import { usePathname, useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { SearchField } from "@/components/users/search-field";
import { useMediaQuery } from "@/lib/hooks/use-media-query";
import { rememberSearch } from "@/lib/users/recent-searches";

const RailCampus = dynamic(
  () =>
    import("@/components/users/rail-campus").then(
      (module) => module.RailCampus,
      // No connection: the page is whole without it.
      () => () => null,
    ),
  { ssr: false },
);

/** Where the rail shows; on narrower screens nothing of it is asked for. */
const HAS_RAIL = "(min-width: 75rem)";

/** The search field, people to join and what campus talks about. Explore has the first two itself. */
export function RailCards() {
  const isExplore = usePathname() === "/search-users";
  const hasRail = useMediaQuery(HAS_RAIL);
  return (
    <>
      {!isExplore && <RailSearch />}
      {hasRail && <RailCampus people={!isExplore} />}
    </>
  );
}

/** Leads to Explore with what was typed. */
function RailSearch() {
  const router = useRouter();
  const [text, setText] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    rememberSearch(words);
    setText("");
    router.push(words === "" ? "/search-users" : `/search-users?q=${encodeURIComponent(words)}`);
  };
  return (
    <search>
      <form action="/search-users" onSubmit={submit}>
        <SearchField label="Search people" name="q" value={text} onChange={setText} />
      </form>
    </search>
  );
}
