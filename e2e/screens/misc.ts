import { expect } from "playwright/test";
import { LEGAL_PAGES, LEGAL_TITLES } from "../../lib/legal/policy";
import { type Screen, screensOf, visit } from "./screen";

/** Pages outside the shell, and unknown addresses. */
export const MISC_SCREENS: Screen[] = [
  ...screensOf("/", "visitor", [
    {
      shows: "The landing page",
      open: visit("/", (page) => page.getByRole("link", { name: "Get Started" })),
    },
  ]),
  ...LEGAL_PAGES.map(
    (name): Screen => ({
      route: `/${name}`,
      state: "normal",
      shows: `The ${LEGAL_TITLES.en[name].toLowerCase()}, with its version or date, its contents and linked headings`,
      as: "visitor",
      fullPage: true,
      open: visit(`/${name}`, (page) => page.getByRole("heading", { level: 1, name: LEGAL_TITLES.en[name] })),
    }),
  ),
  ...(["guidelines", "privacy", "terms"] as const).map(
    (name): Screen => ({
      route: `/${name}/hindi`,
      state: "normal",
      shows: `The ${LEGAL_TITLES.en[name].toLowerCase()} in Hindi`,
      as: "visitor",
      fullPage: true,
      open: visit(`/${name}/hindi`, (page) =>
        page.getByRole("heading", { level: 1, name: LEGAL_TITLES.hi[name] }),
      ),
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
      open: visit("/complaint", (page) => page.getByRole("heading", { level: 1, name: "Make a complaint" })),
    },
  ]),
  ...screensOf("/up", "visitor", [
    {
      shows: "How each part is, and the page views of 14 days",
      fullPage: true,
      open: visit("/up", (page) => page.getByRole("heading", { name: "Page views" })),
    },
  ]),
  ...screensOf("/test", "visitor", [
    {
      shows: "The gallery of components, for developers",
      fullPage: true,
      // The gallery repeats landmarks that are unique on any other page.
      axeExceptions: ["landmark-unique"],
      open: visit("/test", (page) => page.getByRole("heading", { level: 1, name: "Gallery" })),
    },
  ]),
  ...screensOf("/offline", "visitor", [
    {
      state: "offline",
      shows: "What stands in for a page that was never read here",
      open: visit("/offline", (page) => page.getByRole("heading", { level: 1 })),
    },
  ]),
  ...screensOf("/other", "visitor", [
    {
      state: "empty",
      detail: "visitor",
      shows: "An address without a page, for a visitor",
      open: visit("/no/such/page", (page) => page.getByRole("heading", { name: "Page not found" })),
    },
  ]),
];
