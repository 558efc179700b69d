import { rmSync } from "node:fs";
import { basename } from "node:path";

/** A complaint on the console that no test expected is a failure. */
const complaints: unknown[][] = [];

beforeEach(() => {
  complaints.length = 0;
  jest.spyOn(console, "error").mockImplementation((...args: unknown[]) => {
    complaints.push(args);
  });
});

afterEach(() => {
  const unexpected = complaints.map((args) => args.map(String).join(" "));
  jest.restoreAllMocks();
  expect(unexpected).toEqual([]);
});

// Tests of components run in a browser's globals, where the database driver cannot even be loaded.
if (typeof window === "undefined") {
  const { closeTestDatabase } = jest.requireActual<typeof import("@/tests/test-db")>("@/tests/test-db");
  afterAll(closeTestDatabase);
}

// The folder of media that setup-env.ts made for this file; last, when nothing uses it any more.
afterAll(() => {
  const folder = process.env.DATA_DIR ?? "";
  if (basename(folder).startsWith("campus-circle-test-")) rmSync(folder, { recursive: true, force: true });
});
