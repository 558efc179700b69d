import "server-only";
import http from "node:http";
import https from "node:https";
import { v2 as cloudinary } from "cloudinary";
import * as z from "zod";
import { cacheFor } from "@/lib/platform/cache";
import { withTimeout } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { type CloudinaryAccount, parseCloudinaryUrl } from "@/lib/platform/media/cloudinary-account";
import {
  type Delivered,
  FOLDER,
  HOST_TIMEOUT_MS,
  type HostedMedia,
  hostUnavailable,
  type MediaHost,
  type MediaRef,
  type MediaType,
  parseUrlBelow,
  VIDEO_SECONDS_MAX,
  videoTooLong,
} from "@/lib/platform/media/host";
import { colourPlaceholder } from "@/lib/platform/media/picture";
import {
  PICTURE_TRANSFORMATION,
  POSTER_TRANSFORMATION,
  STILL_TRANSFORMATION,
  UPLOADED_POSTER_TRANSFORMATION,
  VIDEO_TRANSFORMATION,
} from "@/lib/text/media-url";

/**
 * The Cloudinary media host, through Cloudinary's own package. Each call passes the account, so
 * that no configuration is global.
 */

type Account = CloudinaryAccount & { timeoutMs: number };

/** A picture fits a square, and what is longer than twice as wide stays as wide as a phone. */
const PICTURE_LIMITS = "if_ar_lt_0.5/c_limit,w_1080/if_else/c_limit,h_2048,w_2048/if_end";

/**
 * How Cloudinary transforms an upload before storing it. Pictures and videos are scaled and
 * re-encoded, which strips location, camera and owner and makes every video playable in every
 * browser. The original is not stored.
 */
const INCOMING: Record<MediaType, Record<string, string>> = {
  image: { allowed_formats: "jpg,png,webp,gif,avif", transformation: PICTURE_LIMITS },
  video: {
    allowed_formats: "mp4,mov,webm",
    transformation: "c_limit,h_1920,vc_h264,w_1920",
    format: "mp4",
    // Cloudinary starts on the delivered version right away, before the first viewer asks for it.
    eager: `${VIDEO_TRANSFORMATION}/mp4`,
    eager_async: "true",
  },
};

/**
 * How long a health check is cached, in milliseconds: Cloudinary limits these calls per hour (500
 * on a free plan).
 */
const HEALTHY_CACHE_MS = 60_000;
const UNHEALTHY_CACHE_MS = 10_000;

export function cloudinaryHost(configuration: string, timeoutMs = HOST_TIMEOUT_MS): MediaHost {
  const account = { ...parseCloudinaryUrl(configuration), timeoutMs };
  return {
    name: "cloudinary",
    rejectsDestroyed: false,
    signUpload: (ref) => ({
      ...signedUpload(account, ref),
      ...(ref.mediaType === "video" && { poster: signedUpload(account, posterOf(ref)) }),
    }),
    parseMediaUrl: (url) => parseUrlBelow(account.bases, url),
    findAsset: (ref) => findMedia(account, ref),
    storePicture: async (publicId, picture) => {
      const stored = await uploadFile(account, { publicId, mediaType: "image" }, picture.master);
      return { ...metadataOf(stored), placeholder: picture.placeholder, hasPoster: false };
    },
    storeVideo: async (publicId, video) => {
      const stored = await uploadFile(account, { publicId, mediaType: "video" }, video);
      return { ...metadataOf(stored), placeholder: "", hasPoster: false };
    },
    destroy: async (ref) => {
      for (const resource of resourcesOf(ref)) {
        await destroyResource(account, resource, "upload");
        await destroyResource(account, resource, WITHHELD_TYPE);
      }
    },
    withhold: async (ref, isWithheld) => {
      for (const resource of resourcesOf(ref)) await changeType(account, resource, isWithheld);
    },
    open: async (asset) => {
      const open = (options: object) => openUrl(urlOf(account, asset, options));
      return (await open({})) ?? (await open({ type: WITHHELD_TYPE, sign_url: true }));
    },
    deliveryUrl: (asset) => urlOf(account, asset),
    check: cacheFor(HEALTHY_CACHE_MS, () => ping(account), UNHEALTHY_CACHE_MS),
  };
}

/**
 * The still picture of a video that its author chose. It is an upload of its own: pictures and
 * videos have public ids of their own, so it can have the video's.
 */
