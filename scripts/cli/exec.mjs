import { spawnSupervised } from "./supervised.mjs";

/**
 * Programs that run right now, so that a signal to us can end them. @type
 * {Set<import("node:child_process").ChildProcess>}
 */
const running = new Set();

/** A program that ended badly; `output` is everything it said. */
export class ExecError extends Error {
  /**
   * @param {string} command
   * @param {string} how
   * @param {string} output
   */
  constructor(command, how, output) {
    super(`${command} ${how}.`);
    this.output = output;
  }
}

/**
 * Runs a program to its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean, timeout?: number, onStart?: (pid: number) =>
 *   void }} [options] `show`: its output goes to ours at once; otherwise it is kept. `timeout`:
 *   milliseconds after which it is ended
 * @returns {Promise<string>} what it said, when not shown
 * @throws {ExecError} when it exits with anything but 0
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
      const said = Buffer.concat(output).toString("utf8");
      if (code === 0) resolve(said);
      else
        reject(
          new ExecError(
            [command, ...args].join(" "),
            signal ? `was ended by ${signal}` : `exited with ${code}`,
            said,
          ),
        );
    });
  });
}

/**
 * The same with this very Node and a script of ours; TypeScript too. `conditions` as on Node's
 * command line.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean }} [options]
 */
export function runTypeScript(args, options) {
  return run(process.execPath, ["--conditions=react-server", "--import", "tsx", ...args], options);
}

/** Ends every program that still runs. */
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
