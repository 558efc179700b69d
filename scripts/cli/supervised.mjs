import { spawn } from "node:child_process";

/**
 * A child that never outlives us, not even after kill -9. A shell next to it waits on a pipe that
 * only we hold open. When the pipe closes without a message, we are gone, and the shell stops the
 * child.
 *
 * The child heads its own process group, so Ctrl-C in the terminal reaches only us and we choose
 * the order in which things stop.
 */

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, uid?: number | undefined, gid?: number |
 *   undefined, stdio: [import("node:child_process").IOType | number,
 *   import("node:child_process").IOType | number, import("node:child_process").IOType | number],
 *   onParentExit?: string, }} options `onParentExit`: what the shell runs when we are gone; by
 *   default it ends the whole group
 * @returns {import("node:child_process").ChildProcess}
 */
export function spawnSupervised(command, args, { stdio, onParentExit = "kill -TERM -$$", ...options }) {
  // The extra subshell detaches the waiting shell: it must not be a child of the program, which may
  // wait for its children.
  const script = `( (read -r _ <&3 || ${onParentExit}) >/dev/null 2>&1 & ); exec "$@" 3<&-`;
  const child = spawn("/bin/sh", ["-c", script, "sh", command, ...args], {
    ...options,
    stdio: [...stdio, "pipe"],
    detached: true,
  });
  const guard = /** @type {import("node:stream").Writable} */ (child.stdio[3]);
  // The shell may already be gone when the group was signalled.
  guard.on("error", () => guard.destroy());
  child.once("exit", () => guard.end("done\n"));
  return child;
}