const posterOf = ({ publicId }: MediaRef): MediaRef => ({ publicId, mediaType: "image" });

const resourcesOf = (ref: MediaRef) => (ref.mediaType === "video" ? [ref, posterOf(ref)] : [ref]);

/**
 * The delivery type of files that only who knows the account's secret can load, in all variants.
 */
const WITHHELD_TYPE = "authenticated";

const urlOf = (account: Account, asset: Delivered, options: object = {}) =>
  cloudinary.url(asset.publicId, {
    ...account.options,
    ...deliveryOptions(asset),
    force_version: false,
    urlAnalytics: false,
    ...options,
  });

function signedUpload({ options }: Account, ref: MediaRef) {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    uploadUrl: cloudinary.utils.api_url("upload", { ...options, resource_type: ref.mediaType }),
    fields: cloudinary.utils.sign_request({ ...uploadFields(ref), timestamp }, options) as Record<
      string,
      string
    >,
  };
}

/** The fields an upload is signed with, named as in Cloudinary's upload form. */
function uploadFields({ publicId, mediaType }: MediaRef): Record<string, string> {
  return {
    upload_preset: env().CLOUDINARY_UPLOAD_PRESET,
    folder: FOLDER,
    public_id: publicId.slice(FOLDER.length + 1),
    overwrite: "false",
    ...INCOMING[mediaType],
  };
}

/** Every address has a transformation: an original is never linked. */
function deliveryOptions({ mediaType, format, poster, hasPoster }: Delivered) {
  const [picture, video] = [{ resource_type: "image" }, { resource_type: "video" }];
  if (poster && mediaType === "image")
    return { ...picture, raw_transformation: STILL_TRANSFORMATION, format: "webp" };
  if (poster && hasPoster)
    return { ...picture, raw_transformation: UPLOADED_POSTER_TRANSFORMATION, format: "jpg" };
  if (poster) return { ...video, raw_transformation: POSTER_TRANSFORMATION, format: "jpg" };
  if (mediaType === "video") return { ...video, raw_transformation: VIDEO_TRANSFORMATION, format: "mp4" };
  return { ...picture, raw_transformation: PICTURE_TRANSFORMATION, format };
}

const metadata = z.record(z.string(), z.unknown()).optional();
const resourceSchema = z.object({
  format: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().nonnegative(),
  duration: z.number().nullish(),
  /** How many frames a picture has. */
  pages: z.number().optional(),
  colors: z.array(z.tuple([z.string(), z.number()])).optional(),
  media_metadata: metadata,
  image_metadata: metadata,
  video_metadata: metadata,
});

type Resource = z.output<typeof resourceSchema>;

async function uploadFile(account: Account, ref: MediaRef, file: Buffer): Promise<Resource> {
  // In the package `transformation` names a preset, in the form it is the transformation itself.
  const { transformation, ...fields } = uploadFields(ref);
  const upload = { ...fields, raw_transformation: transformation, resource_type: ref.mediaType };
  const response = await call(
    account,
    (options) =>
      new Promise((resolve, reject) => {
        cloudinary.uploader
          .upload_stream({ ...options, ...upload }, (error, stored) =>
            error ? reject(error) : resolve(stored),
          )
          .end(file);
      }),
  );
  return parseResponse(response);
}

function parseResponse(response: unknown): Resource {
  const parsed = resourceSchema.safeParse(response);
  if (!parsed.success) throw hostUnavailable(parsed.error);
  return parsed.data;
}

async function findMedia(account: Account, ref: MediaRef): Promise<HostedMedia | null> {
  const [resource, poster] = await Promise.all([
    findResource(account, ref),
    ref.mediaType === "video" ? findResource(account, posterOf(ref)) : null,
  ]);
  if (!resource) return null;
  if ((resource.duration ?? 0) > VIDEO_SECONDS_MAX) throw videoTooLong();
  const [main] = (poster ?? resource).colors ?? [];
  const colour = main?.[0] ?? "";
  const placeholder = /^#[0-9a-f]{6}$/i.test(colour) ? await colourPlaceholder(colour) : "";
  const moves = ref.mediaType === "image" && (resource.pages ?? 1) > 1;
  return { ...metadataOf(resource), placeholder, hasPoster: moves || poster !== null };
}

