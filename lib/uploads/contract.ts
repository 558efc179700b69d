import * as z from "zod/mini";
import { mediaTypeField } from "@/lib/posts/contract";

/** Numbers of contract §4, in bytes. */
export const IMAGE_BYTES_MAX = 10 * 1024 ** 2;
export const VIDEO_BYTES_MAX = 100 * 1024 ** 2;
export const PICTURE_BYTES_MAX = 5 * 1024 ** 2;

/** Pictures of a person fit in these boxes, in pixels. */
export const AVATAR_BOX = { width: 500, height: 500 } as const;
export const BANNER_BOX = { width: 1500, height: 500 } as const;

export const uploadSignatureBody = z.strictObject({ mediaType: mediaTypeField });
/** Where to send the file, and every form field to send beside it: the same for every media host. */
export const uploadSignatureAnswer = z.object({
  uploadUrl: z.string(),
  fields: z.record(z.string(), z.string()),
});
export type UploadTicket = z.infer<typeof uploadSignatureAnswer>;

/** What the media host answers to an upload, as far as we read it. */
export const hostAnswer = z.object({
  secure_url: z.string(),
  public_id: z.string(),
  resource_type: mediaTypeField,
  width: z.number(),
  height: z.number(),
  duration: z.nullish(z.number()),
  bytes: z.number(),
});

/** How the media host refuses an upload. */
export const hostRefusal = z.object({ error: z.object({ message: z.string() }) });

export const pictureKind = z.enum(["avatar", "banner"], "type must be avatar or banner.");
export type PictureKind = z.infer<typeof pictureKind>;
export const avatarFields = z.object({ type: z._default(pictureKind, "avatar") });
export const avatarAnswer = z.object({ imageUrl: z.string() });
