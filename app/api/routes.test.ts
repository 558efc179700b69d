import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { resetEnvForTests } from "@/lib/platform/env";
import { ERROR_STATUS } from "@/lib/text/errors";
import { ADDRESSES, api, listCalls, loadRoute, METHODS, pathOf, ROUTES, request } from "@/tests/api";
import { call } from "@/tests/call";
import { createMember, type Member } from "@/tests/factories";
import { expiredToken, invalidTokens } from "@/tests/invalid-tokens";
import { useTestDatabase } from "@/tests/test-db";

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
