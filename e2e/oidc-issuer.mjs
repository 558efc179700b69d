import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

/**
 * An issuer of OpenID Connect with keys of its own, as a college runs one, for tests and journeys:
 * the authorization code flow with PKCE. It knows everyone, and believes what they say. The product
 * trusts it only where ALLOW_TEST_ISSUER is set, which production rejects.
 */

const CLIENT = { id: "campus-circle", secret: "sesame & 1" };

/**
 * How it misbehaves: `claims` replace the claims of the token (undefined leaves one out), `foreign`
 * signs with a key that is not its own, `alg` is the header's, `userinfo` is that answer.
 * @typedef {{ claims?: Record<string, unknown>, foreign?: boolean, userinfo?: object,
 *   basicOnly?: boolean, answers?: "well" | "failing" | "hanging" }} Behaviour
 */

/**
 * Starts the issuer on a free port of 127.0.0.1.
 * @returns {Promise<{ env: Record<string, string>, behaviour: Behaviour,
 *   signIn: (url: string, person: { sub?: string, email?: string, name?: string }) => string,
 *   stop: () => Promise<void> }>} the environment of the product; how it behaves, to be changed;
 *   what a person does at the address they are led to, which returns where they are led back; and a
 *   function that stops it
 */
export async function startOidcIssuer() {
  const own = await generateKeyPair("RS256");
  const foreign = await generateKeyPair("RS256");
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "one", alg: "RS256", use: "sig" };
  /** @type {Map<string, { person: Record<string, unknown>, asked: URLSearchParams }>} */
  const codes = new Map();
  /** @type {Behaviour} */
  const behaviour = {};
  /** @type {unknown} */
  let lastSub;
  let url = "";

  /** @param {URLSearchParams} asked @param {Record<string, string>} answer */
  const leadBack = (asked, answer) =>
    `${asked.get("redirect_uri")}?${new URLSearchParams({ ...answer, state: asked.get("state") ?? "", iss: url })}`;

  /** @param {string} address @param {{ sub?: string, email?: string, name?: string }} person */
  const signIn = (address, person) => {
    const code = randomUUID();
    const asked = new URL(address).searchParams;
    codes.set(code, {
      person: { sub: `at-college-${person.email}`, email_verified: true, ...person },
      asked,
    });
    return leadBack(asked, { code });
  };

  /** @param {URLSearchParams} form @param {string | undefined} authorization */
  async function exchange(form, authorization) {
    const [user, password] = atob(authorization?.replace("Basic ", "") ?? "")
      .split(":")
      .map((text) => decodeURIComponent(text.replaceAll("+", " ")));
    const isClient = behaviour.basicOnly
      ? user === CLIENT.id && password === CLIENT.secret
      : form.get("client_id") === CLIENT.id && form.get("client_secret") === CLIENT.secret;
    if (!isClient) return { status: 401, body: { error: "invalid_client" } };
    const code = form.get("code") ?? "";
    const known = codes.get(code);
    codes.delete(code);
    lastSub = known?.person.sub;
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isTheirs =
      known?.asked.get("code_challenge") === challenge &&
      known.asked.get("code_challenge_method") === "S256" &&
      known.asked.get("redirect_uri") === form.get("redirect_uri");
    if (!known || !isTheirs) return { status: 400, body: { error: "invalid_grant" } };
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      ...{ iss: url, aud: CLIENT.id, iat: now, exp: now + 600, auth_time: now },
      nonce: known.asked.get("nonce"),
    };
    const token = new SignJWT({ ...claims, ...known.person, ...behaviour.claims });
    token.setProtectedHeader({ alg: "RS256", kid: "one" });
    const id_token = await token.sign((behaviour.foreign ? foreign : own).privateKey);
    return { status: 200, body: { access_token: code, token_type: "Bearer", id_token } };
  }

  /**
   * @param {import("node:http").IncomingMessage} request
   * @returns {Promise<{ status: number, body?: object, html?: string, to?: string }>}
   */
  async function answer(request) {
    let text = "";
    for await (const chunk of request) text += chunk;
    const { pathname, searchParams } = new URL(request.url ?? "", url);
    switch (pathname) {
      case "/.well-known/openid-configuration":
        return { status: 200, body: metadata() };
      case "/keys":
        return { status: 200, body: { keys: [jwk] } };
      case "/token":
        return exchange(new URLSearchParams(text), request.headers.authorization);
      case "/userinfo":
        return { status: 200, body: { sub: lastSub, ...behaviour.userinfo } };
      case "/authorize": {
        if (request.method === "GET")
          return { status: 200, html: page(leadBack(searchParams, { error: "access_denied" })) };
        return {
          status: 303,
          to: signIn(`${url}${request.url}`, Object.fromEntries(new URLSearchParams(text))),
        };
      }
      default:
        return { status: 404, body: {} };
    }
  }

  const metadata = () => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    userinfo_endpoint: `${url}/userinfo`,
    end_session_endpoint: `${url}/logout`,
    jwks_uri: `${url}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: [
      behaviour.basicOnly ? "client_secret_basic" : "client_secret_post",
    ],
    authorization_response_iss_parameter_supported: true,
  });

  const failing = { status: 503, body: {}, html: undefined, to: undefined };
  const server = createServer(async (request, response) => {
    if (behaviour.answers === "hanging") return;
    const { status, body, html, to } = behaviour.answers === "failing" ? failing : await answer(request);
    const type = html ? "text/html" : "application/json";
    response.writeHead(status, {
      "Content-Type": type,
      Connection: "close",
      ...(to ? { Location: to } : {}),
    });
    response.end(html ?? JSON.stringify(body ?? {}));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  if (!address || typeof address === "string") throw new Error("The test issuer has no address.");
  url = `http://127.0.0.1:${address.port}`;

  return {
    env: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: "College account",
      ALLOW_TEST_ISSUER: "1",
    },
    behaviour,
    signIn,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** @param {string} cancel */
const page = (cancel) => `<!doctype html><html lang="en"><title>Sign in at the college</title>
<form method="post"><label>Email <input name="email"></label><label>Name <input name="name"></label>
<button>Sign in</button> <a href="${cancel.replaceAll("&", "&amp;")}">Cancel</a></form></html>`;
