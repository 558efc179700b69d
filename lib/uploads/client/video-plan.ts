import { VIDEO_BYTES_MAX } from "@/lib/uploads/policy";

/** Decides how a video is prepared: what is copied as it is, and what is encoded again. */

export type VideoFacts = {
  bytes: number;
  seconds: number;
  container: "mp4" | "webm";
  /** Codecs as mediabunny names them: avc is H.264. */
  video: { codec: string | null; hasUsualColours: boolean; width: number; height: number };
  audio: { codec: string | null } | undefined;
  /** What is shown does not begin at a key frame, so it can't be copied alone. */
  beginsBetweenKeyFrames: boolean;
};

/** What this browser can do with this video. */
export type Abilities = { transcodesVideo: boolean; transcodesAudioTo: "aac" | "opus" | undefined };

export type VideoPlan = {
  container: "mp4" | "webm";
  video: "copy" | { width: number; height: number; bitrate: number };
  audio: "copy" | "aac" | "opus";
};

/** 1080p in both orientations, in pixels. */
const LONG_SIDE = 1920;
const SHORT_SIDE = 1080;

/** Bits for each pixel of a frame, at 30 frames a second: 5.6 Mbit/s at 1080p. */
const BITS_PER_PIXEL = 0.09;
const FRAMES_PER_SECOND = 30;
const AUDIO_BITS = 160_000;
/** An encoder does not hit its bit rate exactly. */
const BYTES_GOAL = 0.9 * VIDEO_BYTES_MAX;

/** Whether every current browser plays it. iPhones before the 15 Pro do not play AV1. */
export function playsEverywhere({ codec, hasUsualColours }: VideoFacts["video"]): boolean {
  return hasUsualColours && (codec === "avc" || codec === "vp8" || codec === "vp9");
}

const PLAIN_SOUND = { mp4: ["aac", "mp3"], webm: ["opus", "vorbis"] };

export function planVideo(facts: VideoFacts, abilities: Abilities): VideoPlan {
  const { video, audio } = facts;
  const size = fitVideo(video);
  const isTooLarge = Math.max(video.width, video.height) - Math.max(size.width, size.height) > 1;
  const isTooHeavy = facts.bytes > VIDEO_BYTES_MAX;
  const shouldTranscode = isTooLarge || isTooHeavy || facts.beginsBetweenKeyFrames || !playsEverywhere(video);
  const transcodes = shouldTranscode && abilities.transcodesVideo;
  // Only WebM holds VP8 and Vorbis everywhere.
  const isWebm = !transcodes && facts.container === "webm" && /^(vp[89]|av1)$/.test(video.codec ?? "");
  const container = isWebm ? "webm" : "mp4";
  const isPlain = !audio || PLAIN_SOUND[container].includes(audio.codec ?? "");
  return {
    container,
    video: transcodes ? { ...size, bitrate: bitrateFor(size, facts.seconds) } : "copy",
    audio: isPlain || isWebm ? "copy" : (abilities.transcodesAudioTo ?? "copy"),
  };
}

/** The size at most 1080p, in even numbers, which H.264 wants. */
export function fitVideo({ width, height }: { width: number; height: number }) {
  const scale = Math.min(
    1,
    LONG_SIDE / Math.max(width, height, 1),
    SHORT_SIDE / Math.max(1, Math.min(width, height)),
  );
  const round = scale === 1 ? Math.floor : Math.round;
  const even = (side: number) => Math.max(2, 2 * round((side * scale) / 2));
  return { width: even(width), height: even(height) };
}

function bitrateFor({ width, height }: { width: number; height: number }, seconds: number): number {
  const wanted = width * height * BITS_PER_PIXEL * FRAMES_PER_SECOND;
  const fitting = (BYTES_GOAL * 8) / Math.max(seconds, 1) - AUDIO_BITS;
  return Math.round(Math.min(wanted, fitting));
}
