import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { firstLoadScripts } from "./js-budget.mjs";

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
