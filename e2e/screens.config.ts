import { defineConfig } from "playwright/test";
import base from "../playwright.config";

/**
 * The pictures of `npm run screenshots`: one after the other, because what one leaves behind the
 * next would show.
 */
export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "screens.shoot.ts",
  outputDir: "../test-results",
  workers: 1,
  projects: [{ name: "pictures" }],
});
