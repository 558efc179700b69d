import "server-only";
import { createHash, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/platform/env";

/** Each use has its own key, so that nothing signed for one is valid for another. */
type KeyUse =
  | "access-token"
  | "code-pepper"
  | "former-member"
  | "oidc"
  | "pseudonym"
  | "refresh-seal"
  | "refresh-mark"
  | "upload-signature";

const keys = new Map<string, KeyObject>();

/** What is compared with years later, and must outlive a change of NEXTAUTH_SECRET. */
const LASTING: ReadonlySet<KeyUse> = new Set(["code-pepper", "former-member"]);

/**
 * The 32-byte key for one use, derived from NEXTAUTH_SECRET, or from PASSWORD_PEPPER, if there is
 * one, for what must outlive that.
 */
export const keyFor = (use: KeyUse): KeyObject =>
  derive("campus-circle", use, LASTING.has(use) ? env().PASSWORD_PEPPER : undefined);

/** The key that next-auth derives from NEXTAUTH_SECRET to encrypt its cookie. */
export const nextAuthKey = (): KeyObject => derive("", "NextAuth.js Generated Encryption Key");

function derive(salt: string, info: string, secret = env().NEXTAUTH_SECRET): KeyObject {
  const name = `${salt}:${info}:${secret}`;
  let key = keys.get(name);
  if (!key) {
    key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, salt, info, 32)));
    keys.set(name, key);
  }
  return key;
}

/** Whether `given` is the secret. Takes equally long for every wrong one. */
export function isSecret(given: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}
