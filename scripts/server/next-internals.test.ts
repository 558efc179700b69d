import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { cleanRouterHeaders, firstLoadScripts, pageRoutes } from "./next-internals.mjs";

const headerOf = (state: unknown) => encodeURIComponent(JSON.stringify(state));

/** The router state that reaches a page when this header was sent. */
function stateAfter(header: string) {
  const headers: IncomingMessage["headers"] = { rsc: "1", "next-router-state-tree": header };
  cleanRouterHeaders({ headers } as IncomingMessage, true);
  expect(headers.rsc).toBe("1");
  return headers["next-router-state-tree"];
}

const POST = ["post", { children: [["postId", "1", "d", null], { children: ["__PAGE__", {}] }] }];

test.each(
  [
    ["", {}],
    ["", { children: POST }],
    ["", { modal: ["", {}], children: ["", {}, null, "metadata-only"] }],
  ].map(headerOf),
)("a router state reaches the page: %s", (header) => {
  expect(stateAfter(header)).toBe(header);
});

test.each([
  "",
  "%",
  "%zz",
  "{",
  "undefined",
  `${headerOf(["", {}])}x`,
  headerOf(null),
  headerOf([]),
  headerOf([1, {}]),
  headerOf(["", { children: [["postId", "1", "z", null], {}] }]),
  headerOf(["x".repeat(40_000), {}]),
])("what Next.js would answer with 500 does not: %#", (header) => {
  expect(stateAfter(header)).toBeUndefined();
});

test("a state much deeper than our pages is dropped, although Next.js would take it", () => {
  const deep = (depth: number) => `${'["",{"a":'.repeat(depth)}["",{}]${"}]".repeat(depth)}`;
  expect(stateAfter(deep(19))).toBe(deep(19));
  expect(stateAfter(deep(20))).toBeUndefined();
  // Brackets in a string close nothing, also after a quotation mark.
  expect(stateAfter(`["]]]]]]]]\\"]]]]",{"a":${deep(19)}}]`)).toBeUndefined();
});

describe("the headers of Next.js's browser code", () => {
  const cleaned = (headers: IncomingMessage["headers"], isPage: boolean) => {
    cleanRouterHeaders({ headers } as IncomingMessage, isPage);
    return headers;
  };
  const headers = () => ({
    accept: "*/*",
    rsc: "1",
    "next-url": "/",
    "next-router-state-tree": headerOf(["", {}]),
  });

  test("reach pages", () => {
    expect(cleaned(headers(), true)).toEqual(headers());
  });
  test("are removed for the API, media and files", () => {
    expect(cleaned(headers(), false)).toEqual({ accept: "*/*" });
  });
});

describe("the scripts a page loads first", () => {
  const root = mkdtempSync(path.join(tmpdir(), "campus-circle-build-"));
  afterAll(() => rmSync(root, { recursive: true }));

  const report = (content: unknown) => {
    mkdirSync(path.join(root, ".next/diagnostics"), { recursive: true });
    writeFileSync(path.join(root, ".next/diagnostics/route-bundle-stats.json"), JSON.stringify(content));
  };

  test("are not required when an adapter has moved the files", () => {
    expect(firstLoadScripts(root)).toBeUndefined();
  });

  test("are required when there are files", () => {
    mkdirSync(path.join(root, ".next/static"), { recursive: true });
    const missing = /^Next\.js no longer reports in .+ which scripts a page loads/;
    expect(() => firstLoadScripts(root)).toThrow(missing);
    report([{ route: "/", chunks: [] }]);
    expect(() => firstLoadScripts(root)).toThrow(missing);
    report([{ route: "/", firstLoadUncompressedJsBytes: 1, firstLoadChunkPaths: [".next/static/a.js"] }]);
    expect(firstLoadScripts(root)).toEqual({ "/": [".next/static/a.js"] });
  });
});

describe("the pages of a build", () => {
  const root = mkdtempSync(path.join(tmpdir(), "campus-circle-routes-"));
  afterAll(() => rmSync(root, { recursive: true }));
  const manifest = (content: unknown) => {
    mkdirSync(path.join(root, ".next"), { recursive: true });
    writeFileSync(path.join(root, ".next/routes-manifest.json"), JSON.stringify(content));
  };

  test("are those people open, and no call, file or slot", () => {
    const route = (page: string) => ({ page, regex: `^${page.replace(/\[\w+\]/g, "([^/]+?)")}(?:/)?$` });
    manifest({
      staticRoutes: ["/", "/_not-found", "/api/posts", "/robots.txt", "/share", "/mainfeed"].map(route),
      dynamicRoutes: ["/media/[type]/upload", "/post/[postId]", "/profile/[userId]/(...)post/[postId]"].map(
        route,
      ),
    });
    expect(pageRoutes(root).map(({ route }) => route)).toEqual(["/", "/mainfeed", "/post/[postId]"]);
    expect(pageRoutes(root).find(({ pattern }) => pattern.test("/post/1"))?.route).toBe("/post/[postId]");
  });

  test("are required", () => {
    manifest({ staticRoutes: [{ page: "/" }], dynamicRoutes: [] });
    expect(() => pageRoutes(root)).toThrow("Next.js no longer lists its routes");
    rmSync(path.join(root, ".next/routes-manifest.json"));
    expect(() => pageRoutes(root)).toThrow("Next.js no longer lists its routes");
  });
});