async function findResource(account: Account, { publicId, mediaType }: MediaRef): Promise<Resource | null> {
  const response = await call(
    account,
    (options) =>
      cloudinary.api.resource(publicId, {
        ...options,
        resource_type: mediaType,
        ...(mediaType === "image" ? { colors: true, pages: true } : {}),
        media_metadata: true,
      }),
    { missing: null },
  );
  if (response === null) return null;
  const resource = parseResponse(response);
  const { media_metadata, image_metadata, video_metadata } = resource;
  // Re-encoding strips it, but an account that is configured differently must not publish it.
  if ([media_metadata, image_metadata, video_metadata].some(hasLocation)) {
    throw new ApiError(
      "validation",
      "That file still says where it was made. Please remove its location first.",
    );
  }
  return resource;
}

function metadataOf({ format, width, height, bytes, duration }: Resource) {
  return { format, width, height, bytes, duration: duration ?? null };
}

/**
 * Whether a file's metadata contains a location, at any depth. (Chroma location is where a video's
 * colours are sampled.)
 */
function hasLocation(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) =>
      (/gps|location|latitude|longitude|iso6709/i.test(key) && !/chroma/i.test(key) && !isEmpty(inner)) ||
      hasLocation(inner),
  );
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === "";

/** Changes who may load a file, also of the copies on the delivery network. */
async function changeType(account: Account, { publicId, mediaType }: MediaRef, isWithheld: boolean) {
  const [type, to_type] = isWithheld ? ["upload", WITHHELD_TYPE] : [WITHHELD_TYPE, "upload"];
  const change = { type, to_type, resource_type: mediaType, overwrite: true, invalidate: true };
  const rename = (options: CloudinaryAccount["options"]) =>
    cloudinary.uploader.rename(publicId, publicId, { ...options, ...change });
  // Missing, it is of that type already, or deleted.
  await call(account, rename, { missing: null });
}

/** What is at an address of ours; null if it is missing, or not for everyone. */
async function openUrl(url: string): Promise<AsyncIterable<Uint8Array> | null> {
  const controller = new AbortController();
  // The timeout covers only the response headers: a video takes as long as it takes.
  const timer = setTimeout(() => controller.abort(), HOST_TIMEOUT_MS);
  try {
    const response = await fetch(url, { signal: controller.signal });
    if ([401, 403, 404].includes(response.status)) return null;
    if (!response.ok || !response.body) throw new Error(`The media host answered ${response.status}.`);
    return response.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw hostUnavailable(cause);
  } finally {
    clearTimeout(timer);
  }
}

async function destroyResource(
  account: Account,
  { publicId, mediaType }: MediaRef,
  type: string,
): Promise<void> {
  const response = await call(account, (options) =>
    cloudinary.uploader.destroy(publicId, { ...options, type, resource_type: mediaType, invalidate: true }),
  );
  const result = z.object({ result: z.string() }).safeParse(response);
  if (!result.success || !["ok", "not found"].includes(result.data.result)) throw hostUnavailable(response);
}

async function ping(account: Account): Promise<void> {
  const response = await call(account, (options) => cloudinary.api.ping(options));
  if (!z.object({ status: z.literal("ok") }).safeParse(response).success) throw hostUnavailable(response);
}

/** The package rejects with the whole request, secret included; only the status is passed on. */
const failure = z.object({ http_code: z.optional(z.number()) });

/**
 * Makes one call with a timeout for the whole response, body included. `whenMissing` replaces a
 * 404. The package never ends a hanging call, so each call has its own connection, which is closed
 * with it.
 */
async function call(
  { options, timeoutMs }: Account,
  act: (options: CloudinaryAccount["options"] & { agent: http.Agent }) => Promise<unknown>,
  whenMissing?: { missing: null },
): Promise<unknown> {
  const agent = options.upload_prefix.startsWith("http:") ? new http.Agent() : new https.Agent();
  try {
    return await withTimeout(timeoutMs, act({ ...options, agent }));
  } catch (reason) {
    const error = typeof reason === "object" && reason !== null && "error" in reason ? reason.error : reason;
    const status = failure.safeParse(error).data?.http_code;
    if (status === undefined) throw hostUnavailable(error);
    if (status === 404 && whenMissing) return whenMissing.missing;
    // 420 is Cloudinary's own "too many calls this hour".
    if (status === 420 || status === 429) {
      throw new ApiError("unavailable", "The media service is very busy. Please try again in a minute.", {
        headers: { "Retry-After": "60" },
      });
    }
    throw hostUnavailable(new Error(`The media service answered ${status}.`));
  } finally {
    agent.destroy();
  }
}
