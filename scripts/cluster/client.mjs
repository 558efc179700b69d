import { readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../cli/environment.mjs";

/** A person's browser, as far as the checks need one: it stores cookies and has a bearer. */
export class Browser {
  /** @type {Map<string, string>} */
  cookies = new Map();
  token = "";
  id = "";

  /**
   * @param {string} address of an instance or the load balancer
   * @param {string} method
   * @param {string} url a path of the API
   * @param {unknown} [body] a form, or anything that serializes to JSON
   * @param {{ sendsCookies?: boolean, headers?: Record<string, string> }} [options]
   * @returns {Promise<{ status: number, body: any }>}
   */
  async call(address, method, url, body, { sendsCookies = true, headers = {} } = {}) {
    const isForm = body instanceof FormData;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url.startsWith("/") ? `${address}/api${url}` : url, {
      method,
      headers: {
        ...headers,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(sendsCookies && cookie ? { cookie } : {}),
        ...(body === undefined || isForm ? {} : { "content-type": "application/json" }),
      },
      body: isForm ? body : body === undefined ? null : JSON.stringify(body),
    });
    for (const header of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      this.cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }

  /**
   * Like `call`, for calls that have to succeed.
   * @param {string} address
   * @param {string} method
   * @param {string} url
   * @param {unknown} [body]
   * @param {{ sendsCookies?: boolean }} [options]
   */
  async succeed(address, method, url, body, options) {
    const answer = await this.call(address, method, url, body, options);
    if (answer.status >= 400)
      throw new Error(`${method} ${url} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
}

let people = 0;

/**
 * A new person, signed in with the code in the outbox.
 * @param {string} address
 */
export async function signUp(address) {
  const browser = new Browser();
  const email = `cluster.${Date.now().toString(36)}.${++people}@mitsgwl.ac.in`;
  await browser.succeed(address, "POST", "/auth/register", { email, collegeName: "MITS" });
  await browser.succeed(address, "POST", "/auth/send-otp", { email });
  const { mails } = await browser.succeed(address, "GET", `/dev/outbox?to=${email}`);
  const otp = /^\d{6}/.exec(mails[0]?.subject ?? "")?.[0];
  const { accessToken, user } = await browser.succeed(address, "POST", "/auth/check-otp", { email, otp });
  browser.token = accessToken;
  browser.id = user._id;
  await browser.succeed(address, "PUT", `/users/${user._id}`, { name: `Cluster Person ${people}` });
  return browser;
}

/**
 * Publishes a picture.
 * @param {string} address
 * @param {Browser} browser
 * @param {string} caption
 * @returns {Promise<any>} the post
 */
export async function publish(address, browser, caption) {
  const ticket = await browser.succeed(address, "POST", "/upload/signature", { mediaType: "image" });
  const form = new FormData();
  for (const [name, value] of Object.entries(ticket.fields)) form.set(name, String(value));
  const picture = readFileSync(path.join(ROOT, "public/icons/icon-192.png"));
  form.set("file", new Blob([picture], { type: "image/png" }), "picture.png");
  const { secure_url: cloudinaryUrl } = await new Browser().succeed(address, "POST", ticket.uploadUrl, form);
  const upload = { cloudinaryUrl, mediaType: "image", caption };
  return (await browser.succeed(address, "POST", "/upload/pre-calculated", upload)).post;
}

/**
 * Begins an upload in pieces.
 * @param {string} address
 * @param {Browser} browser
 * @param {Buffer} video
 * @returns {Promise<(address: string, start: number, end: number) => Promise<{ status: number, body: any }>>}
 *   sends one piece to one instance
 */
export async function beginPieces(address, browser, video) {
  const ticket = await browser.succeed(address, "POST", "/upload/signature", { mediaType: "video" });
  const { pathname, search } = new URL(ticket.uploadUrl);
  return async (instance, start, end) => {
    const response = await fetch(instance + pathname + search, {
      method: "PUT",
      headers: { "content-range": `bytes ${start}-${end - 1}/${video.length}` },
      body: new Uint8Array(video.subarray(start, end)),
    });
    return { status: response.status, body: await response.json() };
  };
}

/**
 * Opens a person's live stream.
 * @param {string} address
 * @param {Browser} browser
 * @param {() => void} onEvent called for each event with notifications
 * @returns {Promise<{ ended: Promise<void>, close: () => void }>} once it is open
 */
export async function openStream(address, browser, onEvent) {
  const abort = new AbortController();
  const response = await fetch(`${address}/api/notifications/stream`, {
    headers: { authorization: `Bearer ${browser.token}` },
    signal: abort.signal,
  });
  if (!response.ok || !response.body) throw new Error(`The stream answered ${response.status}.`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value.includes("event: notifications")) onEvent();
    }
  };
  // A stream that is cut ends with an error, and for its reader that is an end as well.
  const ended = read().catch(() => undefined);
  return { ended, close: () => abort.abort() };
}
