import { provideChromium } from "./cli/chromium.mjs";
import { CliError } from "./cli/cli-error.mjs";
import { ROOT } from "./cli/environment.mjs";
import { ExecError, run } from "./cli/exec.mjs";
import { ensureInstalled } from "./cli/install.mjs";
import { requireNode } from "./cli/node-version.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { stopOnSignals } from "./cli/shutdown.mjs";
import { step } from "./cli/steps.mjs";

/**
 * `BASE_URL=https://… OUTBOX_PASSWORD=… npm run e2e [-- arguments of playwright]`: installs what
 * the journeys need, then runs them as `npx playwright test` does.
 */
await runCli(async () => {
  requireNode();
  process.chdir(ROOT);
  stopOnSignals(1);
  if (!URL.canParse(process.env.BASE_URL ?? "")) {
    throw new CliError("BASE_URL must be the address to test, such as https://preview.example.");
  }
  await step("Install packages", ensureInstalled);
  const chromium = await provideChromium();
  if (chromium) process.env.CHROMIUM_PATH = chromium;
  const args = ["test", ...process.argv.slice(2)];
  try {
    await run(process.execPath, ["node_modules/.bin/playwright", ...args], { show: true });
  } catch (error) {
    // Playwright has said what failed.
    throw error instanceof ExecError ? new CliError("The journeys failed.") : error;
  }
});
