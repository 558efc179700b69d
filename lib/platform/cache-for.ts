import "server-only";

/**
 * A read whose answer is the same for everybody, asked for at most once at a time and held for `ms`
 * after it came. A failure is held for `failureMs`: unless told otherwise, only those who asked
 * hear of it. `clear` is for tests.
 */
export function cacheFor<T>(
  ms: number,
  read: () => Promise<T>,
  failureMs = 0,
): { (): Promise<T>; clear(): void } {
  let held: { answer: Promise<T>; until: number } | undefined;
  const ask = () => {
    if (held && held.until > Date.now()) return held.answer;
    const asked = { answer: read(), until: Number.POSITIVE_INFINITY };
    held = asked;
    asked.answer.then(
      () => {
        asked.until = Date.now() + ms;
      },
      () => {
        asked.until = Date.now() + failureMs;
      },
    );
    return asked.answer;
  };
  const clear = () => {
    held = undefined;
  };
  return Object.assign(ask, { clear });
}
