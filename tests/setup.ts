import { rmSync } from "node:fs";
import { basename } from "node:path";

// As with the journeys: what passes when it is tried again is named at the end of the run as flaky.
jest.retryTimes(1);

/**
 * An unexpected `console.error` fails the test, but for React's remark that an update came outside
 * `act`: whether an answer comes before or after a test's last line depends on the machine.
 */
const consoleErrors: unknown[][] = [];
const isAboutAct = (args: unknown[]) => String(args[0]).includes("not wrapped in act(");

beforeEach(() => {
  consoleErrors.length = 0;
  jest.spyOn(console, "error").mockImplementation((...args: unknown[]) => {
    if (!isAboutAct(args)) consoleErrors.push(args);
  });
});

afterEach(() => {
  const unexpected = consoleErrors.map((args) => args.map(String).join(" "));
  jest.restoreAllMocks();
  expect(unexpected).toEqual([]);
});

if (typeof window !== "undefined") {
  // A screen may take its time on a busy machine.
  jest.requireActual<typeof import("@testing-library/dom")>("@testing-library/dom").configure({
    asyncUtilTimeout: 5_000,
  });
  // jsdom has no layout, so nothing ever changes its size, comes into view or scrolls.
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  window.IntersectionObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  } as unknown as typeof IntersectionObserver;
  Element.prototype.scrollIntoView ??= () => undefined;
}

// Removes the media folder that setup-env.ts created, last, when nothing uses it any more.
afterAll(async () => {
  await globalThis.closeTestDatabase?.();
  const folder = process.env.DATA_DIR ?? "";
  if (basename(folder).startsWith("campus-circle-test-")) rmSync(folder, { recursive: true, force: true });
});
