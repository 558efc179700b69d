/**
 * A count as it is shown: in full below 1,000, then in K, and from a million in M, always with one
 * decimal. It rounds to the nearest, so 999,950 reads 1.0M and not 1000.0K.
 */
export function formatCount(count: number): string {
  if (count < 1_000) return String(count);
  const tenthsOfK = Math.round(count / 100);
  if (tenthsOfK < 10_000) return `${(tenthsOfK / 10).toFixed(1)}K`;
  return `${(Math.round(count / 100_000) / 10).toFixed(1)}M`;
}

/**
 * All digits in groups of three: `12,345`. The first `toLocaleString` would take a phone tens of
 * milliseconds.
 */
export function exactCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A count with its unit: `1 like`, `1,240 likes`. */
export const countOf = (count: number, unit: string) =>
  `${exactCount(count)} ${unit}${count === 1 ? "" : "s"}`;

/** An unread badge: 9+ above nine. */
export function formatBadge(count: number): string {
  return count > 9 ? "9+" : String(count);
}
