import "server-only";
import { fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import { join } from "node:path";

/**
 * Work on uploaded files in a child process (worker-process.mjs), because they are untrusted: it is
 * killed if it takes too long or too much memory, and nothing else notices.
 */

/** What became of a file, or a `failure` that is not the file's fault, such as a full disk. */
export type Outcome<Facts = unknown, Fault = string> =
  | { facts: Facts }
  | { fault: Fault }
  | { failure: string };
/** A step, or the last message. `duration`: of a video in seconds, before anything is copied. */
export type Message = { step: "started" } | { step: "checked"; duration: number } | Outcome;

const WORKER = join(/* turbopackIgnore: true */ process.cwd(), "lib/platform/media/worker-process.mjs");

/**
 * How long a process may take to start, in milliseconds; it usually takes 0.2 s. On a busy machine,
 * where this process of low priority gets little, the other limits grow with the time it took.
 */
const START_MS = 30_000;
const USUAL_START_MS = 200;
const SLOWNESS_MAX = 5;

export type Work<Fault> = {
  kind: "picture" | "video";
  values: string[];
  /** Limits in MB: of what is not V8's, and of V8's heap. */
  memoryMb: number;
  heapMb: number;
  /** How long the next step may take, in milliseconds. Throws to end the work. */
  msAfter: (message: { step: "started" } | { step: "checked"; duration: number }) => number;
  errorFor: (fault: Fault) => Error;
  /** What it is when the process was killed or ran out of memory. */
  tooMuch: Fault;
};

/** Runs the worker until it answers, fails or exceeds its time. */
export function runWorker<Facts, Fault extends string>(work: Work<Fault>): Promise<Facts> {
  return new Promise((resolve, reject) => {
    // The worker gets neither our options nor our secrets.
    const worker = fork(WORKER, [String(work.memoryMb), work.kind, ...work.values], {
      execArgv: [`--max-old-space-size=${work.heapMb}`],
      env: { NODE_ENV: "production" },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    let started = false;
    let timer: NodeJS.Timeout;
    const setDeadline = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => worker.kill("SIGKILL"), ms);
    };
    setDeadline(START_MS);
    const forkedAt = performance.now();
    let slowness = 1;
    worker.on("message", (message: Message) => {
      if ("facts" in message) return resolve(message.facts as Facts);
      if ("fault" in message) return reject(work.errorFor(message.fault as Fault));
      if ("failure" in message) return reject(new Error(`A ${work.kind} was not stored: ${message.failure}`));
      if (!started) slowness = slownessOf(performance.now() - forkedAt);
      started = true;
      try {
        setDeadline(slowness * work.msAfter(message));
      } catch (error) {
        worker.kill("SIGKILL");
        reject(error);
      }
    });
    worker.on("error", reject);
    // The first of these to fire settles the result; a worker also exits after it has answered.
    worker.on("exit", (code, signal) => {
      clearTimeout(timer);
      const reason = `The ${work.kind} worker did not start (${code ?? signal}).`;
      reject(started ? work.errorFor(work.tooMuch) : new Error(reason));
    });
    if (worker.pid !== undefined) setPriority(worker.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  });
}

const slownessOf = (startMs: number) => Math.min(Math.max(startMs / USUAL_START_MS, 1), SLOWNESS_MAX);
