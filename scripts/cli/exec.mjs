import { spawnSupervised } from "./supervised.mjs";

/**
 * Running programs, so that a signal can end them.
 * @type {Set<import("node:child_process").ChildProcess>}
 */
const running = new Set();

/** A program failed; `output` is everything it printed. */
export class ExecError extends Error {
  /**
   * @param {string} command
   * @param {string} outcome
   * @param {string} output
   */
  constructor(command, outcome, output) {
    super(`${command} ${outcome}.`);
    this.output = output;
  }
}

/**
 * Runs a program until it exits.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, timeout?: number, onStart?: (pid: number) =>
 *   void }} [options] `show`: passes its output through instead of collecting it. `timeout`:
 *   milliseconds before it is killed
 * @returns {Promise<string>} its output, unless shown
 * @throws {ExecError} when it exits with a code other than 0
 */
export function run(command, args, { env = process.env, show = false, timeout, onStart } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawnSupervised(command, args, {
      env,
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    });
    running.add(child);
    if (child.pid !== undefined) onStart?.(child.pid);
    const timer = timeout && setTimeout(() => end(child, "SIGKILL"), timeout);
    /** @type {Buffer[]} */
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    child.once("error", reject);
    child.once("close", (code, signal) => {
      running.delete(child);
      clearTimeout(timer || undefined);
      const text = Buffer.concat(output).toString("utf8");
      if (code === 0) resolve(text);
      else
        reject(
          new ExecError(
            [command, ...args].join(" "),
            signal ? `was ended by ${signal}` : `exited with ${code}`,
            text,
          ),
        );
    });
  });
}

/**
 * Runs a script of ours, TypeScript too, with this Node. Resolves `server-only` as the server does.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean }} [options]
 */
export function runTypeScript(args, options) {
  return run(process.execPath, ["--conditions=react-server", "--import", "tsx", ...args], options);
}

/** Ends every running program. */
export function endPrograms() {
  for (const child of running) end(child, "SIGTERM");
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function end(child, signal) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, signal);
}
