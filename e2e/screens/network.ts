import { expect, type Page } from "playwright/test";

/** The network as a screen may find it. Patterns are Playwright's. */

const REQUEST_ID = "5f1c7a0e-2b4d-4f7e-9a51-0c6f5d2e8b13";

/** Never answers: what waits goes on waiting. */
export const hang = (page: Page, pattern: string | RegExp) => page.route(pattern, () => {});

/** Answers as our server does when it fails. */
export async function respondWithError(
  page: Page,
  pattern: string | RegExp,
  status = 500,
  error = "internal",
  message = "Something went wrong. Please try again.",
): Promise<void> {
  await page.route(pattern, (route) =>
    route.fulfill({ status, headers: { "X-Request-Id": REQUEST_ID }, json: { error, message } }),
  );
}

/** Answers with a body of our own. */
export const respondWith = (page: Page, pattern: string | RegExp, json: unknown) =>
  page.route(pattern, (route) => route.fulfill({ json }));

/** No connection for these calls. */
export const abortRequests = (page: Page, pattern: string | RegExp) =>
  page.route(pattern, (route) => route.abort("internetdisconnected"));

/** The connection goes once the page has what it loads at rest: what says so is among it. */
export async function goOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return performance.now() - Math.max(...files.map((file) => file.responseEnd)) > 1_000;
  });
  await page.context().setOffline(true);
  await expect(page.getByText(/^You are offline/)).toBeVisible();
}

/** Every picture and video is gone from the media host. */
export const breakMedia = (page: Page) =>
  page.route("**/media/{image,video}/**", (route) => route.fulfill({ status: 404, body: "" }));

/** An empty page of any list. */
export const EMPTY_PAGE = { total: 0, currentPage: 1, totalPages: 0, nextCursor: null };

/**
 * Comes to a page of the shell as somebody whose first answer the server could not prepare: the
 * browser asks for itself, so that what it shows while it waits, or when that fails, can be seen.
 * (A failed prefetch is left out of the page.)
 */
export async function openWithoutPrefetch(page: Page, path: string): Promise<void> {
  await page.goto("/create-notify");
  await expect(page.getByRole("heading", { name: "Create Notification" })).toBeVisible();
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    async (route) => {
      try {
        const response = await route.fetch();
        // Under another name what was prefetched is not found.
        const body = (await response.text()).replaceAll('"queryHash":"', '"queryHash":"lost ');
        await route.fulfill({ response, body });
      } catch (error) {
        // Next.js prefetches more than anybody waits for.
        if (!page.isClosed()) throw error;
      }
    },
  );
  await navigateInApp(page, path);
}

/** Follows a link of ours without one: from page to page in the browser, as Next.js does. */
export async function navigateInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const { next } = window as unknown as { next: { router: { push: (to: string) => void } } };
    next.router.push(href);
  }, path);
}
