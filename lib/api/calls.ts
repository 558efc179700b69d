import type * as z from "zod";
// Types alone: nothing of a route reaches the browser.
// biome-ignore lint/style/noRestrictedImports: the contract of a call is its route's
import type { routes } from "@/app/api/openapi.json/routes.generated";

/**
 * The calls of the API as the browser makes them (lib/api/client/request.ts). Their parameters,
 * query, body and answer have the types of the route's own contract: a call that differs from it
 * does not compile.
 */

type Routes = typeof routes;
/** Without the routes that answer unknown paths. */
type Path = Exclude<keyof Routes, `${string}[${string}`>;
export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What a route's options say of a call; undefined where the path does not answer the method. */
type ContractOf<M extends Method, P extends Path> = Awaited<ReturnType<Routes[P]>>[M]["contract"];
type Part<C, Name extends string> = C extends { [N in Name]?: infer S } ? NonNullable<S> : never;

/** The paths that answer a method. */
export type PathOf<M extends Method> = {
  [P in Path]: ContractOf<M, P> extends undefined ? never : P;
}[Path];

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Params<P extends string> = [NamesIn<P>] extends [never]
  ? { params?: undefined }
  : { params: Record<NamesIn<P>, string> };

type Query<S> = [S] extends [never] ? { query?: undefined } : { query?: QueryValues<S> | undefined };
/** Values as they are written in an address. */
type QueryValues<S> = S extends z.ZodType
  ? { [Name in keyof z.input<S>]?: string | number | undefined }
  : never;

/** JSON by its schema; files where the route parses the body itself. */
type Body<C> = [Part<C, "body">] extends [never]
  ? { body?: JsonOf<Part<Part<C, "bodies">, "application/json">> | FormData | Blob | undefined }
  : { body: JsonOf<Part<C, "body">> };
type JsonOf<S> = S extends z.ZodType ? z.input<S> : never;

/** A property that may be undefined may be left out. */
type Optional<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
};

export type CallOptions<M extends Method, P extends PathOf<M>> = Optional<
  Params<P> & Query<Part<ContractOf<M, P>, "query">> & Body<NonNullable<ContractOf<M, P>>>
>;

/** The answer; undefined where a success has none (204). */
export type AnswerOf<M extends Method, P extends PathOf<M>> = [Part<ContractOf<M, P>, "answer">] extends [
  never,
]
  ? undefined
  : JsonAnswer<Part<ContractOf<M, P>, "answer">>;
type JsonAnswer<S> = S extends z.ZodType ? z.output<S> : never;
