import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { keyFor } from "@/lib/platform/keys";
import {
  FOLDER,
  type HostedMedia,
  type MediaHost,
  type MediaRef,
  type MediaType,
  parseUrlBelow,
  SIGNATURE_SECONDS,
} from "@/lib/platform/media/host";
import { assertDiskRoom, makeWorkFolder, removeFolder } from "@/lib/platform/media/local-files";
import { storage } from "@/lib/platform/media/local-storage";
import { writeProcessedPicture, writeVideo } from "@/lib/platform/media/local-store";
import type { StoredFacts, UploadPart } from "@/lib/platform/media/storage";
import { POSTER_TRANSFORMATION, STILL_TRANSFORMATION } from "@/lib/text/media-url";

/** The built-in host, with files in its own storage and addresses like Cloudinary's. */

/** `base` is the URL prefix of its media, such as `http://localhost:3000/media`. */
export function localHost(base: string): MediaHost {
  return {
    name: "local",
    rejectsDestroyed: storage().rejectsDestroyed,
    signUpload: (ref) => ({
      ...signedUpload(base, ref, "file"),
      ...(ref.mediaType === "video" && { poster: signedUpload(base, ref, "poster") }),
    }),
    parseMediaUrl: (url) => parseUrlBelow([base], url),
    findAsset: async (ref) => {
      const facts = await storage().readFacts(ref);
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
          return await writeVideo(folder, videoPath, { posterPath });
        } finally {
          await removeFolder(received);
        }
      }),
    destroy: ({ publicId }) => storage().remove(publicId),
    withhold: ({ publicId }, isWithheld) => storage().setWithheld(publicId, isWithheld),
    open: async ({ publicId, format }) => {
      const content = await storage().read(publicId, `master.${format}`);
      return content && (new Response(content).body as ReadableStream & AsyncIterable<Uint8Array>);
    },
    deliveryUrl: ({ publicId, mediaType, format, poster }) => {
      const files = `${base}/${mediaType}/upload`;
      if (!poster) return `${files}/${publicId}.${format}`;
      return mediaType === "video"
        ? `${files}/${POSTER_TRANSFORMATION}/${publicId}.jpg`
        : `${files}/${STILL_TRANSFORMATION}/${publicId}.webp`;
    },
    check: () => storage().check(),
  };
}

/** Posters lie with their videos here. */
function toHostedMedia({
  mediaType: _,
  widths: __,
  files: ___,
  hasStill,
  ...media
}: StoredFacts): HostedMedia {
  return { ...media, hasPoster: hasStill };
}

/**
 * The address says who may send what, so that nothing has to be read for anyone else. The preset is
 * for clients that send one; this host has none.
 */
function signedUpload(base: string, { publicId, mediaType }: MediaRef, part: UploadPart) {
  const expires = String(Math.floor(Date.now() / 1000) + SIGNATURE_SECONDS);
  const id = publicId.slice(FOLDER.length + 1);
  const signature = signatureOf(mediaType, id, part, expires);
  const query = new URLSearchParams({ id, part, expires, signature });
  return {
    uploadUrl: `${base}/${mediaType}/upload?${query}`,
    fields: { upload_preset: env().CLOUDINARY_UPLOAD_PRESET },
  };
}

function signatureOf(...signed: string[]): string {
  return createHmac("sha256", keyFor("upload-signature")).update(signed.join("\n")).digest("hex");
}

/**
 * What an address of `signedUpload` allows to upload. Throws `unauthenticated` (401) for one that
 * is changed or expired.
 */
export function verifyUpload(mediaType: MediaType, query: URLSearchParams): MediaRef & { part: UploadPart } {
  const [id = "", part = "", expires = "", signature = ""] = ["id", "part", "expires", "signature"].map(
    (name) => query.get(name) ?? "",
  );
  const expected = Buffer.from(signatureOf(mediaType, id, part, expires));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new ApiError("unauthenticated", "The upload's signature is not right. Please try again.");
  }
  if (Date.now() / 1000 > Number(expires)) {
    throw new ApiError("unauthenticated", "The upload took too long to begin. Please try again.");
  }
  return { publicId: `${FOLDER}/${id}`, mediaType, part: part === "poster" ? "poster" : "file" };
}

/**
 * Publishes what `fill` writes into a work folder. An existing upload with that public id stays.
 */
async function store(ref: MediaRef, fill: (folder: string) => Promise<StoredFacts>): Promise<HostedMedia> {
  await assertDiskRoom(0);
  const folder = await makeWorkFolder();
  try {
    const facts = await fill(folder);
    const isNew = await storage().publish(folder, ref.publicId);
    return toHostedMedia((isNew ? null : await storage().readFacts(ref)) ?? facts);
  } finally {
    await removeFolder(folder);
  }
}
