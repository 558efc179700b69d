import { EventEmitter } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { onSignal } from "@/lib/platform/signals";
import { pageTimer } from "./page-times.mjs";

const root = mkdtempSync(path.join(tmpdir(), "campus-circle-pages-"));
mkdirSync(path.join(root, ".next"));
const route = (page: string) => ({ page, regex: `^${page.replace(/\[\w+\]/g, "([^/]+?)")}(?:/)?$` });
writeFileSync(
  path.join(root, ".next/routes-manifest.json"),
  JSON.stringify({
    staticRoutes: ["/mainfeed", "/_not-found", "/api/posts", "/robots.txt", "/share"].map(route),
    dynamicRoutes: ["/media/[type]/upload", "/profile/[userId]/(...)post/[postId]", "/post/[postId]"].map(
      route,
    ),
  }),
);
afterAll(() => rmSync(root, { recursive: true }));

test("pages are counted by the route they belong to, never by their address", () => {
  const measure = pageTimer(root);
  const open = (url: string, headers: IncomingMessage["headers"], event: "finish" | "close") => {
    const response = Object.assign(new EventEmitter(), { statusCode: 200 });
    measure({ url, headers } as IncomingMessage, response as unknown as ServerResponse);
    response.emit(event);
  };
  open("/mainfeed", {}, "finish");
  const seen: object[] = [];
  onSignal("page", (page) => seen.push(page));
  open("/mainfeed?feed=circle", {}, "finish");
  open("/post/0190a1b2", { rsc: "1" }, "finish");
  for (const url of ["/no/such/page", "/share", "/api/posts"]) open(url, {}, "finish");
  open("/mainfeed", {}, "close");
  const seconds = expect.any(Number);
  expect(seen).toEqual([
    { route: "/mainfeed", kind: "html", status: 200, seconds },
    { route: "/post/[postId]", kind: "data", status: 200, seconds },
    ...Array(3).fill({ route: "other", kind: "html", status: 200, seconds }),
  ]);
});

test("a build whose routes are not listed as expected is noticed", () => {
  const other = mkdtempSync(path.join(root, "other-"));
  expect(() => pageTimer(other)).toThrow("Next.js no longer lists its routes");
  mkdirSync(path.join(other, ".next"));
  writeFileSync(path.join(other, ".next/routes-manifest.json"), '{"staticRoutes":[{"page":"/"}]}');
  expect(() => pageTimer(other)).toThrow("Next.js no longer lists its routes");
});
