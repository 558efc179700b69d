import "server-only";
import { createHmac, randomBytes } from "node:crypto";
import { NextRequest, NextResponse } from "next/server";
import { keyFor } from "@/lib/platform/keys";
import { authOptions } from "@/lib/sessions/server/auth-options";

/**
 * Which browser is asking: a random nonce in a cookie that only `/api/auth` receives. It names no
 * person and signs no one in. It distinguishes the browser that asked for a code from strangers, so
 * their attempts count against strangers and never lock the owner out.
 */

const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

const cookieName = () => `${authOptions.useSecureCookies ? "__Secure-" : ""}campus-circle.browser`;

/**
 * The browser that asks for a code or an account, and the `Set-Cookie` value that identifies it
 * from now on. `hasCookie` is true when it had the cookie already.
 */
export function askingBrowser(request: Request): { browser: string; hasCookie: boolean; cookie: string } {
  const { browser, signInBrowser, cookie } = signingInBrowser(request);
  return { browser: signInBrowser, hasCookie: browser !== undefined, cookie };
}

/**
 * The browser that signs in: `browser` from the cookie it sent, undefined without one;
 * `signInBrowser` from the cookie it is about to get.
 */
export function signingInBrowser(request: Request): {
  browser: string | undefined;
  signInBrowser: string;
  cookie: string;
} {
  const sentNonce = readNonce(request);
  const nonce = sentNonce ?? randomBytes(32).toString("base64url");
  const { cookies } = new NextResponse();
  cookies.set(cookieName(), nonce, {
    path: "/api/auth",
    maxAge: MAX_AGE_SECONDS,
    httpOnly: true,
    sameSite: "lax",
    secure: authOptions.useSecureCookies,
  });
  return {
    browser: sentNonce ? pseudonym("browser", sentNonce) : undefined,
    signInBrowser: pseudonym("browser", nonce),
    cookie: cookies.toString(),
  };
}

function readNonce({ url, headers }: Request): string | undefined {
  const value = new NextRequest(url, { headers }).cookies.get(cookieName())?.value;
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
}

/**
 * A pseudonym for an address, a browser, a link or a member, which can be compared but not
 * reversed: 128 bits of a keyed hash.
 */
export function pseudonym(
  kind: "browser" | "mailbox" | "network" | "link" | "member",
  value: string,
): string {
  return createHmac("sha256", keyFor("pseudonym"))
    .update(`${kind}:${value}`)
    .digest()
    .subarray(0, 16)
    .toString("base64url");
}
