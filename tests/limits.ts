import { LIMIT_NAMES, type LimitName } from "@/lib/platform/rate-limit";

/** Lifts every limit for the rest of the file, where something else is tested. */
export function liftLimits(): void {
  for (const name of LIMIT_NAMES) setLimit(name, 1_000_000, 60);
}

/** Sets one limit as a deployment would: `count` uses in `seconds`. */
export function setLimit(name: LimitName, count: number, seconds: number): void {
  process.env[`LIMIT_${name.toUpperCase()}`] = `${count}/${seconds}`;
}

/** Puts one limit back to what the product promises. */
export function resetLimit(name: LimitName): void {
  delete process.env[`LIMIT_${name.toUpperCase()}`];
}
