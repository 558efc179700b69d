/** Messages about files that several places show. */
export const NO_MEDIA = "Please select a media file.";
/** For a file of another kind. It begins as the message above, and says what would be taken. */
export const UNSUPPORTED_FILE = `${NO_MEDIA} It can be a photo (JPG, PNG, WebP, GIF, HEIC) or a video (MP4, MOV, WebM).`;
export const NO_PICTURE = "Please choose an image first";
export const UNREADABLE_PICTURE = "That picture can't be read. Please choose another one.";
export const UPLOAD_FAILED = "Failed to upload image. Please try again.";
