import { EventEmitter } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { onSignal } from "@/lib/platform/signals";
import { pageTimer } from "./page-times.mjs";

const root = mkdtempSync(path.join(tmpdir(), "campus-circle-pages-"));
mkdirSync(path.join(root, ".next"));
writeFileSync(
  path.join(root, ".next/routes-manifest.json"),
  JSON.stringify({
    staticRoutes: [{ page: "/mainfeed", regex: "^/mainfeed(?:/)?$" }],
    dynamicRoutes: [{ page: "/post/[postId]", regex: "^/post/([^/]+?)(?:/)?$" }],
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
  open("/no/such/page", {}, "finish");
  open("/mainfeed", {}, "close");
  const seconds = expect.any(Number);
  expect(seen).toEqual([
    { route: "/mainfeed", kind: "html", status: 200, seconds },
    { route: "/post/[postId]", kind: "data", status: 200, seconds },
    { route: "other", kind: "html", status: 200, seconds },
  ]);
});
