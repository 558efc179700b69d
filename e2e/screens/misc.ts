import { expect } from "playwright/test";
import { LEGAL_PAGES, LEGAL_TITLES } from "../../lib/legal/policy";
import { type Screen, screensOf } from "./screen";

/** Pages outside the shell, and unknown addresses. */
export const MISC_SCREENS: Screen[] = [
  ...screensOf("/", "visitor", [
    {
      shows: "The landing page",
      open: async ({ page }) => {
        await page.goto("/");
        await expect(page.getByRole("link", { name: "Get Started" })).toBeVisible();
      },
    },
  ]),
  ...LEGAL_PAGES.map(
    (name): Screen => ({
      route: `/${name}`,
      state: "normal",
      shows: `The ${LEGAL_TITLES.en[name].toLowerCase()}, with its version or date, its contents and linked headings`,
      as: "visitor",
      fullPage: true,
      open: async ({ page }) => {
        await page.goto(`/${name}`);
        await expect(page.getByRole("heading", { level: 1, name: LEGAL_TITLES.en[name] })).toBeVisible();
      },
    }),
  ),
  ...(["guidelines", "privacy", "terms"] as const).map(
    (name): Screen => ({
      route: `/${name}/hindi`,
      state: "normal",
      shows: `The ${LEGAL_TITLES.en[name].toLowerCase()} in Hindi`,
      as: "visitor",
      fullPage: true,
      open: async ({ page }) => {
        await page.goto(`/${name}/hindi`);
        await expect(page.getByRole("heading", { level: 1, name: LEGAL_TITLES.hi[name] })).toBeVisible();
      },
    }),
  ),
  ...screensOf("/licences", "visitor", [
    {
      shows: "The licences of the packages of others, one text unfolded",
      open: async ({ page }) => {
        await page.goto("/licences");
        await page.getByText("Licence: LGPL-3.0", { exact: true }).click();
        await expect(page.getByText("GNU LESSER GENERAL PUBLIC LICENSE").first()).toBeVisible();
      },
    },
  ]),
  ...screensOf("/complaint", "visitor", [
    {
      shows: "The form for complaints, also without an account",
      open: async ({ page }) => {
        await page.goto("/complaint");
        await expect(page.getByRole("heading", { level: 1, name: "Make a complaint" })).toBeVisible();
      },
    },
  ]),
  ...screensOf("/up", "visitor", [
    {
      shows: "How each part is, and the page views of 14 days",
      fullPage: true,
      open: async ({ page }) => {
        await page.goto("/up");
        await expect(page.getByRole("heading", { name: "Page views" })).toBeVisible();
      },
    },
  ]),
  ...screensOf("/test", "visitor", [
    {
      shows: "The gallery of components, for developers",
      fullPage: true,
      // The gallery repeats landmarks that are unique on any other page.
      axeExceptions: ["landmark-unique"],
      open: async ({ page }) => {
        await page.goto("/test");
        await expect(page.getByRole("heading", { level: 1, name: "Gallery" })).toBeVisible();
      },
    },
  ]),
  ...screensOf("/offline", "visitor", [
    {
      state: "offline",
      shows: "What stands in for a page that was never read here",
      open: async ({ page }) => {
        await page.goto("/offline");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      },
    },
  ]),
  ...screensOf("/other", "visitor", [
    {
      state: "empty",
      detail: "visitor",
      shows: "An address without a page, for a visitor",
      open: async ({ page }) => {
        await page.goto("/no/such/page");
        await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
      },
    },
  ]),
];
