import { persistedStore } from "@/lib/store/persisted-store";

/** What was searched for on this device, latest first. Kept in local storage and nowhere else. */

export const RECENT_MAX = 8;

type Searches = { searches: readonly string[] };

const isSearch = (stored: unknown): stored is string => typeof stored === "string" && stored.trim() !== "";

export const recentSearches = persistedStore<Searches>({
  area: "local",
  keys: ["recentSearches"],
  initial: { searches: [] },
  parse: ([text]) => {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? { searches: stored.filter(isSearch).slice(0, RECENT_MAX) } : undefined;
  },
  format: ({ searches }) => [searches.length > 0 ? JSON.stringify(searches) : null],
});

/** Puts a search on top; case does not make it another one. */
export function rememberSearch(search: string): void {
  const text = search.trim();
  if (text === "") return;
  const same = text.toLowerCase();
  recentSearches.setState(({ searches }) => ({
    searches: [text, ...searches.filter((other) => other.toLowerCase() !== same)].slice(0, RECENT_MAX),
  }));
}

export function forgetSearch(search: string): void {
  recentSearches.setState(({ searches }) => ({ searches: searches.filter((other) => other !== search) }));
}
