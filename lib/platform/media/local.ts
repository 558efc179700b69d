import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ApiError } from "@/lib/platform/errors";
import { keyFor } from "@/lib/platform/keys";
import {
  FOLDER,
  type HostedMedia,
  type MediaHost,
  type MediaRef,
  type MediaType,
  parseMediaPath,
  parseUrlBelow,
  SIGNATURE_SECONDS,
} from "@/lib/platform/media/host";
import {
  assertDiskRoom,
  checkWritable,
  makeWorkFolder,
  onMissing,
  pathOf,
  publishFolder,
  readFacts,
  removeFolder,
  removeUpload,
  type StoredFacts,
  setWithheld,
} from "@/lib/platform/media/local-files";
import { writeProcessedPicture, writeVideo } from "@/lib/platform/media/local-store";
import { POSTER_TRANSFORMATION, STILL_TRANSFORMATION } from "@/lib/text/media-url";

/** The built-in host: compatible with Cloudinary's API, with files in DATA_DIR/media. */

/** The fields a signed upload must include besides its file. */
export const SIGNED_FIELDS = ["folder", "public_id", "signature", "timestamp", "upload_preset"] as const;

const PRESET = "campus_circle";
/** Read size, in bytes. */
const CHUNK = 256 * 1024;
/** Tolerated clock skew of another instance, in seconds. */
const CLOCK_SKEW = 300;

/** `base` is the URL prefix of its media, such as `http://localhost:3000/media`. */
export function localHost(base: string): MediaHost {
  return {
    name: "local",
    rejectsDestroyed: true,
    signUpload: (ref) => ({ uploadUrl: `${base}/${ref.mediaType}/upload`, fields: signedFields(ref) }),
    parseMediaUrl: (url) => parseUrlBelow([base], url),
    findAsset: async (ref) => {
      const facts = await readFacts(ref);
      return facts && toHostedMedia(facts);
    },
    storePicture: (publicId, picture) =>
      store({ publicId, mediaType: "image" }, (folder) => writeProcessedPicture(folder, picture)),
    storeVideo: (publicId, video, poster) =>
      store({ publicId, mediaType: "video" }, async (folder) => {
        const received = await makeWorkFolder();
        const [videoPath, posterPath] = [join(received, "video"), join(received, "poster")];
        try {
          await Promise.all([writeFile(videoPath, video), writeFile(posterPath, poster)]);
          return await writeVideo(folder, videoPath, posterPath);
        } finally {
          await removeFolder(received);
        }
      }),
    destroy: ({ publicId }) => removeUpload(publicId),
    withhold: ({ publicId }, isWithheld) => setWithheld(publicId, isWithheld),
    open: async ({ publicId, format }) => {
      const file = await open(pathOf(publicId, `master.${format}`), "r").catch(onMissing(null));
      return file && (file.createReadStream({ highWaterMark: CHUNK }) as AsyncIterable<Uint8Array>);
    },
    deliveryUrl: ({ publicId, mediaType, format, poster }) => {
      const files = `${base}/${mediaType}/upload`;
      if (!poster) return `${files}/${publicId}.${format}`;
      return mediaType === "video"
        ? `${files}/${POSTER_TRANSFORMATION}/${publicId}.jpg`
        : `${files}/${STILL_TRANSFORMATION}/${publicId}.webp`;
    },
    check: async () => {
      await checkWritable().catch((cause: unknown) => {
        throw new ApiError("unavailable", "The media folder cannot be written.", { cause });
      });
    },
  };
}

/** Posters lie with their videos here. */
function toHostedMedia({ mediaType: _, widths: __, hasStill, ...media }: StoredFacts): HostedMedia {
  return { ...media, hasPoster: hasStill };
}

function signedFields({ publicId, mediaType }: MediaRef): Record<string, string> {
  const fields = {
    upload_preset: PRESET,
    folder: FOLDER,
    public_id: publicId.slice(FOLDER.length + 1),
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  return { ...fields, signature: signatureOf(mediaType, fields) };
}

function signatureOf(mediaType: MediaType, fields: Record<string, string | undefined>): string {
  const signed = SIGNED_FIELDS.filter((name) => name !== "signature").map(
    (name) => `${name}=${fields[name] ?? ""}`,
  );
  return createHmac("sha256", keyFor("upload-signature"))
    .update([mediaType, ...signed].join("\n"))
    .digest("hex");
}

/**
 * The public id that signed fields authorize. Throws `unauthenticated` (401) for fields that are
 * missing, changed or expired.
 */
export function verifyFields(mediaType: MediaType, fields: Record<string, string>): string {
  const signature = Buffer.from(fields.signature ?? "");
  const expected = Buffer.from(signatureOf(mediaType, fields));
  if (signature.length !== expected.length || !timingSafeEqual(signature, expected)) {
    throw new ApiError("unauthenticated", "The upload's signature is not right. Please try again.");
  }
  const age = Date.now() / 1000 - Number(fields.timestamp);
  if (!(age <= SIGNATURE_SECONDS && age >= -CLOCK_SKEW)) {
    throw new ApiError("unauthenticated", "The upload took too long to begin. Please try again.");
  }
  const publicId = `${fields.folder}/${fields.public_id}`;
  if (!parseMediaPath(`${mediaType}/upload/${publicId}.bin`)) {
    throw new ApiError("unauthenticated", "The upload's signature is not right. Please try again.");
  }
  return publicId;
}

/**
 * Publishes what `fill` writes into a work folder. An existing upload with that public id stays.
 */
async function store(ref: MediaRef, fill: (folder: string) => Promise<StoredFacts>): Promise<HostedMedia> {
  await assertDiskRoom(0);
  const folder = await makeWorkFolder();
  try {
    const facts = await fill(folder);
    const isNew = await publishFolder(folder, ref.publicId);
    return toHostedMedia((isNew ? null : await readFacts(ref)) ?? facts);
  } finally {
    await removeFolder(folder);
  }
}
