import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { RouteHandler } from "@/lib/api/server/route";
import { type CallOptions, call, type Reply } from "@/tests/call";

/**
 * Calls the API by path: it finds the route file as Next does and calls its handler, so that a test
 * reads like a client: `api.post(`/posts/${id}/like`, { token })`.
 */

const ROOT = join(__dirname, "../app/api");

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;
export type Method = (typeof METHODS)[number];
export type RouteModule = Record<Method, RouteHandler>;

/** Every folder of app/api with a route file, as its segments: `["posts", "[postId]", "like"]`. */
export const ROUTES: string[][] = readdirSync(ROOT, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name === "route.ts")
  .map((entry) => entry.parentPath.slice(ROOT.length).split("/").filter(Boolean))
  .sort();

/** The paths that next-auth's catch-all route answers. */
const NEXT_AUTH = ["csrf", "session", "signout"];

/** The path of every route, as segments, without the routes that answer unknown paths. */
export const ADDRESSES: string[][] = ROUTES.flatMap((segments) => {
  const name = segments.at(-1) ?? "";
  if (name === "[...nextauth]") return NEXT_AUTH.map((action) => [...segments.slice(0, -1), action]);
  return name.startsWith("[...") ? [] : [segments];
});

/** The handlers of one route file. */
export async function loadRoute(segments: string[]): Promise<RouteModule> {
  return import(join(ROOT, ...segments, "route.ts"));
}

type Match = { segments: string[]; params: Record<string, string | string[]> };

/** The route of a path: fixed names win over parameters, and parameters over catch-alls. */
export function matchRoute(path: string): Match {
  const parts = path.split("/").filter(Boolean).map(decodeURIComponent);
  const matches = ROUTES.map((segments) => matchSegments(segments, parts)).filter(
    (match) => match !== undefined,
  );
  const best = matches.sort((a, b) => (rank(a) < rank(b) ? -1 : 1))[0];
  if (!best) throw new Error(`/api${path} has no route.`);
  return best;
}

const rank = ({ segments }: Match) =>
  segments.map((name) => (name.startsWith("[...") ? "2" : name.startsWith("[") ? "1" : "0")).join("");

function matchSegments(segments: string[], parts: string[]): Match | undefined {
  const params: Match["params"] = {};
  for (const [index, segment] of segments.entries()) {
    const [, dots, name] = /^\[(\.\.\.)?(\w+)\]$/.exec(segment) ?? [];
    const part = parts[index];
    if (part === undefined) return undefined;
    if (name && dots) return { segments, params: { ...params, [name]: parts.slice(index) } };
    if (name) params[name] = part;
    else if (segment !== part) return undefined;
  }
  return segments.length === parts.length ? { segments, params } : undefined;
}

type ApiOptions = Omit<CallOptions, "method" | "path" | "params">;

/** Calls the API by method and path below /api. */
export async function request(method: Method, path: string, options: ApiOptions = {}): Promise<Reply> {
  const { segments, params } = matchRoute(path);
  const route = await loadRoute(segments);
  return call(route[method], { ...options, method, path: `/api${path}`, params });
}

const by =
  (method: Method) =>
  (path: string, options?: ApiOptions): Promise<Reply> =>
    request(method, path, options);

export const api = {
  get: by("GET"),
  post: by("POST"),
  put: by("PUT"),
  patch: by("PATCH"),
  delete: by("DELETE"),
  options: by("OPTIONS"),
};

/** The path of a route, with an id that nothing has for each parameter. */
export const pathOf = (segments: readonly string[]): string =>
  `/${segments.map((name) => (name.startsWith("[") ? crypto.randomUUID() : name)).join("/")}`;

export type Call = { method: Method; segments: string[]; name: string };

/** Every call, named `METHOD /route`, from the `Allow` header of each route. */
export async function listCalls(): Promise<Call[]> {
  const calls: Call[] = [];
  for (const segments of ADDRESSES) {
    const allow = (await api.options(pathOf(segments))).headers.get("Allow") ?? "";
    for (const method of allow.split(", ") as Method[]) {
      if (!["OPTIONS", "HEAD"].includes(method)) {
        calls.push({ method, segments, name: `${method} /${segments.join("/")}` });
      }
    }
  }
  return calls;
}
