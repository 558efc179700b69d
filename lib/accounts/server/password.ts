import "server-only";
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { keyFor } from "@/lib/platform/keys";
import { createSemaphore } from "@/lib/platform/semaphore";

/**
 * Hashes of passwords and one-time codes: argon2id with a random salt and a pepper stored outside
 * the database. 19 MiB and 2 passes are OWASP's minimum for argon2id.
 */
const options = () => ({
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
  secret: keyFor("code-pepper").export(),
});

/**
 * Hashing runs on libuv's four threads, which also read files and resolve names, so two stay free.
 * At about 40 ms a hash, a request admitted to the queue waits four seconds at most.
 */
const withHashSlot = createSemaphore(2, 200);

export async function hashPassword(password: string): Promise<string> {
  return withHashSlot(() => hash(password.normalize("NFKC"), options()));
}

/** A hash no password matches. Comparing with it takes as long as with a real one. */
let unmatchable: Promise<string> | undefined;
export function unmatchableHash(): Promise<string> {
  unmatchable ??= hashPassword(randomBytes(32).toString("base64")).catch((error: unknown) => {
    // Not cached when the queue was full: the next call tries again.
    unmatchable = undefined;
    throw error;
  });
  return unmatchable;
}

/** Compares in constant time. */
export async function matchesHash(stored: string, password: string): Promise<boolean> {
  return withHashSlot(() => verify(stored, password.normalize("NFKC"), options()));
}
