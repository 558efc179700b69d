import { CliError } from "./cli-error.mjs";
import { ExecError } from "./exec.mjs";
import { isStopping } from "./shutdown.mjs";

const onTerminal = process.stdout.isTTY === true;

/**
 * Does one step of a longer job and says so: its name at once, then how long it took. `act` may
 * return a note such as "nothing to do". When a program failed, what it said is shown and a
 * `CliError` names the step.
 * @param {string} name
 * @param {() => Promise<string | void>} act
 */
export async function step(name, act) {
  const began = performance.now();
  const took = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  process.stdout.write(onTerminal ? `  … ${name}` : `  … ${name}\n`);
  try {
    const note = await act();
    say("✓", `${name}${note ? ` (${note})` : ""}`, took());
  } catch (error) {
    if (isStopping()) throw error;
    say("✗", name, took());
    if (!(error instanceof ExecError)) throw error;
    if (error.output) console.error(error.output.trimEnd());
    throw new CliError(`${name} failed: ${error.message}`);
  }
}

/**
 * @param {string} mark
 * @param {string} text
 * @param {string} took
 */
function say(mark, text, took) {
  process.stdout.write(`${onTerminal ? "\r\x1b[K" : ""}  ${mark} ${text}, ${took}\n`);
}
