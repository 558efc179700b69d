import "server-only";
import { open, stat } from "node:fs/promises";
import { ApiError } from "@/lib/platform/errors";
import { VIDEO_SECONDS_MAX, videoTooLong } from "@/lib/platform/media/host";
import { runWorker } from "@/lib/platform/media/worker";
import { createSemaphore } from "@/lib/platform/semaphore";
import { PIECED_VIDEO } from "@/lib/text/errors";

/**
 * Repacks videos: picture and sound are copied into a new file, and nothing else. Location, camera,
 * owner, dates and further tracks are removed, and QuickTime becomes MP4. The work
 * (video-repack.mjs) runs in a process of its own.
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

/** Limits of a process, in MB: its heap holds the video's index, which of two hours takes 150. */
const MEMORY_MB = 512;
const HEAP_MB = 384;

/**
 * Time limits in milliseconds. An index is read in about 10 ms, and copying takes about 10 ms a MB,
 * ten times that for hours of speech over a slide. The rest is margin.
 */
const checkMs = (megabytes: number) => 1_000 + 20 * megabytes;
const copyMs = (megabytes: number) => 1_000 + 250 * megabytes;

/**
 * Two videos are processed at a time, of one person one; twenty more may wait, of one person two.
 */
const withVideoSlot = createSemaphore(2, 20, { running: 1, waiting: 2 });

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
 * Copies picture and sound of the video `from` into the new file `to`, when it is `person`'s turn.
 * Throws `unsupported_type` (415) with a reason a person can act on, `too_large` (413) when it is
 * too long, `validation` (400) for a video that is damaged or takes too much work, and
 * `rate_limited` (429) or `unavailable` (503) when too many wait.
 */
export function repackVideo(
  from: string,
  to: string,
  person?: string,
): Promise<VideoFacts & { bytes: number }> {
  return withVideoSlot(async () => {
    const megabytes = (await stat(from)).size / 1024 ** 2;
    const facts = await runWorker<VideoFacts, VideoFault>({
      kind: "video",
      values: [from, to],
      memoryMb: MEMORY_MB,
      heapMb: HEAP_MB,
      msAfter: (message) => {
        if (message.step === "started") return checkMs(megabytes);
        if (message.duration > VIDEO_SECONDS_MAX) throw videoTooLong();
        return copyMs(megabytes);
      },
      errorFor,
      tooMuch: "complex",
    });
    const file = await open(to, "r");
    try {
      await file.sync();
      return { ...facts, bytes: (await file.stat()).size };
    } finally {
      await file.close();
    }
  }, person);
}
