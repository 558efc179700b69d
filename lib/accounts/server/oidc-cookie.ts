import "server-only";
import { EncryptJWT, jwtDecrypt } from "jose";
import { NextRequest, NextResponse } from "next/server";
import { keyFor } from "@/lib/platform/keys";
import type { OidcAttempt, OidcIdentity } from "@/lib/platform/oidc";
import { AT_ISSUER, SIGNED_OUT } from "@/lib/sessions/marker-cookies";
import { authOptions } from "@/lib/sessions/server/auth-options";

/**
 * What a browser carries through a sign-in at the college's issuer, in one short-lived cookie that
 * only this server reads: first the attempt it began, then the identity it came back with.
 */

type Content = { attempt: OidcAttempt; identity: OidcIdentity };

/** In seconds: long enough for a password and a second factor, and for a page to load. */
const LIFETIME: Record<keyof Content, number> = { attempt: 10 * 60, identity: 2 * 60 };

const ENCRYPTION = { alg: "dir", enc: "A256GCM" };

const cookieName = () => `${authOptions.useSecureCookies ? "__Host-" : ""}campus-circle.oidc`;

/** A `Set-Cookie` value that carries the content. */
export async function sealInCookie<K extends keyof Content>(kind: K, content: Content[K]): Promise<string> {
  const sealed = await new EncryptJWT({ [kind]: content })
    .setProtectedHeader(ENCRYPTION)
    .setExpirationTime(`${LIFETIME[kind]}s`)
    .encrypt(keyFor("oidc"));
  return setCookie(sealed, LIFETIME[kind]);
}

/** A `Set-Cookie` value that removes it. */
export const clearOidcCookie = (): string => setCookie("", 0);

/** Marks a browser in which someone has logged out, until the next sign-in at the issuer. */
const LEFT = "campus-circle.left";
/** As long as a refresh token lives. */
const LEFT_SECONDS = 30 * 24 * 60 * 60;

/** A `Set-Cookie` value for a logout, and one for the sign-in after it. */
export const markLeft = (): string => setCookie("1", LEFT_SECONDS, { name: LEFT });
export const clearLeft = (): string => setCookie("", 0, { name: LEFT });

/** `Set-Cookie` values that say to the browser whether logging out goes by way of the issuer. */
export const markAtIssuer = (): string => setCookie("1", LEFT_SECONDS, { name: AT_ISSUER, httpOnly: false });
export const clearAtIssuer = (): string => setCookie("", 0, { name: AT_ISSUER, httpOnly: false });

/** Whether someone has logged out in this browser, even if the server did not learn of it. */
export function hasLoggedOut({ url, headers }: Request): boolean {
  const { cookies } = new NextRequest(url, { headers });
  return [LEFT, SIGNED_OUT].some((name) => cookies.get(name)?.value === "1");
}

/** What the browser carries of that kind; undefined without any, or once it has expired. */
export async function readCookie<K extends keyof Content>(
  kind: K,
  { url, headers }: Request,
): Promise<Content[K] | undefined> {
  const sealed = new NextRequest(url, { headers }).cookies.get(cookieName())?.value;
  if (!sealed) return undefined;
  try {
    const { payload } = await jwtDecrypt<Partial<Content>>(sealed, keyFor("oidc"), {
      keyManagementAlgorithms: [ENCRYPTION.alg],
      contentEncryptionAlgorithms: [ENCRYPTION.enc],
    });
    return payload[kind] as Content[K] | undefined;
  } catch {
    // Expired, or none of ours.
    return undefined;
  }
}

function setCookie(
  value: string,
  maxAge: number,
  { name = cookieName(), httpOnly = true }: { name?: string; httpOnly?: boolean } = {},
): string {
  const options = {
    path: "/",
    httpOnly,
    sameSite: "lax" as const,
    secure: authOptions.useSecureCookies,
  };
  return new NextResponse().cookies.set(name, value, { ...options, maxAge }).toString();
}
