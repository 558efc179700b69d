import { execFile } from "node:child_process";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { rejectBeforeNext } from "./reject-request.mjs";

/** A server that answers 200 to whatever reaches Next.js. */
let server: http.Server;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    if (!rejectBeforeNext(request, response)) response.end("Next.js");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterAll(() => {
  server.close();
});

function ask(path: string, options: http.RequestOptions = {}): Promise<{ status: number; text: string }> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = http.request({ host: "127.0.0.1", port, path, agent: false, ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    request.on("error", reject).end();
  });
}

test.each([
  ["an invalid escape", "/api/posts/%zz"],
  ["bytes that are not text", "/api/posts/%ff"],
  ["a NUL", "/api/posts/a%00"],
  ["a way up", "/api/%2e%2e/secret"],
  ["a way up in other letters", "/api/posts/.%2E/secret?q=1"],
  ["a way up at the end", "/api/posts/%2e%2e"],
])("an API address with %s is rejected in JSON", async (_, path) => {
  const { status, text } = await ask(path);
  expect(status).toBe(400);
  expect(JSON.parse(text)).toEqual({ error: "bad_request", message: "This address is not readable." });
});

test("a page's address that can't be read answers with a page that leads home", async () => {
  const { status, text } = await ask("/tag/%E0%A4%A");
  expect(status).toBe(400);
  expect(text).toContain('<html lang="en">');
  expect(text).toContain("<p>This address is not readable.</p>");
  expect(text).toContain('<a href="/">Take me home</a>');
});

test.each(["TRACE", "PROPFIND"])("%s is rejected in JSON", async (method) => {
  const { status, text } = await ask("/api/posts", { method });
  expect(status).toBe(405);
  expect(JSON.parse(text)).toMatchObject({ error: "method_not_allowed" });
});

test.each(["/sw.js", "/_next/static/x.y.js?v=1"])("%s can only be read", async (path) => {
  expect(await ask(path, { method: "HEAD" })).toMatchObject({ status: 200 });
  const { status, text } = await ask(path, { method: "POST" });
  expect(status).toBe(405);
  expect(JSON.parse(text)).toMatchObject({ error: "method_not_allowed" });
});

test.each(["/api/media/a.jpg", "/media/image/upload", "/share"])(
  "%s accepts more than reads",
  async (path) => {
    expect(await ask(path, { method: "POST" })).toEqual({ status: 200, text: "Next.js" });
  },
);

test.each(["/", "/mainfeed", "/profile/a?next=b.c", "/_next/data", "/media", "/shared"])(
  "%s can only be read, and OPTIONS says so",
  async (path) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { status, text } = await ask(path, { method });
      expect([method, status]).toEqual([method, 405]);
      expect(JSON.parse(text)).toMatchObject({ error: "method_not_allowed" });
    }
    expect(await ask(path, { method: "OPTIONS" })).toEqual({ status: 204, text: "" });
    expect(await ask(path, { method: "HEAD" })).toEqual({ status: 200, text: "" });
  },
);

test("a rejected request is logged like any other", async () => {
  // The log goes to the process's own output, so the server runs in another process.
  const program = `
    const { rejectBeforeNext } = await import("./scripts/server/reject-request.mjs");
    const http = await import("node:http");
    const server = http.createServer((request, response) => rejectBeforeNext(request, response));
    server.listen(0, "127.0.0.1", async () => {
      const address = "http://127.0.0.1:" + server.address().port;
      const { headers } = await fetch(address + "/mainfeed?q=secret", { method: "DELETE" });
      console.log(headers.get("x-request-id"));
      server.close();
      server.closeAllConnections();
    });`;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program], {
    env: { ...process.env, LOG_LEVEL: "info" },
  });
  const lines = (await run).stdout.trim().split("\n");
  const [line, requestId] = lines[0]?.startsWith("{") ? lines : lines.toReversed();
  const { time, ...logged } = JSON.parse(line ?? "");
  expect(logged).toEqual({
    level: "info",
    requestId,
    method: "DELETE",
    path: "/mainfeed",
    status: 405,
    msg: "request",
  });
  expect(new Date(time).getTime()).not.toBeNaN();
});

test.each(["/", "/api/posts?q=%zz", "/api/posts/..%2F..%2Fetc", "/profile/a..b", "/_next/static/x.y.js"])(
  "%s reaches Next.js",
  async (path) => {
    expect(await ask(path)).toEqual({ status: 200, text: "Next.js" });
  },
);
