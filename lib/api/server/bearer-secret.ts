import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { notFoundError } from "@/lib/platform/errors";

const digest = (text: string) => createHash("sha256").update(text).digest();

/**
 * For calls of machines with a secret of the environment. Throws `not_found` unless the request
 * bears it; without a secret, always.
 */
export function requireSecret({ headers }: Request, secret: string | undefined): void {
  const authorization = headers.get("authorization") ?? "";
  if (!secret || !timingSafeEqual(digest(authorization), digest(`Bearer ${secret}`))) throw notFoundError();
}
