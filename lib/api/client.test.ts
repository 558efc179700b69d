/** @jest-environment <rootDir>/tests/browser-environment.ts */
import { z } from "zod";
import { api } from "@/lib/api/client";
import { storeTokens } from "@/lib/auth/stored-session";

type Call = { method: string; url: string; token: string | null; body: unknown };
type Server = (
  call: Call,
) => { status: number; body?: unknown; headers?: Record<string, string> } | "offline";

const calls: Call[] = [];

/** Puts a server behind `fetch`. */
function serve(server: Server): void {
  window.fetch = jest.fn(async (url, init) => {
    const { method = "GET", body, headers } = init ?? {};
    const call = {
      method,
      url: String(url),
      token: new Headers(headers).get("Authorization"),
      body: typeof body === "string" ? JSON.parse(body) : body,
    };
    calls.push(call);
    const answer = server(call);
    if (answer === "offline") throw new TypeError("Failed to fetch");
    const text =
      answer.body === undefined
        ? null
        : typeof answer.body === "string"
          ? answer.body
          : JSON.stringify(answer.body);
    return new Response(text, { status: answer.status, headers: answer.headers ?? {} });
  });
}

const refused = (status: number, error: string, message = "No.") => ({ status, body: { error, message } });
const name = z.object({ name: z.string() });

beforeEach(() => {
  calls.length = 0;
  localStorage.clear();
  storeTokens({ accessToken: "access-1", refreshToken: "refresh-1" });
});

describe("a call", () => {
  test("sends the bearer, the query and the body, and reads the answer by its contract", async () => {
    serve(() => ({ status: 200, body: { name: "Dev", secret: 1 } }));
    const query = { page: 2, q: "a b&c", cursor: undefined };
    expect(await api.get("/posts", { answer: name, query })).toEqual({ name: "Dev" });
    expect(await api.post("/posts", { answer: name, body: { caption: "Hi" } })).toEqual({ name: "Dev" });
    expect(calls).toEqual([
      { method: "GET", url: "/api/posts?page=2&q=a+b%26c", token: "Bearer access-1", body: null },
      { method: "POST", url: "/api/posts", token: "Bearer access-1", body: { caption: "Hi" } },
    ]);
  });

  test("without an answer gives none", async () => {
    serve(() => ({ status: 204 }));
    expect(await api.delete("/posts/1", { answer: z.undefined() })).toBeUndefined();
  });

  test("that is refused says why, with the id to ask for", async () => {
    serve(() => ({
      status: 429,
      body: { error: "rate_limited", message: "That was a bit fast.", issues: [{ path: "a", message: "b" }] },
      headers: { "Retry-After": "7", "X-Request-Id": "r-1" },
    }));
    await expect(api.get("/x", { answer: name })).rejects.toMatchObject({
      status: 429,
      code: "rate_limited",
      message: "That was a bit fast.",
      details: { requestId: "r-1", retryAfter: 7, issues: [{ path: "a", message: "b" }] },
    });
  });

  test.each([
    [
      "a proxy's page",
      { status: 502, body: "<html>Bad gateway</html>" } as const,
      { status: 502, message: "HTTP error! status: 502" },
    ],
    [
      "an answer that makes no sense",
      { status: 200, body: { title: "?" } } as const,
      { code: "unexpected_answer" },
    ],
    ["no JSON", { status: 200, body: "OK" } as const, { code: "unexpected_answer" }],
    [
      "no network",
      "offline" as const,
      { status: 0, code: "network", message: expect.stringContaining("reach the server") },
    ],
  ])("that meets %s fails in words", async (_, answer, failure) => {
    serve(() => answer);
    await expect(api.get("/x", { answer: name })).rejects.toMatchObject(failure);
  });
});

describe("a session", () => {
  const withExpiry: Server = ({ url, token, body }) => {
    if (url === "/api/auth/refresh") {
      expect(body).toEqual({ refreshToken: "refresh-1" });
      return { status: 200, body: { accessToken: "access-2", refreshToken: "refresh-2" } };
    }
    return token === "Bearer access-2"
      ? { status: 200, body: { name: "Dev" } }
      : refused(401, "token_expired");
  };

  test("whose token is over is renewed without a word, once", async () => {
    serve(withExpiry);
    expect(await api.get("/me", { answer: name })).toEqual({ name: "Dev" });
    expect(calls.map(({ url }) => url)).toEqual(["/api/me", "/api/auth/refresh", "/api/me"]);
    expect(localStorage.getItem("accessToken")).toBe("access-2");
    expect(localStorage.getItem("refreshToken")).toBe("refresh-2");
  });

  test("that another tab has renewed meanwhile is not renewed again", async () => {
    serve((call) => {
      if (call.token === "Bearer access-1")
        storeTokens({ accessToken: "access-2", refreshToken: "refresh-2" });
      return withExpiry(call);
    });
    expect(await api.get("/me", { answer: name })).toEqual({ name: "Dev" });
    expect(calls.map(({ url }) => url)).toEqual(["/api/me", "/api/me"]);
  });

  test("that can't be renewed is forgotten, and only then", async () => {
    localStorage.setItem("theme", "dark");
    serve(({ url }) =>
      url === "/api/auth/refresh" ? refused(401, "unauthenticated") : refused(401, "token_expired"),
    );
    await expect(api.get("/me", { answer: name })).rejects.toMatchObject({
      status: 401,
      message: "Session expired. Please log in again.",
    });
    expect(localStorage.getItem("accessToken")).toBeNull();
    expect(localStorage.getItem("refreshToken")).toBeNull();
    expect(localStorage.getItem("theme")).toBe("dark");
  });

  test.each([
    [
      "the server is away for a moment",
      { status: 503, body: { error: "unavailable", message: "Later." } } as const,
    ],
    ["there is no network", "offline" as const],
  ])("survives that %s while it is renewed", async (_, answer) => {
    serve(({ url }) => (url === "/api/auth/refresh" ? answer : refused(401, "token_expired")));
    await expect(api.get("/me", { answer: name })).rejects.toMatchObject({ name: "ApiClientError" });
    expect(localStorage.getItem("refreshToken")).toBe("refresh-1");
  });

  test("that was ended elsewhere is forgotten", async () => {
    serve(() => refused(401, "unauthenticated"));
    await expect(api.get("/me", { answer: name })).rejects.toMatchObject({
      message: "Session expired. Please log in again.",
    });
    expect(localStorage.getItem("accessToken")).toBeNull();
  });

  test("is not ended by a refusal that is about something else", async () => {
    serve(() => refused(401, "invalid_credential", "That Google sign-in is not valid."));
    await expect(api.post("/auth/google", { answer: name, body: {} })).rejects.toMatchObject({
      code: "invalid_credential",
      message: "That Google sign-in is not valid.",
    });
    expect(localStorage.getItem("accessToken")).toBe("access-1");
  });

  test("that there is none is no session that expired", async () => {
    localStorage.clear();
    serve(() => refused(401, "unauthenticated", "Please log in to continue."));
    await expect(api.get("/me", { answer: name })).rejects.toMatchObject({
      message: "Please log in to continue.",
    });
  });
});
