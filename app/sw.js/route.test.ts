import fs from "node:fs";
import { runInNewContext } from "node:vm";
import { GET } from "@/app/sw.js/route";

/** What a worker listens to once a browser has run its script. */
async function listenedTo(): Promise<string[]> {
  const types: string[] = [];
  const self = {
    addEventListener: (type: string) => types.push(type),
    location: { origin: "https://campus.example" },
    registration: {},
  };
  runInNewContext(await (await GET()).text(), { self, registration: {}, URL, Request, Response });
  return [...new Set(types)].sort();
}

/** As if `next build` had written these files. */
function build(...files: string[]): void {
  jest.replaceProperty(process.env, "NODE_ENV", "production");
  jest.spyOn(fs, "readdirSync").mockReturnValue(files as never);
}

test("is a script that browsers ask for anew each time", async () => {
  const { headers } = await GET();
  expect(headers.get("Content-Type")).toBe("text/javascript; charset=utf-8");
  expect(headers.get("Cache-Control")).toBe("no-cache");
});

test("keeps nothing in development, and only shows what is pushed", async () => {
  expect(await listenedTo()).toEqual(["activate", "notificationclick", "push"]);
});

test("keeps the scripts, styles and fonts of a build, but for letters of other alphabets", async () => {
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
  expect(await listenedTo()).toContain("fetch");
});

test("is another one when the build is", async () => {
  build("chunks/a.js");
  const before = await (await GET()).text();
  build("chunks/b.js");
  expect(await (await GET()).text()).not.toBe(before);
});
