import fs from "node:fs";
import { runInNewContext } from "node:vm";
import { GET } from "@/app/sw.js/route";

/** The events for which the worker's script adds listeners. */
async function listenedEvents(): Promise<string[]> {
  const types: string[] = [];
  const self = {
    addEventListener: (type: string) => types.push(type),
    location: { origin: "https://campus.example" },
    registration: {},
  };
  runInNewContext(await (await GET()).text(), { self, registration: {}, URL, Request, Response });
  return [...new Set(types)].sort();
}

/** Pretends that `next build` has written these files. */
function build(...files: string[]): void {
  jest.replaceProperty(process.env, "NODE_ENV", "production");
  jest.spyOn(fs, "readdirSync").mockReturnValue(files as never);
}

test("is a script that browsers revalidate each time", async () => {
  const { headers } = await GET();
  expect(headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
  expect(headers.get("Cache-Control")).toBe("no-cache");
});

test("caches nothing in development, and only shows push messages", async () => {
  expect(await listenedEvents()).toEqual(["activate", "notificationclick", "push"]);
});

test("precaches the scripts, styles and fonts of a build, without extended fonts", async () => {
  build(
    "chunks/a.js",
    "chunks\\b.css",
    "chunks/a.js.map",
    "media/inter.woff2",
    "media/inter_latin_ext.woff2",
  );
  const script = await (await GET()).text();
  const listed = script.match(/"\/_next\/static\/[^"]+"/g);
  expect(listed).toEqual(
    ["chunks/a.js", "chunks/b.css", "media/inter.woff2"].map((file) => `"/_next/static/${file}"`),
  );
  expect(await listenedEvents()).toContain("fetch");
});

test("changes with the build", async () => {
  build("chunks/a.js");
  const before = await (await GET()).text();
  build("chunks/b.js");
  expect(await (await GET()).text()).not.toBe(before);
});
