/** Messages about files that several places show. */
export const NO_MEDIA = "Please select a media file.";
export const NO_PICTURE = "Please choose an image first";
export const UNREADABLE_PICTURE = "That picture can't be read. Please choose another one.";
export const UPLOAD_FAILED = "Failed to upload image. Please try again.";
