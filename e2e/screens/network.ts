import { expect, type Page } from "playwright/test";

/** Network conditions. URL patterns are Playwright's. */

const REQUEST_ID = "5f1c7a0e-2b4d-4f7e-9a51-0c6f5d2e8b13";

/** Matching requests never get a response. */
export const hang = (page: Page, pattern: Parameters<Page["route"]>[0]) => page.route(pattern, () => {});

/** Matching requests fail with an error of the API. */
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

/** Matching requests get this body. */
export const respondWith = (page: Page, pattern: string | RegExp, json: unknown) =>
  page.route(pattern, (route) => route.fulfill({ json }));

/** Matching requests fail as if offline. */
export const abortRequests = (page: Page, pattern: string | RegExp) =>
  page.route(pattern, (route) => route.abort("internetdisconnected"));

/** Waits for the end of what is loaded while a page is idle. */
export async function loadingEnded(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
    return performance.now() - Math.max(...files.map((file) => file.responseEnd)) > 1_000;
  });
}

/** Goes offline once all is loaded that shows it. */
export async function goOffline(page: Page): Promise<void> {
  await loadingEnded(page);
  await page.context().setOffline(true);
  await expect(page.getByText(/^Offline\./)).toBeVisible();
}

/** All pictures and videos respond with 404. */
export const breakMedia = (page: Page) =>
  page.route("**/media/{image,video}/**", (route) => route.fulfill({ status: 404, body: "" }));

/** An empty page of any list. */
export const EMPTY_PAGE = { total: 0, currentPage: 1, totalPages: 0, nextCursor: null };

/**
 * Opens a page as if the server's prefetch had failed, in which case the browser fetches the data
 * itself. That makes loading and error states visible.
 */
export async function openWithoutPrefetch(page: Page, path: string): Promise<void> {
  await page.goto("/create-notify");
  await expect(page.getByRole("heading", { name: "Create Notification" })).toBeVisible();
  await page.route(
    (url) => url.searchParams.has("_rsc"),
    async (route) => {
      try {
        const response = await route.fetch();
        // With a changed hash, the browser does not find the prefetched queries.
        const body = (await response.text()).replaceAll('"queryHash":"', '"queryHash":"lost ');
        await route.fulfill({ response, body });
      } catch (error) {
        // Prefetches may still be pending when the page closes.
        if (!page.isClosed()) throw error;
      }
    },
  );
  await navigateInApp(page, path);
}

/** Navigates in the browser without a page load, as a link does. */
export async function navigateInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((href) => {
    const { next } = window as unknown as { next: { router: { push: (to: string) => void } } };
    next.router.push(href);
  }, path);
}
