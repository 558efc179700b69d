import "server-only";
import { randomUUID } from "node:crypto";
import type * as z from "zod";
import { LIMIT_MAX } from "@/lib/api/pagination";
import { ANONYMOUS_JSON_MAX, MEMBER_JSON_MAX, type ReadBody, readJson } from "@/lib/api/server/body";
import { errorResponse, respond } from "@/lib/api/server/response";
import { routeName } from "@/lib/api/server/route-name";
import { clientNetwork } from "@/lib/platform/client-network";
import { ApiError, notFoundError } from "@/lib/platform/errors";
import type { LimitName } from "@/lib/platform/limits";
import { log, withRequestContext } from "@/lib/platform/log";
import { takeLimit } from "@/lib/platform/rate-limit";
import { sendSignal } from "@/lib/platform/signals";
import { takeToken } from "@/lib/platform/token-bucket";
import type { StaffRole } from "@/lib/sessions/schema";
import {
  authenticate,
  isKeptOut,
  suspendedError,
  type Viewer,
  waitingError,
} from "@/lib/sessions/server/access";
import { pseudonym } from "@/lib/sessions/server/browser";
import { markWrite } from "@/lib/sessions/server/read-your-writes";
import { isoDay } from "@/lib/time/relative-time";

/**
 * Every route is a `memberRoute`, which needs a bearer, or a `publicRoute`. Both run the same steps
 * in the same order: request id → authentication → rate limit → parse → handler → check the answer
 * (outside production) → JSON. No other code turns an error into a response. `grep -r publicRoute
 * app/api` lists the whole unauthenticated surface.
 */

type Schema = z.ZodType | undefined;
type Parsed<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

/** Schemas of the bodies that a handler parses itself, by content type. */
type Bodies = Record<string, z.ZodType> | undefined;

type Options<P extends Schema, Q extends Schema, B extends Schema, A extends Schema, F extends Bodies> = {
  /** Path parameters. Invalid ones are a 404, as for a resource that does not exist. */
  params?: P;
  query?: Q;
  /** JSON body; an optional schema allows an empty one. Without a schema no body is read. */
  body?: B;
  /** Bodies that the handler parses itself, by content type: they only describe the call. */
  bodies?: F;
  /** The JSON of a success. It is not checked when the handler returns a `Response`. */
  answer?: A;
  /** The content type of a success that is not JSON. It only describes the call. */
  answerType?: string;
  /** Status of a success, 200 by default. A handler that returns nothing answers 204. */
  status?: number;
  /** Further statuses of a success, which the handler sets itself. */
  statuses?: number[];
  /**
   * The rate limit, counted per person for members and per network for anonymous callers. Reads of
   * members have a limit by default.
   */
  limit?: LimitName;
  /** Further limits, which the handler takes itself. They only describe the call. */
  limits?: LimitName[];
};

type MemberOptions = {
  /** Only for the staff: moderators and admins, or admins alone. It does not exist for others. */
  staff?: StaffRole;
  /** Also for suspended and banned people, who may otherwise only read, or not even that. */
  whileSuspended?: true;
};

/**
 * What the request reveals about its client. `ip` is the network that limits count
 * (lib/platform/client-network.ts).
 */
export type Caller = { ip: string; userAgent: string };

type Context<P extends Schema, Q extends Schema, B extends Schema> = {
  request: Request;
  requestId: string;
  caller: Caller;
  /** Headers for the response on success, such as a cookie. */
  replyHeaders: Headers;
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
};

/**
 * What lib/api/server/openapi.ts describes of a route, and lib/api/calls.ts types calls by: its
 * options, and who may call it.
 */
export type Contract<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  A extends Schema = Schema,
  F extends Bodies = Bodies,
> = Options<P, Q, B, A, F> & MemberOptions & { access: "member" | "anyone" };

type Answer<A extends Schema> = A extends z.ZodType ? z.input<A> | Response : Response | undefined;
/** A path without parameters has no `params`. */
type NextContext = { params: Promise<Record<string, string | string[] | undefined> | undefined> };
type Handler = (request: Request, context: NextContext) => Promise<Response>;
export type RouteHandler<C extends Contract = Contract> = Handler & {
  /** Missing on handlers that only answer 404, 405 or OPTIONS. */
  contract?: C;
  /** The routes below a catch-all route. */
  paths?: Record<string, Endpoints>;
};

