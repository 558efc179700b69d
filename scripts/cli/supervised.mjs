import { spawn } from "node:child_process";

/**
 * A child that never outlives us, not even when we are killed with -9. Beside it a shell waits on a
 * pipe that only we hold open: when the pipe ends without a word, we are gone, and the shell stops
 * the child.
 *
 * The child leads a process group of its own, so Ctrl-C in the terminal reaches only us and things
 * stop in the order we choose.
 */

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, uid?: number | undefined, gid?: number |
 *   undefined, stdio: [import("node:child_process").IOType | number,
 *   import("node:child_process").IOType | number, import("node:child_process").IOType | number],
 *   onParentExit?: string, }} options `onParentExit`: what the shell does when we are gone; by default it
 *   ends the whole group
 * @returns {import("node:child_process").ChildProcess}
 */
export function spawnSupervised(command, args, { stdio, onParentExit = "kill -TERM -$$", ...options }) {
  // Two brackets: the waiting shell must not be a child of the program, which may look after its
  // children.
  const script = `( (read -r _ <&3 || ${onParentExit}) >/dev/null 2>&1 & ); exec "$@" 3<&-`;
  const child = spawn("/bin/sh", ["-c", script, "sh", command, ...args], {
    ...options,
    stdio: [...stdio, "pipe"],
    detached: true,
  });
  const guard = /** @type {import("node:stream").Writable} */ (child.stdio[3]);
  // The shell may be gone already when the group was signalled.
  guard.on("error", () => guard.destroy());
  child.once("exit", () => guard.end("done\n"));
  return child;
}
