import ApiPage from "@/app/docs/api/page";
import GalleryPage from "@/app/test/page";
import { FullPage } from "@/components/shell/full-page";
import { resetEnvForTests } from "@/lib/platform/env";

/** Pages that exist only for developers. */

jest.mock("next/navigation", () => ({
  ...jest.requireActual("next/navigation"),
  notFound: () => {
    throw new Error("404");
  },
  redirect: (path: string) => {
    throw new Error(`to ${path}`);
  },
}));

const initialEnv = { ...process.env };
const PRODUCTION = {
  NODE_ENV: "production",
  EMBEDDED: "",
  APP_URL: "https://campus.example",
  RESEND_API_KEY: "re_1",
  MAIL_FROM: "Campus Circle <hello@campus.example>",
};
const setEnv = (change: Record<string, string>) => {
  Object.assign(process.env, change);
  resetEnvForTests();
};
afterEach(() => {
  process.env = { ...initialEnv };
  resetEnvForTests();
});

test.each([
  ["in development", { NODE_ENV: "development" }],
  ["in embedded mode", { NODE_ENV: "production", EMBEDDED: "1" }],
])("they show %s", async (_, change) => {
  setEnv(change);
  expect(GalleryPage()).toMatchObject({ type: FullPage });
  expect(await ApiPage()).toMatchObject({ type: FullPage });
});

test("they do not exist in production, but for the gallery with SHOW_GALLERY", async () => {
  setEnv(PRODUCTION);
  expect(GalleryPage).toThrow("to /up");
  await expect(ApiPage()).rejects.toThrow("404");
  setEnv({ SHOW_GALLERY: "1" });
  expect(GalleryPage()).toMatchObject({ type: FullPage });
});
