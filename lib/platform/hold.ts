import "server-only";

/**
 * A read whose answer is the same for everybody, asked for at most once at a time and held for `ms` after it came. A
 * failure is told to those who asked, and kept from who asks next. `forget` is for tests.
 */
export function hold<T>(ms: number, read: () => Promise<T>): { (): Promise<T>; forget(): void } {
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
        asked.until = 0;
      },
    );
    return asked.answer;
  };
  const forget = () => {
    held = undefined;
  };
  return Object.assign(ask, { forget });
}
