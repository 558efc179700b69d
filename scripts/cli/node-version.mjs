import { CliError } from "./cli-error.mjs";

/**
 * Rejects a Node older than package.json requires: 20.19, the first with everything Next.js and
 * Prisma use.
 */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new CliError(`Campus Circle needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

/** Warns of a Node that works, but gets no fixes any more. */
export function warnOfOldNode() {
  if (process.versions.node.startsWith("20.")) {
    console.warn("Node 20 has had no security fixes since April 2026: better take Node 24.");
  }
}
