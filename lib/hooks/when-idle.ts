/** Longest wait for the browser to be at rest, in milliseconds. */
const PATIENCE_MS = 4_000;
/** Safari does not tell when it is at rest: by then a page has usually become usable. */
const GUESS_MS = 1_500;

/** Runs `act` once the browser has nothing better to do. Returns what calls it off. */
export function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, GUESS_MS);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(act, { timeout: PATIENCE_MS });
  return () => cancelIdleCallback(id);
}

/**
 * Loads code before anybody needs it. Where that fails nothing is lost and nothing is said: the bundler's runtime forgets a
 * file that did not come, so whoever needs it asks anew, and says so then.
 */
export function fetchAhead(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
