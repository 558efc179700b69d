import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { demoDomain } from "../cli/campus.mjs";

/**
 * Replaces Google in embedded mode, so that signing in with it can be walked through without a
 * cloud account: its script, its page to choose an account, and its keys. It listens on this
 * machine alone. The browser reaches it through the app, at /dev/google/ (middleware.ts), and the
 * app trusts it only where ALLOW_TEST_ISSUER is set, which production rejects.
 */

const CLIENT_ID = "campus-circle.apps.googleusercontent.com";
const ISSUER = "https://accounts.google.com";

/** Accounts of the demo campus, in the order of the page. */
const accounts = () => [
  { about: "a member", name: "Aarav Sharma", email: `aarav.sharma@${demoDomain()}` },
  { about: "new, of the college", name: "Nandini Pillai", email: `newcomer.${random()}@${demoDomain()}` },
  { about: "new, from elsewhere", name: "Om Prakash", email: "om.prakash@gmail.com" },
  { about: "switched off here", name: "Varun Khanna", email: `varun.khanna@${demoDomain()}` },
];

const random = () => randomBytes(3).toString("hex");

/**
 * Starts it on a free port, unless a real client id is set.
 * @returns {Promise<() => Promise<void>>} stops it
 */
export async function provideGoogle() {
  if (process.env.NEXT_PUBLIC_GOOGLE_CLIENT_ID) return async () => undefined;
  const { publicKey, privateKey } = await generateKeyPair("RS256");
  const key = { ...(await exportJWK(publicKey)), kid: "stand-in", alg: "RS256", use: "sig" };

  /** @param {Record<string, string>} claims `sub` and `name` may be left out */
  const sign = ({ email = "", ...claims }) => {
    const now = Math.floor(Date.now() / 1000);
    const standard = { iss: ISSUER, aud: CLIENT_ID, iat: now, exp: now + 600, email_verified: true };
    return new SignJWT({ ...standard, sub: `stand-in-${email}`, email, ...claims })
      .setProtectedHeader({ alg: "RS256", kid: key.kid })
      .sign(privateKey);
  };

  /**
   * @param {URL} address
   * @returns {Promise<{ type: string, body: string, policy?: string }> | undefined}
   */
  const answer = ({ pathname, searchParams }) => {
    switch (pathname) {
      case "/certs":
        return Promise.resolve({ type: "application/json", body: JSON.stringify({ keys: [key] }) });
      case "/client.js":
        return Promise.resolve({ type: "text/javascript", body: `(${script})();` });
      case "/credential":
        return sign(Object.fromEntries(searchParams)).then((body) => ({ type: "text/plain", body }));
      case "/choose":
        return Promise.resolve(page());
      default:
        return undefined;
    }
  };

  const server = createServer(async (request, response) => {
    const found = await answer(new URL(request.url ?? "", "http://127.0.0.1"));
    response.writeHead(found ? 200 : 404, {
      "Content-Type": `${found?.type ?? "text/plain"}; charset=utf-8`,
      "Content-Security-Policy": found?.policy ?? "default-src 'none'",
      "Cache-Control": "no-store",
    });
    response.end(found?.body ?? "Not found");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const bound = server.address();
  if (!bound || typeof bound === "string") throw new Error("The stand-in for Google has no address.");
  const url = `http://127.0.0.1:${bound.port}`;
  Object.assign(process.env, {
    NEXT_PUBLIC_GOOGLE_CLIENT_ID: CLIENT_ID,
    GOOGLE_JWKS_URL: `${url}/certs`,
    GOOGLE_ISSUER_URL: url,
    ALLOW_TEST_ISSUER: "1",
  });
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
}

/** The script that the login page loads: the part of Google's that it uses, run in the browser. */
function script() {
  /** @type {(answer: { credential: string }) => void} */
  let callback = () => undefined;
  const choose = () => window.open("/dev/google/choose", "google", "popup,width=460,height=760");
  window.addEventListener("message", ({ origin, data }) => {
    if (origin === location.origin && data?.googleCredential) callback({ credential: data.googleCredential });
  });
  const id = {
    /** @param {{ callback: typeof callback }} options */
    initialize(options) {
      callback = options.callback;
    },
    /** @param {HTMLElement} parent @param {{ width: number, theme: string }} look */
    renderButton(parent, look) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Continue with Google";
      const isDark = look.theme === "filled_black";
      Object.assign(button.style, {
        width: `${look.width}px`,
        height: "40px",
        borderRadius: "20px",
        border: `1px solid ${isDark ? "#8e918f" : "#747775"}`,
        background: isDark ? "#131314" : "#fff",
        color: isDark ? "#e3e3e3" : "#1f1f1f",
        font: "500 14px Arial, sans-serif",
        cursor: "pointer",
      });
      button.addEventListener("click", choose);
      parent.append(button);
    },
    prompt: choose,
    cancel() {},
    disableAutoSelect() {},
  };
  Object.assign(window, { google: { accounts: { id } } });
}

/** The page to choose an account. */
function page() {
  const nonce = randomBytes(16).toString("base64");
  const buttons = accounts().map(
    ({ about, name, email }) =>
      `<li><button data-email="${email}" data-name="${name}"><b>${name}</b> ${email}<small>${about}</small></button></li>`,
  );
  return {
    type: "text/html",
    policy: `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    body: `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Choose an account</title>
<style nonce="${nonce}">
  :root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif; }
  body { max-width: 26rem; margin: 0 auto; padding: 1.5rem 1rem; }
  h1 { margin: 0 0 0.25rem; font-size: 1.5rem; }
  ul { padding: 0; list-style: none; }
  button, input { box-sizing: border-box; width: 100%; min-height: 2.75rem; margin: 0.25rem 0; padding: 0.5rem 0.75rem; border: 1px solid; border-radius: 0.5rem; font: inherit; text-align: left; }
  button { cursor: pointer; }
  b, small { display: block; }
</style>
<main>
<h1>Choose an account</h1>
<p>This page stands in for Google on this machine. Nobody is asked for a password.</p>
<ul>${buttons.join("")}</ul>
<form>
<label>Email of another account <input name="email" type="email" required></label>
<label>Name (optional) <input name="name"></label>
<button>Use this account</button>
</form>
</main>
<script nonce="${nonce}">(${chooser})();</script>
</html>`,
  };
}

/** What the page does, run in the browser: hands the credential to the login page and closes. */
function chooser() {
  /** @param {Record<string, string>} account */
  const choose = async (account) => {
    const answer = await fetch(`/dev/google/credential?${new URLSearchParams(account)}`);
    window.opener?.postMessage({ googleCredential: await answer.text() }, location.origin);
    window.close();
  };
  for (const button of document.querySelectorAll("button[data-email]")) {
    const { email = "", name = "" } = /** @type {HTMLElement} */ (button).dataset;
    button.addEventListener("click", () => choose({ email, name }));
  }
  document.querySelector("form")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const typed = new FormData(/** @type {HTMLFormElement} */ (event.target));
    void choose({ email: String(typed.get("email")), name: String(typed.get("name")) });
  });
}
