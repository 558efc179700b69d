import "server-only";
import { type JWTDecryptOptions, jwtDecrypt } from "jose";
import type { NextAuthOptions } from "next-auth";
import type { JWT, JWTDecodeParams } from "next-auth/jwt";
import { env } from "@/lib/platform/env";
import { nextAuthKey } from "@/lib/platform/keys";
import { log } from "@/lib/platform/log";

declare module "next-auth/jwt" {
  /** Claims of the session cookie, which only this server can sign. */
  interface JWT {
    sub: string;
    sid: string;
    profileComplete: boolean;
  }
}

/** How long a session lasts without being refreshed, and with it the cookie. */
export const REFRESH_DAYS = 30;

const DECRYPTION: JWTDecryptOptions = {
  keyManagementAlgorithms: ["dir"],
  contentEncryptionAlgorithms: ["A256GCM"],
  clockTolerance: 15,
};

/**
 * Reads a cookie as next-auth does, which would derive its key again for every cookie it reads.
 * Throws when the cookie is invalid.
 */
async function decode({ token }: JWTDecodeParams): Promise<JWT | null> {
  return token ? (await jwtDecrypt<JWT>(token, nextAuthKey(), DECRYPTION)).payload : null;
}

const isSecure = () => env().APP_URL.startsWith("https://");

/**
 * next-auth's settings: one cookie with a JWT, which opens pages and nothing else
 * (docs/decisions/0001). There are no providers or pages of next-auth: people sign in through API
 * calls, which answer with tokens and set the cookie with these settings
 * (lib/sessions/server/cookie.ts). What depends on the environment is a getter, because `next
 * build` has none.
 */
export const authOptions = {
  providers: [],
  session: { strategy: "jwt", maxAge: REFRESH_DAYS * 24 * 60 * 60 },
  jwt: { decode },
  callbacks: {
    session: ({ session: { expires }, token }: { session: { expires: string }; token: JWT }) => ({
      userId: token.sub,
      sessionId: token.sid,
      expires,
    }),
  },
  logger: {
    // An expired or foreign cookie is an error to next-auth, but none of ours.
    error: (code, metadata) =>
      log().debug({ code, err: "error" in metadata ? metadata.error : metadata }, "next-auth"),
    warn: (code) => log().warn({ code }, "next-auth"),
  },
  get secret() {
    return env().NEXTAUTH_SECRET;
  },
  get useSecureCookies() {
    return isSecure();
  },
  get cookies() {
    const secure = isSecure();
    return {
      sessionToken: {
        // The prefix makes browsers accept the cookie from this host alone, and only over https.
        name: `${secure ? "__Host-" : ""}next-auth.session-token`,
        options: { path: "/", httpOnly: true, sameSite: "lax" as const, secure },
      },
    };
  },
} satisfies NextAuthOptions;
