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
 * Refresh tokens: `<session id>.<256 random bits>.<signature>`. The signature distinguishes a
 * forged token, which is only rejected, from an old one of ours, whose reuse ends the whole family.
 * Only a hash of the token is stored. The successor of a rotated token is stored encrypted with a
 * key derived from the rotated token: a parallel refresh within the grace period gets the same
 * answer, and the database alone reveals nothing.
 */

export type RefreshToken = { sessionId: string; token: string; hash: Uint8Array<ArrayBuffer> };

/** A new token for a session. */
export function makeRefreshToken(sessionId: string): RefreshToken {
  const unsigned = `${sessionId}.${randomBytes(32).toString("base64url")}`;
  const token = `${unsigned}.${signatureOf(unsigned)}`;
  return { sessionId, token, hash: hashOf(token) };
}

/** The session and hash of a token; undefined when we did not sign it. */
export function readRefreshToken(token: string): RefreshToken | undefined {
  const match = /^(([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43})\.([\w-]{22})$/.exec(token);
  const [, unsigned = "", sessionId = "", signature = ""] = match ?? [];
  if (!match || !timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(unsigned))))
    return undefined;
  return { sessionId, token, hash: hashOf(token) };
}

/** A 128-bit MAC. */
const signatureOf = (unsigned: string) =>
  createHmac("sha256", keyFor("refresh-mark"))
    .update(unsigned)
    .digest()
    .subarray(0, 16)
    .toString("base64url");

const hashOf = (token: string) => new Uint8Array(createHash("sha256").update(token).digest());

/** Compares two hashes in constant time. */
export function sameHash(a: Uint8Array, b: Uint8Array | null): boolean {
  return b !== null && a.byteLength === b.byteLength && timingSafeEqual(a, b);
}

const keyFromToken = (token: string) => createHmac("sha256", keyFor("refresh-seal")).update(token).digest();
const IV = 12;
const TAG = 16;

/** Encrypts `successor` so that only the holder of `token` can decrypt it. */
export function encryptNextToken(token: string, successor: string): Uint8Array<ArrayBuffer> {
  const iv = randomBytes(IV);
  const cipher = createCipheriv("aes-256-gcm", keyFromToken(token), iv);
  const sealed = Buffer.concat([cipher.update(successor, "utf8"), cipher.final()]);
  return new Uint8Array(Buffer.concat([iv, cipher.getAuthTag(), sealed]));
}

/** Decrypts the successor of `token`. Throws when it was encrypted with another token. */
export function decryptNextToken(token: string, sealed: Uint8Array): string {
  const bytes = Buffer.from(sealed);
  const decipher = createDecipheriv("aes-256-gcm", keyFromToken(token), bytes.subarray(0, IV));
  decipher.setAuthTag(bytes.subarray(IV, IV + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString("utf8");
}
