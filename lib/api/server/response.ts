import "server-only";
import type * as z from "zod";
import { toApiError } from "@/lib/platform/db-errors";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { INTERNAL_ERROR } from "@/lib/text/errors";

/** The response to a call that succeeded. An undefined answer is a 204. */
export function respond(
  answer: unknown,
  options: { answer?: z.ZodType | undefined; status?: number | undefined },
): Response {
  if (answer instanceof Response) return answer;
  if (answer === undefined) return new Response(null, { status: 204 });
  // Development and tests check the answer against its schema; production does not pay for that.
  const body =
    options.answer && env().NODE_ENV !== "production" ? parseStrictly(options.answer, answer) : answer;
  return json(body, options.status ?? 200);
}

/** Redirects the browser that opened this address, with a cookie. */
export const redirectTo = ({ location, cookie }: { location: string; cookie: string }): Response =>
  new Response(null, { status: 303, headers: { Location: location, "Set-Cookie": cookie } });

function json(body: unknown, status: number, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8", ...headers },
  });
}

/** The response to a call that failed. An unexpected error is logged, not described. */
export function errorResponse(thrown: unknown, requestId: string): Response {
  const error = thrown instanceof ApiError ? thrown : toApiError(thrown);
  if (error) {
    const { code, message, issues, extra } = error;
    return json(
      { error: code, message, ...(issues ? { issues } : {}), ...extra },
      error.status,
      error.headers,
    );
  }
  log().error({ requestId, err: thrown }, "unexpected error");
  return json({ error: "internal", message: INTERNAL_ERROR, requestId }, 500);
}

/**
 * Parses an answer and throws when it has a field that its schema does not name. A plain parse
 * would drop the field and hide that production, which does not parse answers, sends it.
 */
export function parseStrictly<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.parse(answer);
  const unknown = unknownFields(JSON.parse(JSON.stringify(answer)), parsed, "");
  if (unknown.length > 0) throw new Error(`The schema does not name these fields: ${unknown.join(", ")}`);
  return parsed;
}

function unknownFields(sent: unknown, parsed: unknown, path: string): string[] {
  if (typeof sent !== "object" || sent === null) return [];
  const fields = (parsed ?? {}) as Record<string, unknown>;
  return Object.entries(sent).flatMap(([name, value]) => {
    const fieldPath = path ? `${path}.${name}` : name;
    return Object.hasOwn(fields, name) ? unknownFields(value, fields[name], fieldPath) : [fieldPath];
  });
}
