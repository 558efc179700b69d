import "server-only";
import { LRUCache } from "lru-cache";

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

/**
 * Caches what `read` finds for each of `max` keys, for `ms` from when the read began; concurrent
 * callers share one read. A failure is not cached. `forget` is for code that changes what is read.
 */
export function cacheByKey<T>(
  { ms, max }: { ms: number; max: number },
  read: (key: string) => Promise<T>,
): { (key: string): Promise<T>; forget(key: string): void } {
  const cached = new LRUCache<string, Promise<T>>({ max, ttl: ms, ttlResolution: 0 });
  const get = (key: string) => {
    const known = cached.get(key);
    if (known) return known;
    const result = read(key);
    cached.set(key, result);
    result.catch(() => {
      if (cached.peek(key) === result) cached.delete(key);
    });
    return result;
  };
  return Object.assign(get, { forget: (key: string) => void cached.delete(key) });
}
