import GalleryPage from "@/app/test/page";
import { resetEnvForTests } from "@/lib/platform/env";

/** The gallery is for developers. */

const initialEnv = { ...process.env };
const withEnv = (change: Record<string, string>) => {
  Object.assign(process.env, change);
  resetEnvForTests();
  return () => GalleryPage();
};

afterEach(() => {
  process.env = { ...initialEnv };
  resetEnvForTests();
});

const PRODUCTION = { NODE_ENV: "production", EMBEDDED: "1" };

test("shows in development", () => {
  expect(withEnv({ NODE_ENV: "development" })()).toBeTruthy();
});

test("is not found in production", () => {
  expect(withEnv(PRODUCTION)).toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
});

test("shows in production with SHOW_GALLERY", () => {
  expect(withEnv({ ...PRODUCTION, SHOW_GALLERY: "1" })()).toBeTruthy();
});
