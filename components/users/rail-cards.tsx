"use client";

import { usePathname, useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { part } from "@/components/ui/part";
import { SearchField } from "@/components/users/search-field";
import { useMediaQuery } from "@/lib/hooks/use-media-query";

const RailCampus = part(() => import("@/components/users/rail-campus").then((module) => module.RailCampus), {
  extra: true,
});

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
    // Without a connection it may not come: then this search is not remembered.
    import("@/lib/users/recent-searches")
      .then((module) => module.rememberSearch(words))
      .catch(() => undefined);
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
