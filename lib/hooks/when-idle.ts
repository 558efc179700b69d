/** Longest wait for the browser to be at rest, in milliseconds. */
const PATIENCE_MS = 4_000;
/** Safari does not tell when it is at rest: by then a page has usually become usable, and after so long again be at rest. */
const GUESS_MS = 1_500;
const AGAIN_MS = 200;

const waiting = new Set<() => void>();

/**
 * Runs `act` once the browser has nothing better to do, after what waits already. Each has a rest of its own, so that all
 * together never hold up a person. Returns what calls it off.
 */
export function whenIdle(act: () => void): () => void {
  const turn = () => act();
  if (waiting.add(turn).size === 1) ask(GUESS_MS);
  return () => waiting.delete(turn);
}

function ask(guess: number): void {
  const next = () => {
    const [turn] = waiting;
    if (!turn) return;
    waiting.delete(turn);
    if (waiting.size > 0) ask(AGAIN_MS);
    turn();
  };
  if ("requestIdleCallback" in window) requestIdleCallback(next, { timeout: PATIENCE_MS });
  else setTimeout(next, guess);
}

/**
 * Loads code before anybody needs it. Where that fails nothing is lost and nothing is said: the bundler's runtime forgets a
 * file that did not come, so whoever needs it asks anew, and says so then.
 */
export function fetchAhead(load: () => Promise<unknown>): void {
  load().catch(() => undefined);
}
