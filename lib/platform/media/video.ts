import "server-only";
import { fork } from "node:child_process";
import { open, stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { ApiError } from "@/lib/platform/errors";
import { createSemaphore } from "@/lib/platform/semaphore";

/**
 * Films as they are kept: picture and sound copied into a new file, and nothing else of the one a
 * person sent. Location, camera, owner, dates, further tracks are all gone, and a QuickTime film
 * has become an MP4. The work is done in a process of its own (video-worker.mjs), which ends when
 * it takes too long or too much memory.
 */

export type VideoFacts = {
  format: "mp4" | "webm";
  /** Pixels, upright. */
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
};

/** Why a film is not taken. */
export type VideoFault = "damaged" | "complex" | "silent" | "codec" | "sound";

export type WorkerMessage =
  | { step: "started" | "checked" }
  | { facts: VideoFacts }
  | { fault: VideoFault }
  /** What is no fault of the film, such as a full disk. */
  | { failure: string };

const WORKER = join(/* turbopackIgnore: true */ process.cwd(), "lib/platform/media/video-worker.mjs");

/** Memory of the worker for what a film's index says, in MB; that of a two-hour film takes 150. */
const HEAP_MB = 384;

/**
 * Patience in milliseconds. A process starts in 0.2 s; a film's index is read in some 10 ms and
 * copied with some 10 ms per MB, in hours of speech over a slide with ten times that. The rest is
 * for a busy machine.
 */
const START_MS = 10_000;
const checkMs = (megabytes: number) => 1_000 + 20 * megabytes;
const copyMs = (megabytes: number) => 1_000 + 250 * megabytes;

/** Films worked on at once; the others wait their turn, as long as the line is short. */
const inTurn = createSemaphore(2, 20);

const SENTENCES: Record<VideoFault, string> = {
  damaged: "We couldn't read that video. Please choose another one.",
  complex: "That video takes too long to prepare. Please save it as MP4 (H.264) once more and try again.",
  silent: "There is no picture in that video. Please choose another one.",
  codec: "That video's format can't be played everywhere. Please save it as MP4 with H.264 first.",
  sound: "That video's sound can't be played everywhere. Please save it as MP4 with AAC sound first.",
};

const isDamage = (fault: VideoFault) => fault === "damaged" || fault === "complex";
const rejection = (fault: VideoFault) =>
  new ApiError(isDamage(fault) ? "validation" : "unsupported_type", SENTENCES[fault]);

/**
 * Copies picture and sound of the film `from` into the new file `to`. Throws `unsupported_type`
 * (415) with a reason a person can act on, or `validation` (400) for a film that is damaged or
 * takes too much work.
 */
export function repackVideo(from: string, to: string): Promise<VideoFacts & { bytes: number }> {
  return inTurn(async () => {
    const { size } = await stat(from);
    const facts = await runWorker(from, to, size / 1024 ** 2);
    const file = await open(to, "r");
    try {
      await file.sync();
      return { ...facts, bytes: (await file.stat()).size };
    } finally {
      await file.close();
    }
  });
}

/** Runs the worker until it has answered, failed or used its time up. */
function runWorker(from: string, to: string, megabytes: number): Promise<VideoFacts> {
  return new Promise((resolve, reject) => {
    // Neither our options nor our secrets are any of its business.
    const worker = fork(WORKER, [from, to], {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      env: { NODE_ENV: "production" },
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    let started = false;
    let timer: NodeJS.Timeout;
    const wait = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => worker.kill("SIGKILL"), ms);
    };
    wait(START_MS);
    worker.on("message", (message: WorkerMessage) => {
      if ("facts" in message) return resolve(message.facts);
      if ("fault" in message) return reject(rejection(message.fault));
      if ("failure" in message) return reject(new Error(`A video could not be written: ${message.failure}`));
      started = true;
      wait(message.step === "started" ? checkMs(megabytes) : copyMs(megabytes));
    });
    worker.on("error", reject);
    // Only one of these settles the promise: a worker that has answered exits too.
    worker.on("exit", (code, signal) => {
      clearTimeout(timer);
      reject(
        started ? rejection("complex") : new Error(`The video worker did not start (${code ?? signal}).`),
      );
    });
    if (worker.pid !== undefined) setPriority(worker.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  });
}
