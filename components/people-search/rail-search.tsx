"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { SearchField } from "@/components/ui/search-field";
import { rememberSearch } from "@/lib/people-search/client/recent-searches";

/** Leads to Explore with what was typed. */
export function RailSearch() {
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
