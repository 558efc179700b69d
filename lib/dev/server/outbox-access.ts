import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { PASSWORD_HEADER } from "@/lib/dev/schema";
import { env } from "@/lib/platform/env";

/**
 * Who may read the embedded outbox, and with it every account. With OUTBOX_PASSWORD: who shows it.
 * Without: who asks by an address of this machine, for a page of another site that had its own name
 * lead here (DNS rebinding) asks by that name.
 */

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

export type OutboxAccess = "granted" | "password_needed" | "foreign_host";

export function outboxAccess(headers: Headers): OutboxAccess {
  const { OUTBOX_PASSWORD, APP_URL } = env();
  if (OUTBOX_PASSWORD) return equals(givenPassword(headers), OUTBOX_PASSWORD) ? "granted" : "password_needed";
  const host = headers.get("host");
  // Browsers always say it.
  if (host === null) return "granted";
  const isOurs = URL.canParse(`http://${host}`)
    ? [...LOOPBACK, new URL(APP_URL).hostname].includes(new URL(`http://${host}`).hostname)
    : false;
  return isOurs ? "granted" : "foreign_host";
}

function givenPassword(headers: Headers): string {
  const [scheme, credentials = ""] = (headers.get("authorization") ?? "").split(" ");
  if (scheme?.toLowerCase() !== "basic") return headers.get(PASSWORD_HEADER) ?? "";
  const pair = Buffer.from(credentials, "base64").toString();
  return pair.slice(pair.indexOf(":") + 1);
}

function equals(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
