import "server-only";
import { fork } from "node:child_process";
import { open, stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { ApiError } from "@/lib/platform/errors";
import { VIDEO_SECONDS_MAX, videoTooLong } from "@/lib/platform/media/host";
import { createSemaphore } from "@/lib/platform/semaphore";
import { PIECED_VIDEO } from "@/lib/text/errors";

/**
 * Repacks videos: picture and sound are copied into a new file, and nothing else. Location, camera,
 * owner, dates and further tracks are removed, and QuickTime becomes MP4. The work
 * (video-repack.mjs) runs in a child process (video-worker.mjs), which is killed if it takes too
 * long or too much memory.
 */

export type VideoFacts = {
  format: "mp4" | "webm";
  /** In pixels, after rotation. */
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
};

/** Why a video is rejected. */
export type VideoFault = "damaged" | "complex" | "silent" | "codec" | "colours" | "sound" | "pieced";

export type WorkerMessage =
  | { step: "started" }
  /** The duration in seconds, before anything is copied. */
  | { step: "checked"; duration: number }
  | { facts: VideoFacts }
  | { fault: VideoFault }
  /** A failure that is not the video's fault, such as a full disk. */
  | { failure: string };

const WORKER = join(/* turbopackIgnore: true */ process.cwd(), "lib/platform/media/video-worker.mjs");

/** Heap limit of the worker for the video's index, in MB; a two-hour video takes 150. */
const HEAP_MB = 384;

/**
 * Time limits in milliseconds. A process starts in 0.2 s. An index is read in about 10 ms, and
 * copying takes about 10 ms a MB, ten times that for hours of speech over a slide. The rest is
 * margin. On a busy machine, where this process of low priority gets little, the limits grow with
 * the time it took to start.
 */
const START_MS = 30_000;
const USUAL_START_MS = 200;
const SLOWNESS_MAX = 5;
const checkMs = (megabytes: number) => 1_000 + 20 * megabytes;
const copyMs = (megabytes: number) => 1_000 + 250 * megabytes;

/** At most two videos are processed at once; a few more may queue. */
const withWorkerSlot = createSemaphore(2, 20);

const MESSAGES: Record<VideoFault, string> = {
  damaged: "We couldn't read that video. Please choose another one.",
  complex: "That video takes too long to prepare. Please save it as MP4 (H.264) once more and try again.",
  silent: "There is no picture in that video. Please choose another one.",
  codec: "That video's format can't be played everywhere. Please save it as MP4 with H.264 first.",
  colours:
    "That video stores its colours in a way that not every browser plays. Please save it as MP4 with H.264, 8 bit and 4:2:0, first.",
  pieced: PIECED_VIDEO,
  sound: "That video's sound can't be played everywhere. Please save it as MP4 with AAC sound first.",
};

const isDamage = (fault: VideoFault) => fault === "damaged" || fault === "complex";
const errorFor = (fault: VideoFault) =>
  new ApiError(isDamage(fault) ? "validation" : "unsupported_type", MESSAGES[fault]);

/**
 * Copies picture and sound of the video `from` into the new file `to`. Throws `unsupported_type`
 * (415) with a reason a person can act on, `too_large` (413) when it is too long, or `validation`
 * (400) for a video that is damaged or takes too much work.
 */
export function repackVideo(from: string, to: string): Promise<VideoFacts & { bytes: number }> {
  return withWorkerSlot(async () => {
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

/** Runs the worker until it answers, fails or exceeds its time. */
function runWorker(from: string, to: string, megabytes: number): Promise<VideoFacts> {
  return new Promise((resolve, reject) => {
    // The worker gets neither our options nor our secrets.
    const worker = fork(WORKER, [from, to], {
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
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
    worker.on("message", (message: WorkerMessage) => {
      if ("facts" in message) return resolve(message.facts);
      if ("fault" in message) return reject(errorFor(message.fault));
      if ("failure" in message) return reject(new Error(`A video could not be written: ${message.failure}`));
      started = true;
      if (message.step === "started") {
        const startTime = performance.now() - forkedAt;
        slowness = Math.min(Math.max(startTime / USUAL_START_MS, 1), SLOWNESS_MAX);
      }
      if (message.step === "checked" && message.duration > VIDEO_SECONDS_MAX) {
        worker.kill("SIGKILL");
        return reject(videoTooLong());
      }
      setDeadline(slowness * (message.step === "started" ? checkMs(megabytes) : copyMs(megabytes)));
    });
    worker.on("error", reject);
    // The first of these to fire settles the result; a worker also exits after it has answered.
    worker.on("exit", (code, signal) => {
      clearTimeout(timer);
      reject(
        started ? errorFor("complex") : new Error(`The video worker did not start (${code ?? signal}).`),
      );
    });
    if (worker.pid !== undefined) setPriority(worker.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  });
}
