import type { MediaType } from "@/lib/uploads/schema";

/** A photo or video that is ready to be uploaded. */
export type PreparedMedia = {
  file: Blob;
  fileName: string;
  mediaType: MediaType;
  /** For the preview. The owner revokes it. */
  objectUrl: string;
  /** Pixels; 0 when this browser can't play the video. */
  width: number;
  height: number;
  /** A still picture of a video. */
  poster?: Blob | undefined;
  /** Seconds, of a video. */
  duration?: number | undefined;
  /** A picture that moves, which can't be cropped. */
  isMoving?: boolean;
  /** It moved as it was chosen, in a format of which only the first picture remains. */
  losesMotion?: boolean;
  /** A video that others could not play, and that this browser can't convert. */
  needsConversion?: boolean;
};

/** A file that can't be used; `message` is shown to the person who chose it. */
export class InvalidMediaError extends Error {
  override name = "InvalidMediaError";
}

/** A rectangle of a picture, in pixels. */
export type Area = { x: number; y: number; width: number; height: number };

export type PrepareOptions = {
  signal?: AbortSignal | undefined;
  /** Called with the share that is done, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
};
