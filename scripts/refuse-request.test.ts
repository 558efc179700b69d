import http from "node:http";
import type { AddressInfo } from "node:net";
import { refuseBeforeNext } from "./refuse-request.mjs";

/** A server that answers 200 to whatever Next.js would be given. */
let server: http.Server;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    if (!refuseBeforeNext(request, response)) response.end("Next.js");
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
  ["an escape that is none", "/api/posts/%zz"],
  ["bytes that are no text", "/api/posts/%ff"],
  ["a NUL", "/api/posts/a%00"],
  ["a way up", "/api/%2e%2e/secret"],
  ["a way up in other letters", "/api/posts/.%2E/secret?q=1"],
  ["a way up at the end", "/api/posts/%2e%2e"],
])("an address of the API with %s is refused in JSON", async (_, path) => {
  const { status, text } = await ask(path);
  expect(status).toBe(400);
  expect(JSON.parse(text)).toEqual({ error: "bad_request", message: "This address is not readable." });
});

test.each(["TRACE", "PROPFIND"])("%s is refused in JSON", async (method) => {
  const { status, text } = await ask("/api/posts", { method });
  expect(status).toBe(405);
  expect(JSON.parse(text)).toMatchObject({ error: "method_not_allowed" });
});

test.each(["/sw.js", "/_next/static/x.y.js?v=1"])("nothing but reading %s is possible", async (path) => {
  expect(await ask(path, { method: "HEAD" })).toMatchObject({ status: 200 });
  const { status, text } = await ask(path, { method: "POST" });
  expect(status).toBe(405);
  expect(JSON.parse(text)).toMatchObject({ error: "method_not_allowed" });
});

test.each(["/api/media/a.jpg", "/profile/a?next=b.c"])("%s may be more than read", async (path) => {
  expect(await ask(path, { method: "POST" })).toEqual({ status: 200, text: "Next.js" });
});

test.each(["/", "/api/posts?q=%zz", "/api/posts/..%2F..%2Fetc", "/profile/a..b", "/_next/static/x.y.js"])(
  "%s is Next.js's to answer",
  async (path) => {
    expect(await ask(path)).toEqual({ status: 200, text: "Next.js" });
  },
);
