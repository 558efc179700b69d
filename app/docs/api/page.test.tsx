import ApiPage from "@/app/docs/api/page";
import { resetEnvForTests } from "@/lib/platform/env";

/** The page of the API is for developers and demos. */

const initialEnv = { ...process.env };
const withEnv = (change: Record<string, string>) => {
  Object.assign(process.env, change);
  resetEnvForTests();
  return ApiPage();
};

afterEach(() => {
  process.env = { ...initialEnv };
  resetEnvForTests();
});

const PRODUCTION = {
  NODE_ENV: "production",
  EMBEDDED: "",
  RESEND_API_KEY: "re_test",
  MAIL_FROM: "hello@campus.example",
};

test("shows in development and in the embedded demo", async () => {
  expect(await withEnv({ NODE_ENV: "development" })).toBeTruthy();
  expect(await withEnv({ NODE_ENV: "production", EMBEDDED: "1" })).toBeTruthy();
});

test("is not found in production", async () => {
  await expect(withEnv(PRODUCTION)).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
});
