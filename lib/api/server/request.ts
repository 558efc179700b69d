import "server-only";
import type * as z from "zod";
import { LIMIT_MAX } from "@/lib/api/pagination";
import { type ReadBody, readJson } from "@/lib/api/server/body";
import type { Caller, Parsed, Schema } from "@/lib/api/server/contract";
import { clientNetwork } from "@/lib/platform/client-network";
import { ApiError, notFoundError } from "@/lib/platform/errors";

/** What a request says: who calls, which route, with which parameters, query and body. */

/** Read when asked for: most calls of members need neither. */
export const callerOf = ({ headers }: Request): Caller => ({
  get ip() {
    return clientNetwork(headers);
  },
  get userAgent() {
    return (headers.get("user-agent") ?? "").slice(0, 300);
  },
});

/**
 * The pattern of the route that answers a path, for the log and for metrics, which must not grow
 * with what callers make up: `/api/posts/0190…` becomes `/api/posts/[postId]`.
 */
export function routeName(path: string, params: Record<string, string | string[] | undefined>): string {
  const segments = path.split("/");
  for (const [name, value] of Object.entries(params)) {
    if (Array.isArray(value)) {
      segments.splice(-value.length, value.length, `[...${name}]`);
      continue;
    }
    const position = segments.findLastIndex((segment) => value !== undefined && isSame(segment, value));
    if (position < 0) return UNKNOWN;
    segments[position] = `[${name}]`;
  }
  return segments.join("/");
}

/** A path in which a parameter is not found again. */
const UNKNOWN = "other";

const isSame = (segment: string, value: string) => segment === value || encodeURIComponent(value) === segment;

export const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

/** Reads are paid by the rows that are asked for; a list of the usual ten is one. */
const ROWS_OF_ONE = 10;

export function costOfRead(request: Request): number {
  const rows = Number(new URL(request.url).searchParams.get("limit"));
  // Any other number is no limit, which is said when the query is parsed.
  return rows > 0 && rows <= LIMIT_MAX ? Math.ceil(rows / ROWS_OF_ONE) : 1;
}

export function parseParams<S extends Schema>(
  schema: S | undefined,
  params: Record<string, unknown>,
): Parsed<S> {
  if (!schema) return undefined as Parsed<S>;
  const result = schema.safeParse(params);
  if (!result.success) throw notFoundError();
  return result.data as Parsed<S>;
}

export function parseQuery<S extends Schema>(schema: S | undefined, request: Request): Parsed<S> {
  if (!schema) return undefined as Parsed<S>;
  const values: Record<string, string | string[]> = {};
  for (const [key, value] of new URL(request.url).searchParams) {
    const previous = values[key];
    values[key] = previous === undefined ? value : [previous, value].flat();
  }
  return parseWith(schema, values) as Parsed<S>;
}

export async function parseBody<S extends Schema>(
  schema: S | undefined,
  request: Request,
  max: number,
): Promise<Parsed<S>> {
  if (!schema) return undefined as Parsed<S>;
  const body: ReadBody = await readJson(request, max);
  return parseWith(schema, body.empty ? undefined : body.value) as Parsed<S>;
}

/**
 * Parses a value. Throws `validation` (400) when it is invalid, with the message of the first
 * issue.
 */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, 20).map((issue) => ({
    path: issue.path.map(String).join("."),
    message: issue.message,
  }));
  throw new ApiError("validation", issues[0]?.message ?? "That does not look right.", { issues });
}
