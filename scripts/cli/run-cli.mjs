import { CliError } from "./cli-error.mjs";
import { isStopping, stopAll } from "./shutdown.mjs";

/**
 * Runs a command. A `CliError` prints one line on stderr, any other error its stack; both stop what
 * was started and exit 1. Errors caused by our own shutdown are not reported.
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
