import "server-only";
import * as z from "zod";
import type { ApiDocument, Content, Json, Operation, Parameter, RateLimit } from "@/lib/api/openapi-document";
import type { Contract } from "@/lib/api/server/contract";
import { type Endpoints, METHODS } from "@/lib/api/server/route";
import { type LimitName, limitOf } from "@/lib/platform/limits";
import { ERROR_STATUS, type ErrorCode } from "@/lib/text/errors";

/**
 * Describes the API as OpenAPI 3.1, from the contracts of its routes (`memberRoute` and
 * `publicRoute` in lib/api/server/route.ts). Schemas with a `meta({ id })` become components.
 */

type Method = (typeof METHODS)[number];

/** The handlers of every route, by its pattern: `/posts/{postId}`. */
export type Routes = Record<string, Endpoints>;

export function describeApi(routes: Routes, info: { title: string; version: string }): ApiDocument {
  const paths: ApiDocument["paths"] = {};
  const components = new Components();
  for (const { path, method, contract } of listCalls(routes)) {
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = describeCall(path, method, contract, components);
  }
  const tags = [...new Set(Object.keys(paths).map(tagOf))].sort();
  return {
    openapi: "3.1.0",
    info: {
      ...info,
      description:
        "What holds for every call, in words: docs/api.md. Every error has the shape of Error; distinguish errors by its code.",
    },
    servers: [{ url: "/api" }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
      },
      responses: errorResponses(),
      schemas: { Error: ERROR, ...components.schemas },
    },
  };
}

/** Every call with a contract. A catch-all route has the contracts of the paths below it. */
function* listCalls(routes: Routes): Generator<{ path: string; method: Method; contract: Contract }> {
  for (const [path, endpoints] of Object.entries(routes)) {
    const { paths } = endpoints.GET;
    if (paths) {
      const parent = path.slice(0, path.lastIndexOf("/"));
      yield* listCalls(
        Object.fromEntries(Object.entries(paths).map(([name, below]) => [`${parent}/${name}`, below])),
      );
      continue;
    }
    for (const method of METHODS) {
      const { contract } = endpoints[method];
      if (contract) yield { path, method, contract };
    }
  }
}

function describeCall(path: string, method: Method, contract: Contract, components: Components): Operation {
  const parameters = describeParameters(path, contract, components);
  const body = describeBody(contract, components);
  const limits = describeLimits(method, contract);
  return {
    operationId: `${method.toLowerCase()}${pascalCase(path)}`,
    tags: [tagOf(path)],
    security: contract.access === "member" ? [{ accessToken: [] }] : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...describeSuccess(contract, components),
      ...describeErrors(contract, { isLimited: limits.length > 0, hasBody: body !== undefined }),
    },
    ...(limits.length > 0 ? { "x-rate-limits": limits } : {}),
  };
}

const tagOf = (path: string) => path.split("/")[1] ?? "";

/** `/posts/{postId}/like` becomes `PostsPostIdLike`. */
const pascalCase = (path: string) =>
  path
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

/** JSON schemas of zod schemas, which collect the components they refer to. */
class Components {
  readonly schemas: Record<string, Json> = {};

  /** `io` is `input` for what clients send. */
  schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
    const { $schema: _, $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
    Object.assign(this.schemas, openAnswers($defs as Record<string, Json>, io));
    return openAnswers(own as Json, io);
  }
}

/**
 * Points references at the components, and lets answers gain fields: clients must ignore those they
 * do not know.
 */
function openAnswers<T extends Json>(schema: T, io: "input" | "output"): T {
  const text = JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text, (key, value) => {
    if (key === "$id" || key === "id") return typeof value === "string" ? undefined : value;
    return io === "output" && key === "additionalProperties" && value === false ? undefined : value;
  });
}

