import { devices, expect, type Page, test } from "playwright/test";
import { animationsEnded } from "./fixtures";
import { createFixtures } from "./screens/fixtures";
import { openScreen, setTheme } from "./screens/open-screen";
import { screenshotName } from "./screens/screen";
import { SCREENS } from "./screens/screens";

/**
 * Screens whose look is compared with e2e/pictures, in both themes: what no rule can say, such as a
 * button that has moved or a colour that has gone. It needs a fresh demo campus.
 */

const DEVICES = {
  phone: { ...devices["Pixel 7"], viewport: { width: 390, height: 844 }, deviceScaleFactor: 1 },
  desktop: { ...devices["Desktop Chrome"], viewport: { width: 1280, height: 860 } },
};

/** The most used screens, and of their states those that are seldom looked at. */
const PICTURES: Record<keyof typeof DEVICES, string[]> = {
  phone: [
    "landing--normal",
    "login-page--normal",
    "login-page--error--unknown",
    "select-college-page--normal",
    "enter-college-email-page--normal",
    "verification-page--normal",
    "onboarding-guide-page--normal--slide-1",
    "enter-password-page--normal",
    "other--empty--visitor",
    "offline--offline",
    "mainfeed--normal",
    "mainfeed--normal--menu",
    "mainfeed--empty",
    "mainfeed--loading",
    "mainfeed--error",
    "mainfeed--normal--share",
    "create-post--normal",
    "create-post--empty",
    "post-postid--empty",
    "profile-userid--normal--own",
    "bookmarks--empty",
    "search-users--empty--no-match",
    "notify--empty",
    "messages--empty",
    "messages--error",
    "settings--normal",
  ],
  desktop: [
    "login-page--normal",
    "mainfeed--normal--composing",
    "create-post-modal--normal",
    "post-postid--normal",
    "profile-userid--normal",
    "edit-profile--normal",
    "trending--empty",
    "notify--error",
    "messages-conversationid--empty",
    "settings--normal--delete-account",
    "settings-group--normal--appearance",
    "settings-group--normal--notifications",
    "moderation--empty",
    "college-section--empty--people",
  ],
};

const pictures = Object.entries(PICTURES).flatMap(([device, names]) =>
  names.map((name) => {
    const screen = SCREENS.find((candidate) => screenshotName(candidate) === name);
    if (!screen) throw new Error(`e2e/screens has no ${name}`);
    return { device: device as keyof typeof DEVICES, name, screen };
  }),
);

let fixtures: ReturnType<typeof createFixtures>;
test.beforeAll(({ baseURL }) => {
  fixtures = createFixtures(baseURL ?? "", 0);
});

for (const { device, name, screen } of pictures) {
  test(`${name} looks on a ${device} as it did`, async ({ browser }) => {
    await openScreen(browser, DEVICES[device], screen, fixtures, async (page) => {
      await page.waitForLoadState("load");
      for (const theme of ["light", "dark"] as const) {
        await setTheme(page, theme);
        await animationsEnded(page);
        await steady(page);
        await expect.soft(page).toHaveScreenshot([`${device}-${theme}`, `${name}.png`]);
      }
    });
  });
}

/**
 * Pictures, which each machine decodes in its own way, are grey; so are avatars, whose colour is by
 * the id. What is in the machine's own font is not seen, and every time is the same.
 */
const STYLE = `
  .rounded-full[style*="background-color"] { background-color: #5b6472 !important }
  code { color: transparent !important }
  img, video, canvas { filter: contrast(0) !important }
  time { font-size: 0 !important }
  time::after { content: "3h"; font-size: 0.875rem }`;

/** Takes away what two runs never have in common. */
async function steady(page: Page): Promise<void> {
  await page.evaluate(async (css) => {
    const style = new CSSStyleSheet();
    style.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
    // "Joined April 2026" moves on with the calendar. Emoji and Hindi are in the machine's own fonts.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode;
      const same = (text.nodeValue ?? "")
        .replace(/^(Joined )?[A-Z][a-z]{2,8} 20\d\d$/, "$1Jan 2026")
        .replace(/(?:\p{Emoji_Presentation}|\p{Script=Devanagari}|\u200d|\ufe0f)+/gu, "o");
      if (same !== text.nodeValue) text.nodeValue = same;
    }
    await document.fonts.ready;
    // One out of sight is loaded when it comes into sight, so it would be waited for in vain.
    const inSight = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight && image.checkVisibility();
    });
    await Promise.all(inSight.map((image) => image.decode().catch(() => image)));
  }, STYLE);
}
