import "server-only";
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { overloaded } from "@/lib/platform/errors";
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
 * Whose turn it is: a browser that has signed in to the account before, or a member; or else
 * everyone at a site together.
 */
export type Turn = { isKnown: boolean; of: string };

/**
 * Hashing runs on libuv's four threads, which also read files and resolve names, so one stays free.
 * People who have signed in before do not queue behind strangers, among whom sites take turns: one
 * that asks for a thousand hashes makes others wait for one or two of them. At about 40 ms a hash,
 * a request admitted to a queue waits some four seconds at most.
 */
const QUEUES = {
  known: createSemaphore(1, 100, { running: 1, waiting: 20, busy: overloaded }),
  strangers: createSemaphore(2, 200, { running: 2, waiting: 100, busy: overloaded }),
};

const inTurn = <T>({ isKnown, of }: Turn, task: () => Promise<T>): Promise<T> =>
  QUEUES[isKnown ? "known" : "strangers"](task, of);

/** Throws `unavailable` (503) while too many wait, as `matchesHash` does. */
export async function hashPassword(password: string, turn: Turn): Promise<string> {
  return inTurn(turn, () => hash(password.normalize("NFKC"), options()));
}

/** A hash no password matches, made once. Comparing with it takes as long as with a real one. */
let unmatchable: Promise<string> | undefined;
export function unmatchableHash(): Promise<string> {
  unmatchable ??= hash(randomBytes(32).toString("base64"), options());
  return unmatchable;
}

/** Compares in constant time. */
export async function matchesHash(stored: string, password: string, turn: Turn): Promise<boolean> {
  return inTurn(turn, () => verify(stored, password.normalize("NFKC"), options()));
}
