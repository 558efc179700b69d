import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { cleanRouterHeaders, firstLoadScripts, isRouterState } from "./next-internals.mjs";

/** The only place where the project imports from inside Next.js. */
const CHECK = "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

function nextsOwnCheck(): (header: string) => unknown {
  try {
    const { parseAndValidateFlightRouterState } = jest.requireActual(CHECK);
    if (typeof parseAndValidateFlightRouterState === "function") return parseAndValidateFlightRouterState;
  } catch {
    // Reported below.
  }
  throw new Error(
    `Next.js no longer checks the router state in ${CHECK}. Find the check, and make sure that isRouterState in ` +
      "scripts/server/next-internals.mjs accepts nothing that Next.js rejects: it answers such a request with 500.",
  );
}

const nextAccepts = (header: string) => {
  const check = nextsOwnCheck();
  try {
    check(header);
    return true;
  } catch {
    return false;
  }
};

const page = (children: unknown) => ["", { children }];
const POST = ["post", { children: [["postId", "1", "d", null], { children: ["__PAGE__", {}] }] }];

const GOOD = [
  ["", {}],
  page(["mainfeed", { children: ["__PAGE__", {}, null, "refetch"] }]),
  page(POST),
  page([["rest", "a/b", "oc", ["x", "y"]], {}]),
  page([["photo", "1", "di(..)(..)", null], {}]),
  page([["photo", "1", "ci(...)", null], {}]),
  ["", {}, ["/mainfeed", "?a=1"], "inside-shared-layout", 4, "x"],
  ["", {}, null, null, null],
  ["", { modal: ["", {}], children: ["", {}, null, "metadata-only"] }],
];

const BAD: unknown[] = [
  null,
  1,
  "",
  [],
  [""],
  {},
  ["", null],
  ["", "x"],
  [1, {}],
  ["", { children: 1 }],
  ["", { children: [] }],
  page([["postId", "1", "d"], {}]),
  page([["postId", "1", "z", null], {}]),
  page([["postId", "1", "di()", null], {}]),
  page([["postId", 1, "d", null], {}]),
  page([["postId", "1", "d", [1]], {}]),
  page([["postId", "1", "d", null, 5], {}]),
  ["", {}, ["/a"]],
  ["", {}, ["/a", 1]],
  ["", {}, null, "other"],
  ["", {}, null, null, "4"],
  ["", {}, null, null, null, null],
  ["", {}, null, null, null, 1],
  ["", {}, null, null, null, "x", "more"],
];

const headerOf = (state: unknown) => encodeURIComponent(JSON.stringify(state));

test.each(GOOD.map(headerOf))("%s is accepted here and by Next.js", (header) => {
  expect([isRouterState(header), nextAccepts(header)]).toEqual([true, true]);
});

test.each([
  ...BAD.map(headerOf),
  "",
  "%",
  "%zz",
  "{",
  "undefined",
  `${headerOf(GOOD[0])}x`,
  "[".repeat(10_000),
])("%s is rejected here and by Next.js", (header) => {
  expect([isRouterState(header), nextAccepts(header)]).toEqual([false, false]);
});

test("a state as large as Next.js accepts is accepted, a larger one is not", () => {
  const sized = (length: number) => {
    const bare = JSON.stringify(["", {}]).length;
    return JSON.stringify(["x".repeat(length - bare), {}]);
  };
  for (const length of [40_000, 40_001])
    expect(isRouterState(sized(length))).toBe(nextAccepts(sized(length)));
});

test("a state that would take Next.js a second to check is rejected", () => {
  const deep = (depth: number) => `${'["",{"a":'.repeat(depth)}["",{}]${"}]".repeat(depth)}`;
  expect(isRouterState(deep(20))).toBe(true);
  expect(isRouterState(deep(21))).toBe(false);
  const began = performance.now();
  nextAccepts(deep(20));
  expect(performance.now() - began).toBeLessThan(500);
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
  test("lose an invalid router state", () => {
    expect(cleaned({ rsc: "1", "next-router-state-tree": "%" }, true)).toEqual({ rsc: "1" });
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
