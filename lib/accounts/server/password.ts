import "server-only";
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { keyFor } from "@/lib/platform/keys";
import { createSemaphore } from "@/lib/platform/semaphore";

/**
 * Passwords and one-time codes at rest: argon2id with a random salt and a pepper that the database
 * does not hold. 19 MiB and 2 passes are OWASP's minimum for argon2id.
 */
const options = () => ({
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  secret: keyFor("code-pepper").export(),
});

/**
 * Hashing runs on libuv's four threads, which also read files and look up names: two of them stay
 * free for that. At some 40 ms a hash, whoever is let in to wait has an answer within four seconds.
 */
const inTurn = createSemaphore(2, 200);

export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize("NFKC"), options()));
}

/** A hash that no password has: comparing with it takes as long as with a real one. */
let unmatchable: Promise<string> | undefined;
export function unmatchableHash(): Promise<string> {
  unmatchable ??= hashPassword(randomBytes(32).toString("base64"));
  return unmatchable;
}

/** Compares in constant time. */
export async function matchesHash(stored: string, password: string): Promise<boolean> {
  return inTurn(() => verify(stored, password.normalize("NFKC"), options()));
}
