import GalleryPage from "@/app/test/page";
import { resetEnvForTests } from "@/lib/platform/env";

/** The gallery is for developers (contract §5). */

const before = { ...process.env };
const run = (change: Record<string, string>) => {
  Object.assign(process.env, change);
  resetEnvForTests();
  return () => GalleryPage();
};

afterEach(() => {
  process.env = { ...before };
  resetEnvForTests();
});

const PRODUCTION = { NODE_ENV: "production", EMBEDDED: "1" };

test("shows while one develops", () => {
  expect(run({ NODE_ENV: "development" })()).toBeTruthy();
});

test("is not there in production", () => {
  expect(run(PRODUCTION)).toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
});

test("is there in production where somebody asked for it", () => {
  expect(run({ ...PRODUCTION, SHOW_GALLERY: "1" })()).toBeTruthy();
});
