import "server-only";
import { randomUUID } from "node:crypto";
import { ANONYMOUS_JSON_MAX, MEMBER_JSON_MAX } from "@/lib/api/server/body";
import type {
  Answer,
  Bodies,
  Context,
  Contract,
  MemberOptions,
  Options,
  Schema,
} from "@/lib/api/server/contract";
import {
  callerOf,
  costOfRead,
  isRead,
  parseBody,
  parseParams,
  parseQuery,
  routeName,
} from "@/lib/api/server/request";
import { errorResponse, respond } from "@/lib/api/server/response";
import { ApiError, notFoundError } from "@/lib/platform/errors";
import { log, withRequestContext } from "@/lib/platform/log";
import { takeLimit } from "@/lib/platform/rate-limit";
import { sendSignal } from "@/lib/platform/signals";
import { takeToken } from "@/lib/platform/token-bucket";
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

function withCommonHeaders(response: Response, requestId: string): Response {
  response.headers.set("X-Request-Id", requestId);
  response.headers.set("X-Content-Type-Options", "nosniff");
  if (!response.headers.has("Cache-Control")) response.headers.set("Cache-Control", "private, no-store");
  return response;
}

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
