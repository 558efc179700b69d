import * as z from "zod";

export const mediaTypeField = z.enum(["image", "video"]);
export type MediaType = z.infer<typeof mediaTypeField>;

export const uploadSignatureBody = z.strictObject({ mediaType: mediaTypeField });
const signedUpload = z.object({ uploadUrl: z.string(), fields: z.record(z.string(), z.string()) });
/**
 * Where to send the file, and the form fields to send with it; at `poster`, the still picture of a
 * video.
 */
export const uploadSignatureAnswer = signedUpload.extend({ poster: signedUpload.optional() });
export type UploadTicket = z.infer<typeof uploadSignatureAnswer>;

/** The fields we read of the media host's answer to an upload. */
export const hostAnswer = z.object({
  secure_url: z.string(),
  public_id: z.string(),
  resource_type: mediaTypeField,
  width: z.number(),
  height: z.number(),
  duration: z.number().nullish(),
  bytes: z.number(),
});
export type HostAnswer = z.infer<typeof hostAnswer>;

export const pictureKind = z.enum(["avatar", "banner"], "type must be avatar or banner.");
export type PictureKind = z.infer<typeof pictureKind>;
export const avatarFields = z.object({ type: pictureKind.default("avatar") });
/** The whole form. Its file is received apart (lib/uploads/server/form.ts). */
export const avatarForm = avatarFields.extend({ file: z.file() });
export const avatarAnswer = z.object({ imageUrl: z.string() });
