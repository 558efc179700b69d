import "server-only";
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { keyFor } from "@/lib/auth/keys";

/**
 * Passwords and one-time codes at rest: argon2id with a random salt and a pepper that the database does not hold.
 * 19 MiB and 2 passes are OWASP's minimum for argon2id.
 */
const options = () => ({ memoryCost: 19_456, timeCost: 2, parallelism: 1, secret: keyFor("code-pepper") });

export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), options());
}

/** A hash that no password has: comparing with it takes as long as with a real one. */
let unmatchable: Promise<string> | undefined;
export function unmatchableHash(): Promise<string> {
  unmatchable ??= hashPassword(randomBytes(32).toString("base64"));
  return unmatchable;
}

/** Compares in constant time. */
export async function matchesHash(stored: string, password: string): Promise<boolean> {
  return verify(stored, password.normalize("NFKC"), options());
}
