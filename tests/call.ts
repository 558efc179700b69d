import type * as z from "zod";
import type { RouteHandler } from "@/lib/api/server/route";
import { withRequest } from "@/tests/next-headers";

/**
 * Calls an exported route handler with a real Request, as Next does, and checks of every answer
 * what the API promises of all of them (contract §2): a request id, no caching, and for an error `{
 * error, message }` in JSON.
 */

export type CallOptions = {
  method?: string;
  /** The address below the site, for the query and the log. */
  path?: string;
  params?: Record<string, string | string[]>;
  query?: Record<string, string | number | undefined>;
  /**
   * Sent as JSON; a string is sent as it is, to send what is no JSON. FormData is sent as a form.
   */
  body?: unknown;
  /** The bearer. */
  token?: string | undefined;
  headers?: Record<string, string>;
  /** The browser's cookies; those the answer sets are kept, as a browser does. */
  browser?: Map<string, string> | undefined;
  /** The caller's address as our own server passes it on. */
  ip?: string;
  /** Set where the test wants to see a failure of ours (500, 502, 503). */
  mayFail?: boolean;
};

export type Reply = {
  status: number;
  /** Parsed JSON; undefined when there is no body. */
  body: unknown;
  /** The error's code; undefined for a success. */
  error: string | undefined;
  headers: Headers;
  /** The body of a success as its contract says; fails the test for any other answer. */
  read: <S extends z.ZodType>(contract: S) => z.output<S>;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function call(handler: RouteHandler, options: CallOptions = {}): Promise<Reply> {
  const params = Promise.resolve(options.params ?? {});
  const request = makeRequest(options);
  const response = await withRequest(request, () => handler(request, { params }));
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    options.browser?.set(name, value);
  }
  return readReply(response, options);
}

export function makeRequest(options: CallOptions): Request {
  const url = new URL(options.path ?? "/api", "http://localhost:3000");
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== undefined) url.searchParams.append(name, String(value));
  }
  const headers = new Headers();
  if (options.token !== undefined) headers.set("Authorization", `Bearer ${options.token}`);
  if (options.browser?.size) {
    headers.set("Cookie", [...options.browser].map(([name, value]) => `${name}=${value}`).join("; "));
  }
  if (options.ip) headers.set("X-Client-Address", options.ip);
  const { body } = options;
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set("Content-Type", "application/json");
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const sent = body === undefined ? null : isForm || typeof body === "string" ? body : JSON.stringify(body);
  return new Request(url, { method: options.method ?? "GET", headers, body: sent });
}

async function readReply(response: Response, options: CallOptions): Promise<Reply> {
  const text = await response.text();
  const body: unknown = text === "" ? undefined : JSON.parse(text);
  expect(response.headers.get("X-Request-Id")).toMatch(UUID);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  if (body !== undefined) expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
  if (response.status >= 400) {
    expect(body).toMatchObject({
      error: expect.stringMatching(/^[a-z_]+$/),
      message: expect.stringMatching(/\S/),
    });
    if (!options.mayFail && response.status >= 500) throw new Error(`The server failed: ${text}`);
  }
  const error = response.status < 400 ? undefined : (body as { error: string }).error;
  return {
    status: response.status,
    body,
    error,
    headers: response.headers,
    read: (contract) => {
      if (response.status >= 400) throw new Error(`Refused with ${response.status}: ${text}`);
      return contract.parse(body);
    },
  };
}
