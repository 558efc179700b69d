import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { resetEnvForTests } from "@/lib/platform/env";

/** A fake Google: it serves its own keys on localhost and signs credentials with them. */

export const CLIENT_ID = "campus-circle.apps.googleusercontent.com";
const ISSUER = "https://accounts.google.com";

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** `hanging` accepts requests and never answers. */
type Behaviour = "well" | "failing" | "hanging";

export type GoogleIssuer = {
  /** Signs a valid credential with `claims` replaced; `undefined` leaves a claim out. */
  sign: (claims: JWTPayload, options?: { alg?: string; kid?: string; foreign?: boolean }) => Promise<string>;
  /** Sets how the key server behaves from now on. */
  behave: (behaviour: Behaviour) => void;
  /** The public key in PEM format. */
  publicKey: string;
  close: () => Promise<void>;
};

export async function startGoogleIssuer(): Promise<GoogleIssuer> {
  const own = await generateKeyPair("RS256", { extractable: true });
  const foreign = await generateKeyPair("RS256");
  let behaviour: Behaviour = "well";
  const server = await listen(own, () => behaviour);
  Object.assign(process.env, {
    GOOGLE_JWKS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/certs`,
    ALLOW_TEST_ISSUER: "1",
    NEXT_PUBLIC_GOOGLE_CLIENT_ID: CLIENT_ID,
  });
  resetEnvForTests();
  return {
    sign: (claims, options = {}) => sign(options.foreign ? foreign : own, claims, options),
    behave: (next) => {
      behaviour = next;
    },
    publicKey: await exportSPKI(own.publicKey),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function listen(own: KeyPair, behaviour: () => Behaviour): Promise<Server> {
  const keys = JSON.stringify({
    keys: [{ ...(await exportJWK(own.publicKey)), kid: "one", alg: "RS256", use: "sig" }],
  });
  const server = createServer((_, response) => {
    if (behaviour() === "hanging") return;
    response.writeHead(behaviour() === "well" ? 200 : 500, {
      "Content-Type": "application/json",
      Connection: "close",
    });
    response.end(behaviour() === "well" ? keys : "{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function sign(keys: KeyPair, claims: JWTPayload, { kid = "one" }: { kid?: string }): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const validClaims = {
    iss: ISSUER,
    aud: CLIENT_ID,
    iat: now,
    exp: now + 3600,
    email_verified: true,
    name: "Ananya Singh",
  };
  return new SignJWT({ ...validClaims, ...claims })
    .setProtectedHeader({ alg: "RS256", kid })
    .sign(keys.privateKey);
}
