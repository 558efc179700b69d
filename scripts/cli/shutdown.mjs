import { endPrograms } from "./exec.mjs";

/**
 * Stopping in order: what was started last is stopped first, on Ctrl-C, SIGTERM, a closed terminal,
 * or when the job is done.
 */

/** @type {(() => Promise<void>)[]} */
const stops = [];
/** @type {Promise<void> | undefined} */
let stopping;

/** Whether we are on the way out.
 * @returns {boolean}
 */
export function isStopping() {
  return stopping !== undefined;
}

/**
 * Registers how to stop something that was just started.
 * @param {() => Promise<void>} stop
 */
export function onStop(stop) {
  stops.push(stop);
}

/** Stops everything, once; later calls wait for the first. */
export function stopAll() {
  stopping ??= (async () => {
    endPrograms();
    for (const stop of stops.reverse()) {
      try {
        await stop();
      } catch (error) {
        console.error(error);
        process.exitCode = 1;
      }
    }
  })();
  return stopping;
}

/**
 * From now on a signal stops everything and ends the process with `exitCode`. npm passes Ctrl-C on
 * to us a second time, so repeats are ignored; every stop is bounded in time instead.
 * @param {number} exitCode
 */
export function stopOnSignals(exitCode) {
  const stop = () => {
    if (isStopping()) return;
    void stopAll().then(() => process.exit(process.exitCode ?? exitCode));
  };
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, stop);
  stopWithParent(stop);
}

/**
 * npm that is killed with -9 cannot pass the signal on: we would stay behind, holding the port.
 * @param {() => void} stop
 */
function stopWithParent(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 250).unref();
}