function describeParameters(path: string, { params, query }: Contract, components: Components): Parameter[] {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const ofPath = params ? fieldsOf(params, components) : [];
  return [
    ...named.map((name) => ({
      name,
      in: "path" as const,
      required: true,
      schema: ofPath.find((field) => field.name === name)?.schema ?? { type: "string" },
    })),
    ...(query ? fieldsOf(query, components) : []).map((field) => ({ ...field, in: "query" as const })),
  ];
}

function fieldsOf(schema: z.ZodType, components: Components) {
  const { properties = {}, required = [] } = components.schemaOf(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    required: required.includes(name),
    schema: field,
  }));
}

function describeBody({ body, bodies = {} }: Contract, components: Components): Operation["requestBody"] {
  const types = { ...(body ? { "application/json": body } : {}), ...bodies };
  if (Object.keys(types).length === 0) return undefined;
  return {
    required: body ? !body.safeParse(undefined).success : true,
    content: mapValues(types, (schema) => ({ schema: components.schemaOf(schema, "input") })),
  };
}

function describeSuccess(
  { answer, answerType, status = 200, statuses = [] }: Contract,
  components: Components,
) {
  if (status === 303) return { "303": { description: "Leads elsewhere" } };
  if (!answer && !answerType) return { "204": { description: "Done" } };
  const content: Content = answer
    ? { "application/json": { schema: components.schemaOf(answer, "output") } }
    : { [answerType ?? ""]: {} };
  return Object.fromEntries(
    [status, ...statuses].map((code) => [String(code), { description: "Success", content }]),
  );
}

function describeErrors(
  { access, params, query }: Contract,
  { isLimited, hasBody }: { isLimited: boolean; hasBody: boolean },
) {
  const statuses = [
    ...(query || hasBody ? [400] : []),
    ...(access === "member" ? [401] : []),
    ...(params ? [404] : []),
    ...(hasBody ? [408, 413, 415] : []),
    ...(isLimited ? [429] : []),
    500,
    503,
  ];
  const references = statuses.map((status) => [status, reference(`responses/Error${status}`)]);
  return { ...Object.fromEntries(references), default: reference("responses/AnyError") };
}

const reference = (name: string) => ({ $ref: `#/components/${name}` });

function describeLimits(method: Method, { access, limit, limits = [] }: Contract): RateLimit[] {
  const isCountedRead = access === "member" && method === "GET";
  const own: LimitName[] = limit ? [limit] : isCountedRead ? ["read"] : [];
  const per = access === "member" ? ("member" as const) : ("caller" as const);
  return [...own, ...limits].map((name) => ({ name, ...limitOf(name), per }));
}

const ERROR = {
  type: "object",
  required: ["error", "message"],
  properties: {
    error: { type: "string", enum: Object.keys(ERROR_STATUS), description: "For programs" },
    message: { type: "string", description: "For people" },
    issues: {
      type: "array",
      description: "With validation: the fields that are wrong",
      items: {
        type: "object",
        required: ["path", "message"],
        properties: { path: { type: "string" }, message: { type: "string" } },
      },
    },
    requestId: { type: "string", description: "With internal: finds the error in the server's log" },
  },
};

/** One response for each status that an error may have. */
function errorResponses(): Record<string, Json> {
  const content = { "application/json": { schema: reference("schemas/Error") } };
  const codesOf = new Map<number, string[]>();
  for (const [code, status] of Object.entries(ERROR_STATUS) as [ErrorCode, number][]) {
    codesOf.set(status, [...(codesOf.get(status) ?? []), code]);
  }
  const retryAfter = { "Retry-After": { description: "In whole seconds", schema: { type: "integer" } } };
  return {
    ...Object.fromEntries(
      [...codesOf].map(([status, codes]) => [
        `Error${status}`,
        {
          description: codes.join(", "),
          content,
          ...(status === 429 || status === 503 ? { headers: retryAfter } : {}),
        },
      ]),
    ),
    AnyError: { description: "Any other error", content },
  };
}

const mapValues = <A, B>(values: Record<string, A>, change: (value: A) => B): Record<string, B> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value)]));
