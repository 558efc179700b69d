import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { NextRequest, NextResponse } from "next/server";
import { keyFor } from "@/lib/platform/keys";
import { authOptions } from "@/lib/sessions/server/auth-options";

/**
 * Which browser is asking: a random nonce in a cookie that only `/api/auth` gets to see. It says
 * nothing of a person and signs nobody in. It sets the browser that asked for a code apart from
 * strangers, so that what strangers try is counted against strangers and never closes the owner's
 * way in.
 */

const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

const cookieName = () => `${authOptions.useSecureCookies ? "__Secure-" : ""}campus-circle.browser`;

/**
 * The browser that asks for something new, with a nonce from now on, and the `Set-Cookie` value by
 * which it is known again. `hasCookie` tells whether it was known before.
 */
export function askingBrowser(request: Request): { browser: string; hasCookie: boolean; cookie: string } {
  const { browser, signInBrowser, cookie } = signingInBrowser(request);
  return { browser: signInBrowser, hasCookie: browser !== undefined, cookie };
}

/**
 * The browser that signs in: `browser` as its cookie says, undefined without one; `signInBrowser`
 * as it is known afterwards by the `Set-Cookie` value.
 */
export function signingInBrowser(request: Request): {
  browser: string | undefined;
  signInBrowser: string;
  cookie: string;
} {
  const known = nonceOf(request);
  const nonce = known ?? randomBytes(32).toString("base64url");
  const { cookies } = new NextResponse();
  cookies.set(cookieName(), nonce, {
    path: "/api/auth",
    maxAge: MAX_AGE_SECONDS,
    httpOnly: true,
    sameSite: "lax",
    secure: authOptions.useSecureCookies,
  });
  return {
    browser: known ? pseudonym("browser", known) : undefined,
    signInBrowser: pseudonym("browser", nonce),
    cookie: cookies.toString(),
  };
}

function nonceOf({ url, headers }: Request): string | undefined {
  const value = new NextRequest(url, { headers }).cookies.get(cookieName())?.value;
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/**
 * A name for an address or a browser that can be compared and not read: 128 bits of a keyed hash.
 */
export function pseudonym(kind: "browser" | "mailbox" | "network", value: string): string {
  return createHmac("sha256", keyFor("pseudonym"))
    .update(`${kind}:${value}`)
    .digest()
    .subarray(0, 16)
    .toString("base64url");
}
