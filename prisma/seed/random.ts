/** A small seeded generator (mulberry32): the same seed makes the same campus on every machine. */
export type Random = {
  /** A number from `from` (inclusive) to `to` (exclusive). */
  between(from: number, to: number): number;
  chance(probability: number): boolean;
  shuffle<T>(items: readonly T[]): T[];
};

export function randomFrom(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (from: number, to: number) => from + (to - from) * next();
  return {
    between,
    chance: (probability) => next() < probability,
    shuffle: (items) => {
      const mixed = [...items];
      for (let i = mixed.length - 1; i > 0; i--) {
        const j = Math.floor(between(0, i + 1));
        const swapped = mixed[i] as (typeof items)[number];
        mixed[i] = mixed[j] as (typeof items)[number];
        mixed[j] = swapped;
      }
      return mixed;
    },
  };
}
