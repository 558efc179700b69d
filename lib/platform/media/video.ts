import "server-only";
import { open } from "node:fs/promises";
import { cleanMp4 } from "@/lib/platform/media/mp4";
import { refuseVideo, type VideoFacts, type VideoFormat } from "@/lib/platform/media/video-file";
import { cleanWebm } from "@/lib/platform/media/webm";

/** Longest side of a video in pixels: 8K. */
const SIDE_MAX = 8_192;

/**
 * Reads a video file and overwrites everything in it that is not picture or sound, in place.
 * Throws as `cleanMp4` and `cleanWebm` do.
 */
export async function cleanVideo(path: string, format: VideoFormat): Promise<VideoFacts & { bytes: number }> {
  const file = await open(path, "r+");
  try {
    const { size } = await file.stat();
    const facts = format === "mp4" ? await cleanMp4(file, size) : await cleanWebm(file, size);
    if (!isSide(facts.width) || !isSide(facts.height)) refuseVideo();
    await file.sync();
    return { ...facts, bytes: size };
  } finally {
    await file.close();
  }
}

const isSide = (pixels: number) => Number.isInteger(pixels) && pixels >= 1 && pixels <= SIDE_MAX;
