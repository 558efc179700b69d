import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { cleanRouterHeaders, firstLoadScripts, isRouterState } from "./next-internals.mjs";

/** The one place where the project looks into Next.js. */
const CHECK = "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

function nextsOwnCheck(): (header: string) => unknown {
  try {
    const { parseAndValidateFlightRouterState } = jest.requireActual(CHECK);
    if (typeof parseAndValidateFlightRouterState === "function") return parseAndValidateFlightRouterState;
  } catch {
    // Said below.
  }
  throw new Error(
    `Next.js no longer has its check of the router state in ${CHECK}. Find it, and see that isRouterState in ` +
      "scripts/server/next-internals.mjs takes nothing that Next.js refuses: it answers such a request with 500.",
  );
}

const nextTakes = (header: string) => {
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

test.each(GOOD.map(headerOf))("%s is taken here and by Next.js", (header) => {
  expect([isRouterState(header), nextTakes(header)]).toEqual([true, true]);
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
])("%s is taken neither here nor by Next.js", (header) => {
  expect([isRouterState(header), nextTakes(header)]).toEqual([false, false]);
});

test("a state as large as Next.js takes is taken, a larger one not", () => {
  const sized = (length: number) => {
    const bare = JSON.stringify(["", {}]).length;
    return JSON.stringify(["x".repeat(length - bare), {}]);
  };
  for (const length of [40_000, 40_001]) expect(isRouterState(sized(length))).toBe(nextTakes(sized(length)));
});

test("a state that Next.js would look at for a second is not taken", () => {
  const deep = (depth: number) => `${'["",{"a":'.repeat(depth)}["",{}]${"}]".repeat(depth)}`;
  expect(isRouterState(deep(20))).toBe(true);
  expect(isRouterState(deep(21))).toBe(false);
  const began = performance.now();
  nextTakes(deep(20));
  expect(performance.now() - began).toBeLessThan(500);
});

describe("the headers of Next.js's browser code", () => {
  const cleaned = (headers: IncomingMessage["headers"], isPage: boolean) => {
    cleanRouterHeaders({ headers } as IncomingMessage, isPage);
    return headers;
  };
  const asked = () => ({
    accept: "*/*",
    rsc: "1",
    "next-url": "/",
    "next-router-state-tree": headerOf(["", {}]),
  });

  test("reach pages", () => {
    expect(cleaned(asked(), true)).toEqual(asked());
  });
  test("mean nothing to the API, to media and to files", () => {
    expect(cleaned(asked(), false)).toEqual({ accept: "*/*" });
  });
  test("lose a router state that is none", () => {
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

  test("are not asked for where an adapter took the files away", () => {
    expect(firstLoadScripts(root)).toBeUndefined();
  });

  test("have to be told where there are files", () => {
    mkdirSync(path.join(root, ".next/static"), { recursive: true });
    const silence = /^Next\.js no longer says in .+ which scripts a page loads/;
    expect(() => firstLoadScripts(root)).toThrow(silence);
    report([{ route: "/", chunks: [] }]);
    expect(() => firstLoadScripts(root)).toThrow(silence);
    report([{ route: "/", firstLoadUncompressedJsBytes: 1, firstLoadChunkPaths: [".next/static/a.js"] }]);
    expect(firstLoadScripts(root)).toEqual({ "/": [".next/static/a.js"] });
  });
});
