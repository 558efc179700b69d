import { MediaWorker } from "@/lib/uploads/client/media-worker";
import {
  InvalidMediaError,
  type PreparedMedia,
  type PrepareOptions,
} from "@/lib/uploads/client/prepared-media";
import type { Part, PreparedVideo, VideoJob } from "@/lib/uploads/client/video.worker";
import { UNREADABLE_VIDEO } from "@/lib/uploads/policy";

/** Prepares videos: a worker rewrites the file, and the page draws the poster. */

/** The longest side of a poster, in pixels, and its JPEG quality. */
const POSTER_SIDE = 1280;
const POSTER_QUALITY = 0.82;
/** How long a browser may take to show a frame. */
const FRAME_TIMEOUT_MS = 8_000;

/**
 * A video of which no further part is done in that time was made to take for ever. Reading the
 * index of a large one takes a slow phone a few seconds.
 */
const TIMEOUT_MS = 60_000;

const videoWorker = new MediaWorker<VideoJob, PreparedVideo>("/workers/video.js");

/** Throws `InvalidMediaError`. */
export async function prepareVideo(
  file: Blob,
  { part, ...options }: PrepareOptions & { part?: Part } = {},
): Promise<PreparedMedia> {
  const prepared = await runWorker({ file, part }, options);
  const objectUrl = URL.createObjectURL(prepared.file);
  const media = { ...prepared, mediaType: "video" as const, objectUrl };
  try {
    options.signal?.throwIfAborted();
    return { ...media, poster: await drawPoster(objectUrl, firstMoments(prepared.duration)) };
  } catch (error) {
    if (options.signal?.aborted) {
      URL.revokeObjectURL(objectUrl);
      throw error;
    }
    // This browser lacks the codec, so there is no preview. The media host decides what it accepts.
    return { ...media, width: 0, height: 0 };
  }
}

async function runWorker(job: VideoJob, options: PrepareOptions): Promise<PreparedVideo> {
  try {
    return await videoWorker.run(job, { ...options, timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (error instanceof InvalidMediaError || options.signal?.aborted) throw error;
    const isLate = error instanceof DOMException && error.name === "TimeoutError";
    const message =
      isLate || navigator.onLine
        ? UNREADABLE_VIDEO
        : "That video can't be prepared without a connection. Please try again once you are online.";
    throw new InvalidMediaError(message, { cause: error });
  }
}

/** The video with the frame at `seconds` as its poster. */
export async function videoWithPosterAt(media: PreparedMedia, seconds: number): Promise<PreparedMedia> {
  return { ...media, poster: await drawPoster(media.objectUrl, [seconds]) };
}

/** Where to look for a poster: not at the very start, which is often black. */
const firstMoments = (duration: number) => [Math.min(0.5, duration / 4), duration / 3, duration / 1.5, 0];

/** The frame of the first moment at which there is something to see; else of the last one. */
async function drawPoster(url: string, moments: number[]): Promise<Blob> {
  const video = document.createElement("video");
  try {
    await openVideo(video, url);
    for (const [index, moment] of moments.entries()) {
      await seek(video, moment);
      if (index === moments.length - 1 || hasContrast(video)) break;
    }
    const { videoWidth, videoHeight } = video;
    if (videoWidth === 0) throw new Error("The video shows no picture.");
    const scale = Math.min(1, POSTER_SIDE / Math.max(videoWidth, videoHeight));
    const canvas = drawFrame(video, Math.round(videoWidth * scale), Math.round(videoHeight * scale));
    return await new Promise<Blob>((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error("The poster can't be encoded."))),
        "image/jpeg",
        POSTER_QUALITY,
      ),
    );
  } finally {
    // Gives the decoder back; a phone has few.
    video.removeAttribute("src");
    video.load();
  }
}

function openVideo(video: HTMLVideoElement, url: string): Promise<void> {
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  const loaded = eventOf(video, "loadeddata");
  video.src = url;
  return loaded;
}

function seek(video: HTMLVideoElement, seconds: number): Promise<void> {
  const sought = eventOf(video, "seeked");
  // A recording without a known duration reports Infinity.
  const end = Number.isFinite(video.duration) ? video.duration : seconds;
  video.currentTime = Math.max(0, Math.min(seconds, end));
  return sought;
}

/** Rejects when the video fails, or takes too long. */
function eventOf(video: HTMLVideoElement, name: "loadeddata" | "seeked"): Promise<void> {
  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const settle = (callback: () => void) => {
      listening.abort();
      clearTimeout(timer);
      callback();
    };
    const fail = (message: string) => settle(() => reject(new Error(message)));
    const timer = setTimeout(() => fail("The video shows no frame in time."), FRAME_TIMEOUT_MS);
    video.addEventListener(name, () => settle(resolve), { signal: listening.signal });
    video.addEventListener("error", () => fail("The video can't be decoded."), { signal: listening.signal });
  });
}

function drawFrame(video: HTMLVideoElement, width: number, height: number): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  canvas.getContext("2d")?.drawImage(video, 0, 0, width, height);
  return canvas;
}

/**
 * The least difference between the darkest and the brightest part of a frame that shows something.
 */
const LEAST_CONTRAST = 24;

/** False for a frame of one colour: a fade from black, or a covered lens. */
function hasContrast(video: HTMLVideoElement): boolean {
  const side = 16;
  const pixels = drawFrame(video, side, side).getContext("2d")?.getImageData(0, 0, side, side).data;
  if (!pixels) return true;
  let [darkest, brightest] = [255, 0];
  for (let index = 0; index < pixels.length; index += 4) {
    const brightness = ((pixels[index] ?? 0) + (pixels[index + 1] ?? 0) + (pixels[index + 2] ?? 0)) / 3;
    darkest = Math.min(darkest, brightness);
    brightest = Math.max(brightest, brightness);
  }
  return brightest - darkest >= LEAST_CONTRAST;
}
