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
 * `BASE_URL=https://… OUTBOX_PASSWORD=… npm run e2e [-- arguments of playwright test]`: the
 * journeys against a deployment that has an outbox. Leaves out those that need what `npm test`
 * starts on this machine.
 */

/**
 * Journeys with a database and a Google of their own, and those of our own server and media host.
 */
const LOCAL = "strangers.spec|google.spec|observability.spec|@local";

await runCli(async () => {
  requireNode();
  process.chdir(ROOT);
  stopOnSignals(1);
  const { BASE_URL = "", OUTBOX_PASSWORD } = process.env;
  if (!URL.canParse(BASE_URL)) {
    throw new CliError("BASE_URL must be the address to test, such as https://preview.example.");
  }
  await step("Install packages", ensureInstalled);
  const chromium = await provideChromium();
  if (chromium) process.env.CHROMIUM_PATH = chromium;
  await step("Read the outbox", async () => {
    const headers = OUTBOX_PASSWORD ? { "X-Outbox-Password": OUTBOX_PASSWORD } : undefined;
    const status = await statusOf(new URL("/api/dev/outbox", BASE_URL), headers);
    if (status === 200) return;
    throw new CliError(
      status === undefined
        ? `${BASE_URL} does not answer.`
        : `${BASE_URL} answered ${status}: the journeys need its outbox (set OUTBOX_PASSWORD to its password).`,
    );
  });
  const args = ["test", `--grep-invert=${LOCAL}`, ...process.argv.slice(2)];
  try {
    await run(process.execPath, ["node_modules/.bin/playwright", ...args], { show: true });
  } catch (error) {
    // Playwright has said what failed.
    throw error instanceof ExecError ? new CliError("The journeys failed.") : error;
  }
});

/**
 * @param {URL} url
 * @param {Record<string, string> | undefined} headers
 * @returns {Promise<number | undefined>} undefined without an answer
 */
async function statusOf(url, headers) {
  try {
    return (await fetch(url, { headers })).status;
  } catch {
    // The caller reports it.
    return undefined;
  }
}
