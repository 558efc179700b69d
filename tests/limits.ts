import { defaultLimit, LIMIT_NAMES, type LimitName } from "@/lib/platform/limits";

/** Lifts all rate limits for the rest of the test file. */
export function liftLimits(): void {
  for (const name of LIMIT_NAMES) setLimit(name, 1_000_000, 60);
}

/** Sets a limit as a deployment would: `count` uses in `seconds`. */
export function setLimit(name: LimitName, count: number, seconds: number): void {
  process.env[`LIMIT_${name.toUpperCase()}`] = `${count}/${seconds}`;
}

/** Resets a limit to its default in production. */
export function resetLimit(name: LimitName): void {
  const { count, seconds } = defaultLimit(name, false);
  setLimit(name, count, seconds);
}
