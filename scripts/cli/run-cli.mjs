import { CliError } from "./cli-error.mjs";
import { isStopping, stopAll } from "./shutdown.mjs";

/**
 * Runs an entry program. A `CliError` becomes one line on stderr, any other error its stack; both
 * stop what was started and exit 1. What fails because we are being stopped is not worth a word.
 * @param {() => Promise<void>} main
 */
export async function runCli(main) {
  try {
    await main();
  } catch (error) {
    if (isStopping()) return;
    console.error(error instanceof CliError ? error.message : error);
    process.exitCode = 1;
    await stopAll();
    process.exit();
  }
}
