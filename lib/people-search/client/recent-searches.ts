import { persistedStore } from "@/lib/store/persisted-store";

/** The searches made on this device, latest first. They are stored in local storage only. */

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

/** Puts a search at the top. Searches that differ only in case count as one. */
export function rememberSearch(search: string): void {
  const text = search.trim();
  if (text === "") return;
  const lowerCased = text.toLowerCase();
  recentSearches.setState(({ searches }) => ({
    searches: [text, ...searches.filter((other) => other.toLowerCase() !== lowerCased)].slice(0, RECENT_MAX),
  }));
}

export function forgetSearch(search: string): void {
  recentSearches.setState(({ searches }) => ({ searches: searches.filter((other) => other !== search) }));
}

/** Removes the searches for a person, by name or username. */
export function forgetSearchesFor({ name, username }: { name: string; username?: string }): void {
  const texts = [name, username, `@${username}`].map((text) => text?.trim().toLowerCase());
  recentSearches.setState(({ searches }) => ({
    searches: searches.filter((search) => !texts.includes(search.trim().toLowerCase())),
  }));
}
