import "server-only";
import { ApiError, overloaded } from "@/lib/platform/errors";

/** Whose task it is: an id, or one of its own where it is nobody's. */
type Owner = string | symbol;

type OfOne = { running: number; waiting: number; busy?: () => ApiError };

/**
 * Runs at most `concurrency` tasks at a time; the rest wait. Persons take turns, each with theirs
 * in order of arrival. When `waitingMax` wait, new tasks are rejected with a 503. `ofOne` bounds
 * how many tasks of one person run and wait; those past it are rejected with `busy`.
 */
export function createSemaphore(
  concurrency: number,
  waitingMax = Number.POSITIVE_INFINITY,
  ofOne: OfOne = { running: concurrency, waiting: waitingMax },
) {
  const running = new Map<Owner, number>();
  /** Starts the tasks that wait, by person. The first one here has the next turn. */
  const waiting = new Map<Owner, (() => void)[]>();
  let [runningCount, waitingCount] = [0, 0];

  const mayRun = (person: Owner) => runningCount < concurrency && (running.get(person) ?? 0) < ofOne.running;

  function begin(person: Owner): void {
    runningCount++;
    running.set(person, (running.get(person) ?? 0) + 1);
  }

  function end(person: Owner): void {
    runningCount--;
    const others = (running.get(person) ?? 1) - 1;
    if (others > 0) running.set(person, others);
    else running.delete(person);
    const next = [...waiting].find(([candidate]) => mayRun(candidate));
    if (!next) return;
    const [candidate, [start, ...rest]] = next;
    waiting.delete(candidate);
    if (rest.length > 0) waiting.set(candidate, rest);
    waitingCount--;
    begin(candidate);
    start?.();
  }

  return async function run<T>(task: () => Promise<T>, person: Owner = Symbol()): Promise<T> {
    if (mayRun(person)) begin(person);
    else {
      const own = waiting.get(person) ?? [];
      if (own.length >= ofOne.waiting) throw (ofOne.busy ?? busyWithOthers)();
      if (waitingCount >= waitingMax) throw overloaded();
      waitingCount++;
      await new Promise<void>((start) => waiting.set(person, [...own, start]));
    }
    try {
      return await task();
    } finally {
      end(person);
    }
  };
}

const busyWithOthers = () =>
  new ApiError(
    "rate_limited",
    "Your other files are still being prepared. Please try again in a few seconds.",
    { headers: { "Retry-After": "3" } },
  );
