import "server-only";
import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";
import { env } from "@/lib/platform/env";

/** One secret, a separate key for each use, so that nothing made for one opens another. */
type KeyUse =
  | "access-token"
  | "code-pepper"
  | "pseudonym"
  | "refresh-seal"
  | "refresh-mark"
  | "upload-signature";

const keys = new Map<string, KeyObject>();

/** The key of 32 bytes derived from NEXTAUTH_SECRET for one use. */
export function keyFor(use: KeyUse): KeyObject {
  const secret = env().NEXTAUTH_SECRET;
  const name = `${use}:${secret}`;
  let key = keys.get(name);
  if (!key) {
    key = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "campus-circle", use, 32)));
    keys.set(name, key);
  }
  return key;
}
