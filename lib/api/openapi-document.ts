/** The part of OpenAPI 3.1 in which this product describes its API (lib/api/server/openapi.ts). */

export type Json = Record<string, unknown>;

export type ApiDocument = {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: Json & { schemas: Record<string, Json> };
};

export type Operation = {
  operationId: string;
  tags: string[];
  /** Empty for calls that need no token. */
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Json>;
  /** The rate limits that the call counts for. */
  "x-rate-limits"?: RateLimit[];
};

export type Parameter = { name: string; in: "path" | "query"; required: boolean; schema: Json };
export type Content = Record<string, { schema?: Json }>;
export type RateLimit = { name: string; count: number; seconds: number; per: "member" | "caller" };
