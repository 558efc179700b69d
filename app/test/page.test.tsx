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

const PRODUCTION = {
  NODE_ENV: "production",
  EMBEDDED: "",
  APP_URL: "https://campus.example",
  RESEND_API_KEY: "re_1",
  MAIL_FROM: "Campus Circle <hello@campus.example>",
};

test.each([
  ["in development", { NODE_ENV: "development" }],
  ["in embedded mode", { NODE_ENV: "production", EMBEDDED: "1" }],
  ["in production with SHOW_GALLERY", { ...PRODUCTION, SHOW_GALLERY: "1" }],
])("shows %s", (_, change) => {
  expect(withEnv(change)()).toBeTruthy();
});

test("leads to the status page in production", () => {
  expect(withEnv(PRODUCTION)).toThrow(expect.objectContaining({ digest: expect.stringContaining(";/up;") }));
});
