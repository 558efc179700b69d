import { CliError } from "./cli-error.mjs";
import { ExecError } from "./exec.mjs";
import { isStopping } from "./shutdown.mjs";

const onTerminal = process.stdout.isTTY === true;

/** The steps that have ended, in seconds. @type {{ name: string, seconds: number }[]} */
export const endedSteps = [];

/**
 * Runs one step of a longer job and reports it: its name at once, then its duration. `act` may
 * return a note such as "nothing to do". When a program fails, its output is printed and a
 * `CliError` names the step.
 * @param {string} name
 * @param {() => Promise<string | void>} act
 */
export async function step(name, act) {
  const began = performance.now();
  const duration = () => {
    const seconds = (performance.now() - began) / 1000;
    endedSteps.push({ name, seconds });
    return `${seconds.toFixed(1)} s`;
  };
  process.stdout.write(onTerminal ? `  … ${name}` : `  … ${name}\n`);
  try {
    const note = await act();
    printResult("✓", `${name}${note ? ` (${note})` : ""}`, duration());
  } catch (error) {
    if (isStopping()) throw error;
    printResult("✗", name, duration());
    if (!(error instanceof ExecError)) throw error;
    if (error.output) console.error(error.output.trimEnd());
    throw new CliError(`${name} failed: ${error.message}`);
  }
}

/**
 * @param {string} mark
 * @param {string} text
 * @param {string} duration
 */
function printResult(mark, text, duration) {
  process.stdout.write(`${onTerminal ? "\r\x1b[K" : ""}  ${mark} ${text}, ${duration}\n`);
}
