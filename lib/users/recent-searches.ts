/** What was searched for on this device, latest first. Kept in local storage and nowhere else. */

const KEY = "recentSearches";
export const RECENT_MAX = 8;

const NONE: readonly string[] = [];
const listeners = new Set<() => void>();
let cached: { text: string | null; searches: readonly string[] } | undefined;

/** The searches; the same array until they change. Storage can be blocked or hold anything. */
export function recentSearches(): readonly string[] {
  let text: string | null = null;
  try {
    text = localStorage.getItem(KEY);
  } catch {
    // Blocked: nothing is remembered.
  }
  if (cached?.text !== text) cached = { text, searches: parse(text) };
  return cached.searches;
}

/** For the server's rendering. */
export const noSearches = () => NONE;

function parse(text: string | null): readonly string[] {
  if (!text) return NONE;
  try {
    const stored: unknown = JSON.parse(text);
    if (!Array.isArray(stored)) return NONE;
    return stored.filter((search) => typeof search === "string" && search.trim() !== "").slice(0, RECENT_MAX);
  } catch {
    // Not ours, or cut off: it is replaced with the next search.
    return NONE;
  }
}

/** Puts a search on top; case does not make it another one. */
export function rememberSearch(search: string): void {
  const text = search.trim();
  if (text === "") return;
  const same = text.toLowerCase();
  write([text, ...recentSearches().filter((other) => other.toLowerCase() !== same)].slice(0, RECENT_MAX));
}

export function forgetSearch(search: string): void {
  write(recentSearches().filter((other) => other !== search));
}

export function clearSearches(): void {
  write([]);
}

function write(searches: string[]): void {
  try {
    if (searches.length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(searches));
  } catch {
    // Blocked or full: then it is not remembered.
  }
  for (const listener of listeners) listener();
}

/** Calls `listener` when they change, here or in another tab. Returns how to stop. */
export function onRecentSearches(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
