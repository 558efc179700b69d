import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { keyFor } from "@/lib/auth/keys";
import { env } from "@/lib/platform/env";

/**
 * Which browser is asking: a random nonce in a cookie that only `/api/auth` gets to see. It says nothing of a person and
 * signs nobody in. It sets the browser that asked for a code apart from strangers, so that what strangers try is
 * counted against strangers and never closes the owner's way in.
 */

const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

const isSecure = () => env().APP_URL.startsWith("https://");

const cookieName = () => `${isSecure() ? "__Secure-" : ""}campus-circle.browser`;

/**
 * The browser that asks for something new, with a nonce from now on, and the `Set-Cookie` value by which it is known again.
 * `hasCookie` tells whether it was known before.
 */
export function askingBrowser(request: Request): { browser: string; hasCookie: boolean; cookie: string } {
  const { browser, signInBrowser, cookie } = signingInBrowser(request);
  return { browser: signInBrowser, hasCookie: browser !== undefined, cookie };
}

/**
 * The browser that signs in: `browser` as its cookie says, undefined without one; `signInBrowser` as it is known afterwards
 * by the `Set-Cookie` value.
 */
export function signingInBrowser(request: Request): {
  browser: string | undefined;
  signInBrowser: string;
  cookie: string;
} {
  const known = nonceOf(request);
  const nonce = known ?? randomBytes(32).toString("base64url");
  const attributes = `Path=/api/auth; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax`;
  return {
    browser: known ? pseudonym("browser", known) : undefined,
    signInBrowser: pseudonym("browser", nonce),
    cookie: `${cookieName()}=${nonce}; ${attributes}${isSecure() ? "; Secure" : ""}`,
  };
}

function nonceOf(request: Request): string | undefined {
  const pairs = (request.headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(`${cookieName()}=`))?.slice(cookieName().length + 1);
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/** A name for an address or a browser that can be compared and not read: 128 bits of a keyed hash. */
export function pseudonym(kind: "browser" | "mailbox" | "network", value: string): string {
  return createHmac("sha256", keyFor("pseudonym"))
    .update(`${kind}:${value}`)
    .digest()
    .subarray(0, 16)
    .toString("base64url");
}
