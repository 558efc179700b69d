/**
 * Counts as the specification shows them (§9): plain below 1,000, then K, then M from 1,000,000, with one decimal
 * that is left out when it is zero. Rounded down, so that nothing claims more than there is.
 */
export function formatCount(count: number): string {
  if (count < 1_000) return String(count);
  const [unit, sign] = count < 1_000_000 ? [1_000, "K"] : [1_000_000, "M"];
  return `${Math.floor(count / (unit / 10)) / 10}${sign}`;
}

/** Every digit, in groups of three: `12,345`. (`toLocaleString` takes a phone tens of milliseconds to begin with.) */
export function exactCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** An unread badge: 9+ above nine. */
export function formatBadge(count: number): string {
  return count > 9 ? "9+" : String(count);
}
