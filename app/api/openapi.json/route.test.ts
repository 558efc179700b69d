import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ApiDocument } from "@/lib/api/openapi-document";
import { api, listCalls } from "@/tests/api";
import { useTestDatabase } from "@/tests/test-db";

/** The description of the API: complete, and valid OpenAPI. */

let document: ApiDocument;
beforeAll(async () => {
  await useTestDatabase();
  document = (await api.get("/openapi.json")).body as ApiDocument;
});

/** Every `METHOD /path` but that of the description. */
const listNames = async (): Promise<string[]> =>
  (await listCalls())
    .map(({ name }) => name.replaceAll(/\[(\w+)\]/g, "{$1}"))
    .filter((name) => name !== "GET /openapi.json");

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );

const operation = (method: string, path: string) => {
  const found = document.paths[path]?.[method];
  if (!found) throw new Error(`There is no ${method} ${path}.`);
  return found;
};

test("describes every call of every route, and nothing else", async () => {
  const names = operations().map(({ name }) => name);
  expect(names.sort()).toEqual((await listNames()).sort());
});

test("is valid OpenAPI 3.1, and its references lead somewhere", () => {
  const file = join(process.env.DATA_DIR ?? "", "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  // The validator is an ES module, which Jest cannot load.
  const output = execFileSync(process.execPath, ["node_modules/.bin/validate-api", file], {
    encoding: "utf8",
  });
  expect(JSON.parse(output)).toEqual({ valid: true });
  expect(document.openapi).toMatch(/^3\.1\./);
  const references = JSON.stringify(document).match(/"\$ref":"[^"]+"/g) ?? [];
  expect(references.length).toBeGreaterThan(100);
  for (const reference of new Set(references)) {
    const path = (/"#\/([^"]+)"$/.exec(reference)?.[1] ?? "").split("/");
    const target = path.reduce<unknown>((value, key) => (value as Record<string, unknown>)?.[key], document);
    expect({ reference, target: typeof target }).toEqual({ reference, target: "object" });
  }
});

test("says of each call what it answers, and of each body what it may be", () => {
  for (const { name, operation: described } of operations()) {
    const successes = Object.entries(described.responses).filter(([status]) => /^[23]/.test(status));
    expect({ name, successes: successes.length }).not.toEqual({ name, successes: 0 });
    for (const [status, response] of successes)
      expect([name, status, ["204", "303"].includes(status) || response.content !== undefined]).toEqual([
        name,
        status,
        true,
      ]);
  }
  const ids = operations().map(({ operation: { operationId } }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

test("describes a call of a member", () => {
  expect(operation("post", "/posts/{postId}/comments")).toMatchObject({
    security: [{ accessToken: [] }],
    parameters: [{ name: "postId", in: "path", required: true, schema: { type: "string" } }],
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: { required: ["content"] } },
      },
    },
    responses: {
      201: {
        content: {
          "application/json": {
            schema: { properties: { comment: { $ref: "#/components/schemas/Comment" } } },
          },
        },
      },
      401: { $ref: "#/components/responses/Error401" },
      429: { $ref: "#/components/responses/Error429" },
    },
    "x-rate-limits": [
      { name: "comment", count: 120, seconds: 300, per: "member" },
      { name: "new_comment", count: 30, seconds: 86_400, per: "member" },
      { name: "mention", count: 50, seconds: 86_400, per: "member" },
      { name: "new_mention", count: 10, seconds: 86_400, per: "member" },
    ],
  });
  // A page of one's own posts is full, and has a next one, on the first day.
  expect(operation("post", "/upload/pre-calculated")["x-rate-limits"]).toContainEqual({
    name: "new_post",
    count: 25,
    seconds: 86_400,
    per: "member",
  });
  expect(operation("get", "/posts")).toMatchObject({
    parameters: expect.arrayContaining([
      expect.objectContaining({ name: "cursor", in: "query", required: false }),
    ]),
    "x-rate-limits": [{ name: "read", count: 6000, seconds: 60, per: "member" }],
  });
});

test("describes calls without a token, optional bodies, forms and other types", () => {
  expect(operation("post", "/auth/send-otp")).toMatchObject({
    security: [],
    "x-rate-limits": expect.arrayContaining([expect.objectContaining({ name: "code_ip", per: "caller" })]),
  });
  expect(operation("get", "/auth/csrf")).toMatchObject({ security: [] });
  expect(operation("post", "/posts/{postId}/like").requestBody?.required).toBe(false);
  expect(operation("put", "/users/{userId}").requestBody?.content).toMatchObject({
    "multipart/form-data": { schema: { properties: { avatar: { format: "binary" } } } },
  });
  expect(operation("get", "/users/{userId}/export").responses["200"]?.content).toEqual({
    "application/zip": {},
  });
});
