import "server-only";
import type * as z from "zod";
import type { LimitName } from "@/lib/platform/limits";
import type { StaffRole } from "@/lib/sessions/schema";

/** What a route declares of itself, and what its handler is given for that. */

export type Schema = z.ZodType | undefined;
export type Parsed<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;

/** Schemas of the bodies that a handler parses itself, by content type. */
export type Bodies = Record<string, z.ZodType> | undefined;

export type Options<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  A extends Schema,
  F extends Bodies,
> = {
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

export type MemberOptions = {
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

export type Context<P extends Schema, Q extends Schema, B extends Schema> = {
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

export type Answer<A extends Schema> = A extends z.ZodType ? z.input<A> | Response : Response | undefined;
