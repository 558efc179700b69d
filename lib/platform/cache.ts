import "server-only";

/**
 * Caches the result of `read` for `ms` after it arrives; concurrent callers share one read. A
 * failure is cached for `failureMs`, by default not at all: then only the callers that shared the
 * read see it. `clear` is for tests.
 */
export function cacheFor<T>(
  ms: number,
  read: () => Promise<T>,
  failureMs = 0,
): { (): Promise<T>; clear(): void } {
  let cached: { result: Promise<T>; until: number } | undefined;
  const get = () => {
    if (cached && cached.until > Date.now()) return cached.result;
    const entry = { result: read(), until: Number.POSITIVE_INFINITY };
    cached = entry;
    entry.result.then(
      () => {
        entry.until = Date.now() + ms;
      },
      () => {
        entry.until = Date.now() + failureMs;
      },
    );
    return entry.result;
  };
  const clear = () => {
    cached = undefined;
  };
  return Object.assign(get, { clear });
}