/** A route for members. `viewer` is the person the bearer belongs to. */
export function memberRoute<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  A extends Schema = undefined,
  F extends Bodies = undefined,
>(
  options: Options<P, Q, B, A, F> & MemberOptions,
  handler: (context: Context<P, Q, B> & { viewer: Viewer }) => Promise<Answer<A>>,
): RouteHandler<Contract<P, Q, B, A, F>> {
  const findViewer = async (request: Request) => {
    const viewer = await authenticate(request);
    assertAllowed(viewer, request, options);
    return viewer;
  };
  const route = handle(options, findViewer, handler);
  return Object.assign(route, { contract: { ...options, access: "member" as const } });
}

/**
 * Throws `suspended` (403), `forbidden` for a minor who has to wait, and `not_found` where the
 * viewer lacks the role that a route needs.
 */
function assertAllowed(viewer: Viewer, request: Request, { staff, whileSuspended }: MemberOptions): void {
  const { suspension, staffRole } = viewer;
  if (!whileSuspended) {
    const mayNotDoThis = isKeptOut(viewer) || staff || !isRead(request);
    if (suspension && mayNotDoThis) throw suspendedError(suspension);
    if (isKeptOut(viewer)) throw waitingError();
  }
  if (staff && staffRole !== "admin" && staffRole !== staff) throw notFoundError();
}

/** A route anyone may call. */
export function publicRoute<
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  A extends Schema = undefined,
  F extends Bodies = undefined,
>(
  options: Options<P, Q, B, A, F>,
  handler: (context: Context<P, Q, B>) => Promise<Answer<A>>,
): RouteHandler<Contract<P, Q, B, A, F>> {
  const route = handle(options, async () => undefined, handler);
  return Object.assign(route, { contract: { ...options, access: "anyone" as const } });
}

/** A route without a contract: it only says that nothing is there. */
const plainRoute = (answer: (context: { request: Request }) => Promise<Response>): RouteHandler =>
  handle({}, async () => undefined, answer);

function handle<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  A extends Schema,
  V extends Viewer | undefined,
>(
  options: Options<P, Q, B, A, Bodies>,
  findViewer: (request: Request) => Promise<V>,
  handler: (context: Context<P, Q, B> & { viewer: V }) => Promise<Answer<A>>,
): RouteHandler {
  return async (request, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    const path = new URL(request.url).pathname;
    const pathParams = (await next.params) ?? {};
    const route = routeName(path, pathParams);
    const answer = async () => {
      const replyHeaders = new Headers();
      let userId: string | undefined;
      let response: Response;
      try {
        const caller = callerOf(request);
        const viewer = await findViewer(request);
        userId = viewer?.id;
        if (options.limit) await takeLimit(options.limit, userId ?? caller.ip);
        else if (userId && isRead(request)) takeToken("read", userId, costOfRead(request));
        const params = parseParams<P>(options.params, pathParams);
        const query = parseQuery<Q>(options.query, request);
        const body = await parseBody<B>(options.body, request, viewer ? MEMBER_JSON_MAX : ANONYMOUS_JSON_MAX);
        const result = await handler({
          request,
          requestId,
          caller,
          replyHeaders,
          params,
          query,
          body,
          viewer,
        });
        response = respond(result, options);
        for (const [name, value] of replyHeaders) response.headers.append(name, value);
      } catch (error) {
        response = errorResponse(error, requestId);
      }
      // A failed write may have been committed, and a public one that sets a cookie signs someone
      // in.
      if (!isRead(request) && (userId || replyHeaders.has("Set-Cookie"))) markWrite(response.headers);
      return { response, userId };
    };
    const { response, userId } = await withRequestContext({ requestId, route }, answer);
    const { method } = request;
    const seconds = (performance.now() - started) / 1000;
    sendSignal("request", { route, method, status: response.status, seconds });
    const ms = Math.round(seconds * 10_000) / 10;
    const rejected = response.status >= 400 && userId ? markOfDay(userId) : undefined;
    log().info({ requestId, method, route, status: response.status, ms, rejected }, "request");
    return withCommonHeaders(response, requestId);
  };
}

