import "server-only";
import { PASSWORD_HEADER } from "@/lib/dev/schema";
import { env } from "@/lib/platform/env";
import { isSecret } from "@/lib/platform/keys";

/**
 * Who may read the outbox, and so sign in to every account. With OUTBOX_PASSWORD, anyone
 * who sends it. Without, only requests from this machine whose host is this machine: a site that
 * points its own name here (DNS rebinding) sends that name as the host, and a proxy in front of us
 * may send ours for people who are elsewhere.
 */

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

export type OutboxAccess = "granted" | "password_needed" | "foreign_host";

export function outboxAccess(headers: Headers): OutboxAccess {
  const { OUTBOX_PASSWORD, APP_URL } = env();
  if (OUTBOX_PASSWORD) return isSecret(passwordOf(headers), OUTBOX_PASSWORD) ? "granted" : "password_needed";
  if (isForwarded(headers)) return "foreign_host";
  const host = headers.get("host");
  // Browsers always send it.
  if (host === null) return "granted";
  const isOwnHost = URL.canParse(`http://${host}`)
    ? [...LOOPBACK, new URL(APP_URL).hostname].includes(new URL(`http://${host}`).hostname)
    : false;
  return isOwnHost ? "granted" : "foreign_host";
}

const FORWARDED = [
  "forwarded",
  "via",
  "x-real-ip",
  "x-forwarded-server",
  "cf-connecting-ip",
  "true-client-ip",
];

/**
 * True for a request that a proxy passed on. Next.js itself adds X-Forwarded-For, with the address
 * of the socket.
 */
function isForwarded(headers: Headers): boolean {
  if (FORWARDED.some((name) => headers.has(name))) return true;
  const addresses = headers.get("x-forwarded-for")?.split(",") ?? [];
  return addresses.some((address) => !/^(127\.[\d.]+|::1|::ffff:127\.[\d.]+)$/.test(address.trim()));
}

function passwordOf(headers: Headers): string {
  const [scheme, credentials = ""] = (headers.get("authorization") ?? "").split(" ");
  if (scheme?.toLowerCase() !== "basic") return headers.get(PASSWORD_HEADER) ?? "";
  const pair = Buffer.from(credentials, "base64").toString();
  return pair.slice(pair.indexOf(":") + 1);
}
