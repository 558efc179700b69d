import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/**
 * A fake of Google's token issuer for journeys, with keys of its own. The product trusts it only
 * where ALLOW_TEST_ISSUER is set, which production rejects.
 */

const CLIENT_ID = "campus-circle.apps.googleusercontent.com";
const ISSUER = "https://accounts.google.com";

/**
 * Starts the issuer on a free port of 127.0.0.1. `GET /certs` returns the keys, `POST /credential`
 * signs the claims it is sent.
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<void> }>} the environment
 *   of the product and the journeys, and a function that stops the issuer
 */
export async function startGoogleIssuer() {
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const keys = JSON.stringify({
    keys: [{ ...(await exportJWK(publicKey)), kid: "e2e", alg: "RS256", use: "sig" }],
  });

  const server = createServer(async (request, response) => {
    if (request.url === "/certs") {
      response.writeHead(200, { "Content-Type": "application/json" }).end(keys);
      return;
    }
    let text = "";
    for await (const chunk of request) text += chunk;
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: ISSUER,
      aud: CLIENT_ID,
      iat: now,
      exp: now + 600,
      email_verified: true,
      ...JSON.parse(text),
    };
    const credential = await new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: "e2e" })
      .sign(privateKey);
    response.writeHead(200, { "Content-Type": "text/plain" }).end(credential);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The test issuer has no address.");
  const url = `http://127.0.0.1:${address.port}`;

  return {
    env: {
      NEXT_PUBLIC_GOOGLE_CLIENT_ID: CLIENT_ID,
      GOOGLE_JWKS_URL: `${url}/certs`,
      ALLOW_TEST_ISSUER: "1",
      GOOGLE_ISSUER_URL: url,
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
