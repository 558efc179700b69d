import { defineConfig } from "playwright/test";
import base from "./screens.config";

/**
 * The pictures that are compared: `npm run screenshots -- --check`, and `-- --update` for new ones.
 */
export default defineConfig({
  ...base,
  testMatch: "pictures.compare.ts",
  snapshotPathTemplate: "pictures/{arg}{ext}",
  // One that is missing fails; it is not made by the way.
  updateSnapshots: "none",
  // A second try finds what the first has left behind.
  retries: 0,
  expect: {
    ...base.expect,
    toHaveScreenshot: {
      // A colour that is a little different is antialiasing, or another machine's fonts. A button that
      // moves by its own height changes some hundred pixels of a phone's 330,000 for good.
      threshold: 0.25,
      maxDiffPixelRatio: 0.001,
    },
  },
  use: {
    ...base.use,
    launchOptions: {
      ...base.use?.launchOptions,
      // Letters as the fonts describe them, not as this machine prefers them.
      args: [
        ...(base.use?.launchOptions?.args ?? []),
        "--font-render-hinting=none",
        "--disable-lcd-text",
        "--force-color-profile=srgb",
      ],
    },
  },
});
