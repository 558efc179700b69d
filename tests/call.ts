import { AsyncLocalStorage } from "node:async_hooks";
import { isIP } from "node:net";
import type * as z from "zod";
import type { RouteHandler } from "@/lib/api/server/route";
import { onSignal } from "@/lib/platform/signals";
import { withRequest } from "@/tests/next-headers";

/**
 * Calls an exported route handler with a real Request, as Next does. It checks in every answer what
 * holds for all of them (docs/api.md, The rules of every call): a request id, no caching, and
 * errors as JSON with `error` and `message`; and that the route names the limits that reject it.
 */

export type CallOptions = {
  method?: string;
  /** The path of the request URL. */
  path?: string;
  params?: Record<string, string | string[]>;
  query?: Record<string, string | number | undefined>;
  /** Sent as JSON, except that a string is sent unchanged and FormData as a form. */
  body?: unknown;
  /** The bearer token. */
  token?: string | undefined;
  headers?: Record<string, string>;
  /** The browser's cookies. The answer's cookies are stored in it, as a browser does. */
  browser?: Map<string, string> | undefined;
  /** The client's IP address, as our own server passes it on. */
  ip?: string;
  /** Without it, an answer of 500 or above fails the test. */
  mayFail?: boolean;
};

export type Reply = {
  status: number;
  /** The parsed JSON; undefined without a body. */
  body: unknown;
  /** The error code; undefined on success. */
  error: string | undefined;
  headers: Headers;
  /** The body parsed with its schema. Fails the test on an error or a body that does not match. */
  read: <S extends z.ZodType>(schema: S) => z.output<S>;
};

/** The limits that have rejected the call that is being made. */
const rejections = new AsyncLocalStorage<string[]>();
onSignal("rejection", ({ limit }) => rejections.getStore()?.push(limit));

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function call(handler: RouteHandler, options: CallOptions = {}): Promise<Reply> {
  // Next.js has none for a path without parameters.
  const hasParams = Object.keys(options.params ?? {}).length > 0;
  const params = Promise.resolve(hasParams ? options.params : undefined);
  const request = makeRequest(options);
  const rejecting: string[] = [];
  const response = await rejections.run(rejecting, () =>
    withRequest(request, () => handler(request, { params })),
  );
  expect(rejecting.filter((limit) => !limitsOf(handler).includes(limit))).toEqual([]);
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    options.browser?.set(name, value);
  }
  return readReply(response, options);
}

/** The limits that a route says it has, which /api/openapi.json repeats. */
function limitsOf({ contract }: RouteHandler): string[] {
  if (!contract) return [];
  const { access, limit, limits = [] } = contract;
  const own = limit ?? (access === "member" ? "read" : undefined);
  return own ? [own, ...limits] : limits;
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
  // Whatever is no address would be the same "unknown" network as any other.
  if (options.ip && !isIP(options.ip)) throw new Error(`${options.ip} is no network address.`);
  if (options.ip) headers.set("X-Client-Address", options.ip);
  const { body } = options;
  const isForm = body instanceof FormData;
  if (body !== undefined && !isForm) headers.set("Content-Type", "application/json");
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  const payload =
    body === undefined ? null : isForm || typeof body === "string" ? body : JSON.stringify(body);
  return new Request(url, { method: options.method ?? "GET", headers, body: payload });
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
    read: (schema) => {
      if (response.status >= 400) throw new Error(`Answered with ${response.status}: ${text}`);
      return schema.parse(body);
    },
  };
}
