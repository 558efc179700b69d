import "server-only";
import { EncryptJWT, jwtDecrypt } from "jose";
import { NextRequest, NextResponse } from "next/server";
import { keyFor } from "@/lib/platform/keys";
import type { OidcAttempt, OidcIdentity } from "@/lib/platform/oidc";
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

function setCookie(value: string, maxAge: number): string {
  const options = {
    path: "/",
    httpOnly: true,
    sameSite: "lax" as const,
    secure: authOptions.useSecureCookies,
  };
  return new NextResponse().cookies.set(cookieName(), value, { ...options, maxAge }).toString();
}
