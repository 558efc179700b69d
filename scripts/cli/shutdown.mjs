import { endPrograms } from "./exec.mjs";

/**
 * Stops what was started, last first: on Ctrl-C, SIGTERM, a closed terminal, or when the job is
 * done.
 */

/** @type {(() => Promise<void>)[]} */
const stops = [];
/** @type {Promise<void> | undefined} */
let stopping;

/** @returns {boolean} whether shutdown has begun */
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
 * From now on a signal stops everything and exits with `exitCode`. npm forwards Ctrl-C a second
 * time, so repeats are ignored; every stop has a time limit instead.
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
 * A killed npm (-9) cannot forward the signal: we would be left behind, holding the port.
 * @param {() => void} stop
 */
function stopWithParent(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) stop();
  }, 250).unref();
}
