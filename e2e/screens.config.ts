import { defineConfig } from "playwright/test";
import base from "../playwright.config";

/** The screenshots of `npm run screenshots`, one after the other: some have side effects. */
export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "screens.shoot.ts",
  outputDir: "../test-results",
  workers: 1,
  projects: [{ name: "pictures" }],
});
