import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ApiDocument } from "@/lib/api/openapi-document";
import { addTime } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { forgetSessions } from "@/lib/sessions/server/access";
import { ERROR_STATUS } from "@/lib/text/errors";
import { uploadLedger } from "@/lib/uploads/server/quota";
import { ADDRESSES, api, listCalls, loadRoute, METHODS, pathOf, ROUTES, request } from "@/tests/api";
import { call, makeRequest } from "@/tests/call";
import { createAsset, createMember, type Member, suspend } from "@/tests/factories";
import { expiredToken, invalidTokens } from "@/tests/invalid-tokens";
import { useTestDatabase } from "@/tests/test-db";

/** What holds for every route, including future ones. */

describe("routes", () => {
  /** What holds for every route, including future ones. */

  /** All calls that need no sign-in. A new line here is a decision. */
  const PUBLIC = [
    "GET /auth/csrf",
    "GET /auth/oidc",
    "GET /auth/oidc/callback",
    "GET /auth/oidc/logout",
    "GET /auth/session",
    "GET /cron/upkeep",
    "GET /dev/outbox",
    "GET /health/live",
    "GET /health/ready",
    "GET /metrics",
    "GET /openapi.json",
    "POST /analytics/page-view",
    "POST /auth/check-otp",
    "POST /auth/google",
    "POST /auth/login",
    "POST /auth/logout",
    "POST /auth/oidc",
    "POST /auth/refresh",
    "POST /auth/register",
    "POST /auth/send-otp",
    "POST /auth/signout",
    "POST /client-errors",
    "POST /complaints",
    "POST /complaints/confirm",
    "POST /csp-reports",
  ];

  beforeAll(useTestDatabase);

  describe("every route file", () => {
    test.each(ROUTES.map((segments) => [segments.join("/"), segments] as const))(
      "%s handles all methods with endpoints",
      async (_, segments) => {
        const source = readFileSync(join(__dirname, ...segments, "route.ts"), "utf8");
        expect(source).toMatch(
          /export const \{ GET, POST, PUT, PATCH, DELETE, OPTIONS \} = (endpoints|catchAll)\(/,
        );
        // Next.js reads maxDuration besides the methods.
        const handlers = Object.keys(await loadRoute([...segments])).filter((name) => name !== "maxDuration");
        expect(handlers.sort()).toEqual([...METHODS].sort());
      },
    );

    test.each(ADDRESSES.map((segments) => [segments.join("/"), segments] as const))(
      "%s lists its methods, and rejects others with JSON",
      async (_, segments) => {
        const path = pathOf(segments);
        const options = await api.options(path);
        expect(options.status).toBe(204);
        const allow = (options.headers.get("Allow") ?? "").split(", ");
        expect(allow).toContain("OPTIONS");
        for (const method of METHODS.filter((name) => !allow.includes(name))) {
          const reply = await request(method, path);
          expect(reply).toMatchObject({ status: 405, error: "method_not_allowed" });
          expect(reply.headers.get("Allow")).toBe(allow.join(", "));
        }
      },
    );
  });

  test("every call that docs/api.md names exists", async () => {
    const calls = (await listCalls()).map(({ name }) => name.replaceAll(/\[(\w+)\]/g, "{$1}"));
    const named =
      readFileSync("docs/api.md", "utf8").match(/(?<=`)(?:GET|POST|PUT|DELETE) \/(?!media)[^`?]+/g) ?? [];
    expect(named.length).toBeGreaterThan(80);
    expect(named.filter((call) => !calls.includes(call.replace("/api/", "/")))).toEqual([]);
  });

  test("every error code is in docs/api.md with its status", () => {
    const api = readFileSync("docs/api.md", "utf8");
    const rows = Object.entries(ERROR_STATUS).map(([code, status]) => `\n| \`${code}\` | ${status} |`);
    expect(rows.filter((row) => !api.includes(row))).toEqual([]);
  });

  describe("authentication", () => {
    test("is not needed for the listed calls only", async () => {
      const open: string[] = [];
      for (const { method, segments, name } of await listCalls()) {
        const reply = await request(method, pathOf(segments), { query: { email: "a@b.c" } });
        if (reply.error !== "unauthenticated") open.push(name);
      }
      expect(open.sort()).toEqual(PUBLIC);
    });

    describe("with an invalid access token", () => {
      let member: Member;
      beforeAll(async () => {
        member = await createMember();
      });

      test("fails for every other call", async () => {
        const tokens = await invalidTokens(member);
        const expired = await expiredToken(member);
        for (const { method, segments, name } of await listCalls()) {
          if (PUBLIC.includes(name)) continue;
          const path = pathOf(segments);
          for (const [what, token] of tokens) {
            const reply = await request(method, path, { token });
            expect([name, what, reply.status, reply.error]).toEqual([name, what, 401, "unauthenticated"]);
          }
          const reply = await request(method, path, { token: expired });
          expect([name, reply.status, reply.error]).toEqual([name, 401, "token_expired"]);
        }
      });

      test("ignores tokens that are not sent as a bearer token", async () => {
        const { cookie, token } = member;
        const elsewhere: Record<string, string>[] = [
          { Cookie: cookie.split(";")[0] ?? "" },
          { Authorization: token },
          { Authorization: `Basic ${token}` },
          { Authorization: `Bearer  ${token}` },
          { Authorization: `Bearer ${token} x` },
          { "X-Access-Token": token },
        ];
        for (const headers of elsewhere) {
          expect(await api.get("/auth/me", { headers })).toMatchObject({
            status: 401,
            error: "unauthenticated",
          });
        }
        expect(await api.get("/auth/me", { query: { token, access_token: token } })).toMatchObject({
          status: 401,
        });
      });
    });
  });

  describe("unknown addresses", () => {
    test.each(METHODS.map((method) => [method]))("answer %s with JSON", async (method) => {
      const { [method]: handler } = await loadRoute(["[...path]"]);
      for (const path of ["/api/nothing", "/api/posts/1/2/3", "/api/%E0%A4%A"]) {
        expect(await call(handler, { method, path })).toMatchObject({ status: 404, error: "not_found" });
      }
    });

    test.each([
      ["a word", "abc"],
      ["a number", "1"],
      ["an id that is too long", `${randomUUID()}0`],
      ["NUL", "%00"],
      ["a quote", "'%20OR%201=1--"],
      ["an operator", "%7B%22gt%22:%22%22%7D"],
      ["a path", "..%2F..%2Fetc%2Fpasswd"],
      ["a very long id", "9".repeat(5000)],
    ])("%s as an id is not found", async (_, id) => {
      const { token } = await createMember();
      for (const { method, segments, name } of await listCalls()) {
        // Any word can be a username.
        if (!segments.some((part) => part.startsWith("[") && part !== "[username]")) continue;
        const path = `/${segments.map((part) => (part.startsWith("[") ? id : part)).join("/")}`;
        const reply = await request(method, path, { token });
        expect([name, reply.status]).toEqual([name, 404]);
      }
    });
  });

  describe("an internal error", () => {
    test("does not reveal its cause, and has a request id", async () => {
      const { publicRoute } = await import("@/lib/api/server/route");
      const broken = publicRoute({}, async () => {
        throw new Error("SELECT password FROM users");
      });
      const reply = await call(broken, { mayFail: true });
      expect(reply.status).toBe(500);
      expect(reply.body).toEqual({
        error: "internal",
        message: "Something went wrong. Please try again.",
        requestId: reply.headers.get("X-Request-Id"),
      });
    });

    test("the outbox does not exist outside embedded mode", async () => {
      Object.assign(process.env, {
        EMBEDDED: "",
        RESEND_API_KEY: "re_test",
        MAIL_FROM: "hello@campus.example",
      });
      resetEnvForTests();
      try {
        expect(await api.get("/dev/outbox")).toMatchObject({ status: 404 });
      } finally {
        process.env.EMBEDDED = "1";
        delete process.env.RESEND_API_KEY;
        delete process.env.MAIL_FROM;
        resetEnvForTests();
      }
    });
  });
});

describe("openapi.json", () => {
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
      const target = path.reduce<unknown>(
        (value, key) => (value as Record<string, unknown>)?.[key],
        document,
      );
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
});

describe("suspended and banned people", () => {
  /** What suspended and banned people may still call, of every route there is. */

  /** Writes of suspended people. A new line here is a decision. */
  const WRITES = [
    "DELETE /auth/sessions",
    "DELETE /auth/sessions/[sessionId]",
    "DELETE /auth/users",
    "DELETE /auth/users/[userId]",
    "POST /auth/reauthenticate",
    "DELETE /notifications/push-subscriptions",
    "POST /decisions/[decisionId]/appeal",
    "PUT /notifications/[notificationId]/seen",
    "PUT /notifications/mark-all-seen",
    "PUT /notifications/viewed",
    "POST /notices/[noticeId]/dismiss",
  ].sort();

  /** All that banned people may read. */
  const READS_OF_BANNED = [
    "GET /auth/me",
    "GET /auth/password",
    "GET /auth/sessions",
    "GET /decisions",
    "GET /users/[userId]/export",
  ];

  beforeAll(useTestDatabase);

  /** Every call of members: its name and its handler. */
  async function listCalls() {
    const calls = [];
    for (const segments of ADDRESSES) {
      // The answers of next-auth are anyone's.
      if (/^auth\/(csrf|session|signout)$/.test(segments.join("/"))) continue;
      const route = await loadRoute(segments);
      for (const method of METHODS) {
        if (route[method].contract?.access !== "member") continue;
        calls.push({ method, name: `${method} /${segments.join("/")}`, handler: route[method], segments });
      }
    }
    return calls;
  }

  /** The calls that are not answered with `suspended`. */
  async function openCalls({ token }: Member): Promise<string[]> {
    const open: string[] = [];
    for (const { method, name, handler, segments } of await listCalls()) {
      const names = segments.flatMap((part) => part.match(/\w+(?=\]$)/) ?? []);
      const params = Object.fromEntries(names.map((param) => [param, randomUUID()]));
      // With HEAD, because the live stream answers GET without end.
      const request = makeRequest({ method: method === "GET" ? "HEAD" : method, token });
      const response = await handler(request, { params: Promise.resolve(params) });
      if (response.status !== 403) await response.body?.cancel();
      else if ((await response.json()).error === "suspended") continue;
      open.push(name);
    }
    return open.sort();
  }

  test("suspended people read everything and write almost nothing", async () => {
    const member = await createMember();
    await suspend(member, 3);
    const reads = (await listCalls()).filter(
      ({ method, name }) => method === "GET" && !/\/(moderation|college)\//.test(name),
    );
    expect(await openCalls(member)).toEqual([...WRITES, ...reads.map(({ name }) => name)].sort());
    // It loads every route.
  }, 120_000);

  test("banned people read only why, and their data", async () => {
    const member = await createMember();
    await suspend(member, null);
    expect(await openCalls(member)).toEqual([...WRITES, ...READS_OF_BANNED].sort());
  }, 120_000);

  test("the answer says until when and why", async () => {
    const member = await createMember();
    const { id, suspendedUntil } = await suspend(member, 3);
    const reply = await api.post(`/posts/${randomUUID()}/like`, { token: member.token });
    expect(reply.body).toMatchObject({
      error: "suspended",
      message: expect.stringMatching(/^Your account is suspended until \d+ \w+ \d{4}: Spam in every thread$/),
      until: suspendedUntil?.toISOString(),
      reason: "Spam in every thread",
      decisionId: id,
    });
    const me = await api.get("/auth/me", { token: member.token });
    expect(me.body).toMatchObject({
      user: { suspension: { reason: "Spam in every thread", decisionId: id } },
    });
  });

  test("a suspension ends by itself, within a second", async () => {
    const member = await createMember();
    await suspend(member, 3);
    await db().user.update({
      where: { id: member.id },
      data: { suspendedUntil: addTime(new Date(), -1, "seconds") },
    });
    forgetSessions();
    const reply = await api.put(`/users/${member.id}`, { token: member.token, body: { bio: "I'm back." } });
    expect(reply.status).toBe(200);
  });

  test("the built-in media host takes no upload that was signed before", async () => {
    const member = await createMember();
    const { publicId } = await createAsset(member);
    const upload = () => uploadLedger.reserve({ publicId, mediaType: "image" }, 1_000, 1_000);
    await expect(upload()).resolves.toEqual({ ownerId: member.id });
    await suspend(member, 3);
    await expect(upload()).rejects.toMatchObject({ code: "forbidden" });
    await suspend(member, null);
    await expect(upload()).rejects.toMatchObject({ code: "upload_gone" });
  });

  test("a registration changes no profile of a suspended person", async () => {
    const member = await createMember();
    await suspend(member, 3);
    const body = { email: member.user.email, name: "Someone Else" };
    expect(await api.post("/auth/register", { token: member.token, body })).toMatchObject({
      error: "suspended",
    });
  });
});
