import "server-only";
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { keyFor } from "@/lib/platform/keys";

/**
 * Refresh tokens: `<session id>.<256 random bits>.<mark>`; the mark shows that we made it, so that
 * a made-up token is merely refused, while an old one of ours that is used again ends its family.
 * Only a hash is stored. The successor of a rotated token is kept sealed with a key that only the
 * rotated token's holder can make, so that a parallel refresh within the grace gets the same answer
 * without the successor lying readable in the database.
 */

export type RefreshToken = { sessionId: string; token: string; hash: Uint8Array<ArrayBuffer> };

/** A new token of a session. */
export function makeRefreshToken(sessionId: string): RefreshToken {
  const unmarked = `${sessionId}.${randomBytes(32).toString("base64url")}`;
  const token = `${unmarked}.${signatureOf(unmarked)}`;
  return { sessionId, token, hash: hashOf(token) };
}

/** The session a token of ours is of, and the token's hash; undefined when we did not make it. */
export function readRefreshToken(token: string): RefreshToken | undefined {
  const match = /^(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43})\.([\w-]{22})$/.exec(token);
  const [, unmarked = "", sessionId = "", mark = ""] = match ?? [];
  if (!match || !timingSafeEqual(Buffer.from(mark), Buffer.from(signatureOf(unmarked)))) return undefined;
  return { sessionId, token, hash: hashOf(token) };
}

/** 128 bits that only we can make. */
const signatureOf = (unmarked: string) =>
  createHmac("sha256", keyFor("refresh-mark"))
    .update(unmarked)
    .digest()
    .subarray(0, 16)
    .toString("base64url");

const hashOf = (token: string) => new Uint8Array(createHash("sha256").update(token).digest());

/** Compares two hashes in constant time. */
export function sameHash(a: Uint8Array, b: Uint8Array | null): boolean {
  return b !== null && a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

const sealKey = (token: string) => createHmac("sha256", keyFor("refresh-seal")).update(token).digest();
const IV = 12;
const TAG = 16;

/** Seals `successor` so that only the holder of `token` gets it back. */
export function encryptNextToken(token: string, successor: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(IV);
  const cipher = createCipheriv("aes-256-gcm", sealKey(token), iv);
  const sealed = Buffer.concat([cipher.update(successor, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), sealed]));
}

/** The successor sealed with `token`. Throws when it was sealed with another. */
export function decryptNextToken(token: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", sealKey(token), bytes.subarray(0, IV));
  decipher.setAuthTag(bytes.subarray(IV, IV + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString("utf8");
}
