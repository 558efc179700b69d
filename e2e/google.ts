import { type APIRequestContext, type BrowserContext, expect, type Page } from "playwright/test";

/**
 * A fake of Google's script, which the login page loads, so that no journey depends on the network.
 * Only for journeys that open that page: a browser whose requests are routed caches nothing, and
 * needs half as much time again for each page.
 */

const SCRIPT = /\/dev\/google\/client\.js$|^https:\/\/accounts\.google\.com\/gsi\/client/;

/** The result of pressing Google's button: a credential, none, or a closed window. */
type Outcome = { credential: string } | { credential: undefined } | "closed";

/** Replaces Google's script. Pressing its button has this `outcome`. */
export async function fakeGoogle(on: Page | BrowserContext, outcome: Outcome): Promise<void> {
  const answer = outcome === "closed" ? "null" : JSON.stringify(outcome);
  await on.route(SCRIPT, (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: `(() => {
        let options;
        window.google = { accounts: { id: {
          initialize(config) { options = config; },
          renderButton(parent, look) {
            const button = document.createElement("div");
            button.role = "button";
            button.tabIndex = 0;
            button.textContent = "Continue with Google";
            button.style.cssText = "display:grid;place-items:center;height:40px;border-radius:20px;border:1px solid #747775;" +
              "font:500 14px Arial;width:" + look.width + "px;" +
              (look.theme === "filled_black" ? "background:#131314;color:#e3e3e3" : "background:#fff;color:#1f1f1f");
            button.onclick = () => { const answer = ${answer}; if (answer) options.callback(answer); };
            parent.append(button);
          },
          prompt() {}, cancel() {},
        } } };
      })()`,
    }),
  );
}

/** Google's script fails to load. */
export const blockGoogle = (page: Page) => page.route(SCRIPT, (route) => route.abort());

/** A credential of Google's replacement in embedded mode. */
export async function googleCredential(
  request: APIRequestContext,
  claims: { sub: string; email: string; name?: string; email_verified?: boolean },
): Promise<string> {
  const response = await request.get("/dev/google/credential", { params: claims });
  expect(response.ok()).toBe(true);
  return response.text();
}
