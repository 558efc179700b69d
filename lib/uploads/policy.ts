import type { PictureLimits } from "@/lib/text/picture-size.mjs";

/**
 * The numbers and texts of uploads (docs/product.md, Numbers). Sizes are in bytes unless the name
 * says otherwise.
 */

export const IMAGE_BYTES_MAX = 10 * 1024 ** 2;
export const VIDEO_BYTES_MAX = 100 * 1024 ** 2;
export const VIDEO_SECONDS_MAX = 180;
export const PICTURE_BYTES_MAX = 5 * 1024 ** 2;

/** What may be chosen. The browser makes it smaller before it is uploaded. */
export const CHOSEN_IMAGE_BYTES_MAX = 50 * 1024 ** 2;
export const CHOSEN_PIXELS_MAX = 100_000_000;
/**
 * How large a prepared picture is at most, in pixels: what phones make, and tall screenshots and
 * panoramas as wide or high as a phone's screen.
 */
export const PREPARED_PICTURE: PictureLimits = {
  longSide: 4096,
  shortSide: 1080,
  pixels: 24_000_000,
  side: 32_767,
};

/**
 * How large one is at most that is sent over a slow network, or by someone who saves data. The
 * screen of a phone is at most 1,440 pixels wide, on which 1,600 look sharp; only what is more than
 * three times as long as wide has a longer side, so that it can be read. 3G (1 Mbit/s) sends 400 kB
 * in some 3 seconds.
 */
export const SMALL_PICTURE: PictureLimits = {
  longSide: 1600,
  shortSide: 1600 / 3,
  pixels: 4_000_000,
  side: 16_383,
};
export const SMALL_PICTURE_BYTES = 400_000;

/**
 * The limits of an animated picture: how many frames, and how many pixels all of them have
 * together.
 */
export const ANIMATION_FRAMES_MAX = 300;
export const ANIMATION_PIXELS_MAX = 28_000_000;

/** The largest size of an avatar and of a banner, in pixels. */
export const AVATAR_BOX = { width: 500, height: 500 } as const;
export const BANNER_BOX = { width: 1500, height: 500 } as const;

export const NO_MEDIA = "Please select a media file.";
/** For a file of another kind. It begins as the message above, and says what would be taken. */
export const UNSUPPORTED_FILE = `${NO_MEDIA} It can be a photo (JPG, PNG, WebP, GIF, HEIC) or a video (MP4, MOV, WebM).`;
export const NO_PICTURE = "Please choose an image first";
export const UNREADABLE_PICTURE = "That picture can't be read. Please choose another one.";
export const UNREADABLE_VIDEO = "That video can't be read. Please choose another one.";
export const UPLOAD_FAILED = "Failed to upload image. Please try again.";