/**
 * Marks what one member was denied on one day. No other line of the log says who called, nor about
 * whom: all together would tell who looked at, wrote to or blocked whom.
 */
const markOfDay = (userId: string) => pseudonym("member", `${isoDay(new Date())} ${userId}`);

/** Reads are paid by the rows that are asked for; a list of the usual ten is one. */
const ROWS_OF_ONE = 10;

function costOfRead(request: Request): number {
  const rows = Number(new URL(request.url).searchParams.get("limit"));
  // Any other number is no limit, which is said when the query is parsed.
  return rows > 0 && rows <= LIMIT_MAX ? Math.ceil(rows / ROWS_OF_ONE) : 1;
}

const isRead = ({ method }: Request) => method === "GET" || method === "HEAD";

function parseParams<S extends Schema>(schema: S | undefined, params: Record<string, unknown>): Parsed<S> {
  if (!schema) return undefined as Parsed<S>;
  const result = schema.safeParse(params);
  if (!result.success) throw notFoundError();
  return result.data as Parsed<S>;
}

function parseQuery<S extends Schema>(schema: S | undefined, request: Request): Parsed<S> {
  if (!schema) return undefined as Parsed<S>;
  const values: Record<string, string | string[]> = {};
  for (const [key, value] of new URL(request.url).searchParams) {
    const previous = values[key];
    values[key] = previous === undefined ? value : [previous, value].flat();
  }
  return parseWith(schema, values) as Parsed<S>;
}

async function parseBody<S extends Schema>(
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

function withCommonHeaders(response: Response, requestId: string): Response {
  response.headers.set("X-Request-Id", requestId);
  response.headers.set("X-Content-Type-Options", "nosniff");
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
  return response;
}

/** Read when asked for: most calls of members need neither. */
const callerOf = ({ headers }: Request): Caller => ({
  get ip() {
    return clientNetwork(headers);
  },
  get userAgent() {
    return (headers.get("user-agent") ?? "").slice(0, 300);
  },
});

/** Answers 404 to every method. */
const notFoundRoute = plainRoute(async () => {
  throw notFoundError();
});

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof METHODS)[number];
export type Endpoints = Record<Method | "OPTIONS", RouteHandler>;
type Handlers = Partial<Record<Method, Handler>>;
/** Methods without a handler have no contract. */
type EndpointsOf<H extends Handlers> = {
  [M in Method | "OPTIONS"]: M extends keyof H ? H[M] : RouteHandler<never>;
};

/**
 * All methods of one path. A method without a handler answers 405 in JSON, and OPTIONS lists those
 * that have one: `export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({ GET:
 * memberRoute(…) });`
 */
export function endpoints<H extends Handlers>(handlers: H): EndpointsOf<H>;
export function endpoints(handlers: Handlers): Record<Method | "OPTIONS", Handler> {
  const allow = [
    ...METHODS.filter((method) => handlers[method]),
    ...(handlers.GET ? ["HEAD"] : []),
    "OPTIONS",
  ].join(", ");
  const wrongMethod = plainRoute(async ({ request }) => {
    throw new ApiError("method_not_allowed", `${request.method} is not allowed here.`, {
      headers: { Allow: allow },
    });
  });
  const options = plainRoute(async () => new Response(null, { status: 204, headers: { Allow: allow } }));
  return endpointsOf((method) => (method === "OPTIONS" ? options : (handlers[method] ?? wrongMethod)));
}

/** Several paths below one catch-all parameter. Any other path answers 404 to every method. */
export function catchAll(parameter: string, paths: Record<string, Endpoints>): Endpoints {
  const byPath = new Map(Object.entries(paths));
  return endpointsOf((method) => {
    const route = async (request: Request, context: NextContext) => {
      const { [parameter]: segments = [] } = (await context.params) ?? {};
      const match = byPath.get([segments].flat().join("/"));
      return (match?.[method] ?? notFoundRoute)(request, context);
    };
    return Object.assign(route, { paths });
  });
}

const endpointsOf = <H extends Handler>(of: (method: keyof Endpoints) => H) => ({
  GET: of("GET"),
  POST: of("POST"),
  PUT: of("PUT"),
  PATCH: of("PATCH"),
  DELETE: of("DELETE"),
  OPTIONS: of("OPTIONS"),
});
