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

/**
 * Values by key, each until it expires. Of more than `max` values the least recently used are
 * dropped, so that no flood of keys can fill the memory or empty the cache.
 */
export class ExpiringCache<Value> {
  readonly #entries = new Map<string, { value: Value; until: number }>();

  constructor(private readonly max: number) {}

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    if (entry.until <= Date.now()) return undefined;
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Stores a value for `ms` milliseconds, by default for good. */
  set(key: string, value: Value, ms = Number.POSITIVE_INFINITY): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: Date.now() + ms });
    if (this.#entries.size <= this.max) return;
    const [leastRecent = ""] = this.#entries.keys();
    this.#entries.delete(leastRecent);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}
