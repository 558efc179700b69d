import "server-only";
import http from "node:http";
import https from "node:https";
import { v2 as cloudinary } from "cloudinary";
import * as z from "zod";
import { cacheFor } from "@/lib/platform/cache-for";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { type CloudinaryAccount, parseCloudinaryUrl } from "@/lib/platform/media/cloudinary-account";
import {
  FOLDER,
  HOST_TIMEOUT,
  type HostedMedia,
  hostUnavailable,
  type MediaHost,
  type MediaRef,
  type MediaType,
  parseUrlBelow,
} from "@/lib/platform/media/host";
import { colourPlaceholder } from "@/lib/platform/media/picture";
import { withTimeout } from "@/lib/platform/with-timeout";
import { POSTER_TRANSFORMATION, VIDEO_TRANSFORMATION } from "@/lib/text/media-url";

/**
 * Cloudinary, through its own package. Each call brings its account; no configuration is global.
 */

type Account = CloudinaryAccount & { patience: number };

/**
 * What Cloudinary does to an upload before it stores it: pictures and films are scaled and encoded
 * anew, which takes location, camera and owner out, and makes of any film one that every browser
 * plays. What was sent is not stored.
 */
const INCOMING: Record<MediaType, Record<string, string>> = {
  image: { allowed_formats: "jpg,png,webp,gif,avif", transformation: "c_limit,h_2048,w_2048" },
  video: {
    allowed_formats: "mp4,mov,webm",
    transformation: "c_limit,h_1920,vc_h264,w_1920",
    format: "mp4",
    // The delivered form is made in the background at once, before the first person wants it.
    eager: `${VIDEO_TRANSFORMATION}/mp4`,
    eager_async: "true",
  },
};

/**
 * Milliseconds for which a health check's answer holds: Cloudinary counts these calls by the hour
 * (500 on a free plan).
 */
const HEALTHY_FOR = 60_000;
const UNHEALTHY_FOR = 10_000;

/** `patience` is the longest wait for an answer, in milliseconds. */
export function cloudinaryHost(configuration: string, patience = HOST_TIMEOUT): MediaHost {
  const account = { ...parseCloudinaryUrl(configuration), patience };
  return {
    name: "cloudinary",
    rejectsDestroyed: false,
    signUpload: (ref) => ({
      uploadUrl: cloudinary.utils.api_url("upload", { ...account.options, resource_type: ref.mediaType }),
      fields: signedFields(account, ref),
    }),
    parseMediaUrl: (url) => parseUrlBelow(account.bases, url),
    findAsset: (ref) => findResource(account, ref),
    storePicture: async (publicId, picture) => {
      const stored = await send(account, { publicId, mediaType: "image" }, picture.master);
      return { ...factsOf(stored), placeholder: picture.placeholder };
    },
    storeVideo: async (publicId, video) => {
      const stored = await send(account, { publicId, mediaType: "video" }, video);
      return { ...factsOf(stored), placeholder: "" };
    },
    destroy: (ref) => destroyResource(account, ref),
    deliveryUrl: (asset) =>
      cloudinary.url(asset.publicId, {
        ...account.options,
        resource_type: asset.mediaType,
        ...delivered(asset),
        force_version: false,
        urlAnalytics: false,
      }),
    check: cacheFor(HEALTHY_FOR, () => ping(account), UNHEALTHY_FOR),
  };
}

function signedFields({ options }: Account, ref: MediaRef): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return cloudinary.utils.sign_request({ ...uploadFields(ref), timestamp }, options);
}

/** An upload as its signature allows it, in the words of the upload's form. */
function uploadFields({ publicId, mediaType }: MediaRef): Record<string, string> {
  return {
    upload_preset: env().CLOUDINARY_UPLOAD_PRESET,
    folder: FOLDER,
    public_id: publicId.slice(FOLDER.length + 1),
    overwrite: "false",
    ...INCOMING[mediaType],
  };
}

/** Pictures as they are stored, films never. */
function delivered({ mediaType, format, poster }: Parameters<MediaHost["deliveryUrl"]>[0]) {
  if (poster) return { raw_transformation: POSTER_TRANSFORMATION, format: "jpg" };
  if (mediaType === "video") return { raw_transformation: VIDEO_TRANSFORMATION, format: "mp4" };
  return { format };
}

const metadata = z.record(z.string(), z.unknown()).optional();
const resource = z.object({
  format: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  bytes: z.int().nonnegative(),
  duration: z.number().nullish(),
  colors: z.array(z.tuple([z.string(), z.number()])).optional(),
  media_metadata: metadata,
  image_metadata: metadata,
  video_metadata: metadata,
});

type Resource = z.output<typeof resource>;

async function send(account: Account, ref: MediaRef, file: Buffer): Promise<Resource> {
  // The package means a named transformation where the form means a written one.
  const { transformation, ...fields } = uploadFields(ref);
  const upload = { ...fields, raw_transformation: transformation, resource_type: ref.mediaType };
  const answer = await call(
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
  return parseAnswer(answer);
}

function parseAnswer(answer: unknown): Resource {
  const parsed = resource.safeParse(answer);
  if (!parsed.success) throw hostUnavailable(parsed.error);
  return parsed.data;
}

async function findResource(
  account: Account,
  { publicId, mediaType }: MediaRef,
): Promise<HostedMedia | null> {
  const answer = await call(
    account,
    (options) =>
      cloudinary.api.resource(publicId, {
        ...options,
        resource_type: mediaType,
        ...(mediaType === "image" ? { colors: true } : {}),
        media_metadata: true,
      }),
    { missing: null },
  );
  if (answer === null) return null;
  const found = parseAnswer(answer);
  const { colors, media_metadata, image_metadata, video_metadata } = found;
  // Encoding anew takes it out; an account set up differently must not publish it all the same.
  if ([media_metadata, image_metadata, video_metadata].some(namesPlace)) {
    throw new ApiError(
      "validation",
      "That file still says where it was made. Please remove its location first.",
    );
  }
  const colour = colors?.[0]?.[0] ?? "";
  const placeholder = /^#[0-9a-f]{6}$/i.test(colour) ? await colourPlaceholder(colour) : "";
  return { ...factsOf(found), placeholder };
}

function factsOf({ format, width, height, bytes, duration }: Resource) {
  return { format, width, height, bytes, duration: duration ?? null };
}

/**
 * Whether a file's metadata, at any depth, has a location. (Chroma location is where a film's
 * colours are sampled.)
 */
function namesPlace(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([key, inner]) =>
      (/gps|location|latitude|longitude|iso6709/i.test(key) && !/chroma/i.test(key) && !isEmpty(inner)) ||
      namesPlace(inner),
  );
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === "";

async function destroyResource(account: Account, { publicId, mediaType }: MediaRef): Promise<void> {
  const answer = await call(account, (options) =>
    cloudinary.uploader.destroy(publicId, { ...options, resource_type: mediaType, invalidate: true }),
  );
  const result = z.object({ result: z.string() }).safeParse(answer);
  if (!result.success || !["ok", "not found"].includes(result.data.result)) throw hostUnavailable(answer);
}

async function ping(account: Account): Promise<void> {
  const answer = await call(account, (options) => cloudinary.api.ping(options));
  if (!z.object({ status: z.literal("ok") }).safeParse(answer).success) throw hostUnavailable(answer);
}

/** The package rejects with the whole request, secret included: only this much is passed on. */
const failure = z.object({ http_code: z.optional(z.number()) });

/**
 * One call, answered within the timeout as a whole, body included. `missing` is the answer to a
 * 404. The package never ends a call that hangs, so each has a connection of its own, which ends
 * with it.
 */
async function call(
  { options, patience }: Account,
  act: (options: CloudinaryAccount["options"] & { agent: http.Agent }) => Promise<unknown>,
  whenMissing?: { missing: null },
): Promise<unknown> {
  const agent = options.upload_prefix.startsWith("http:") ? new http.Agent() : new https.Agent();
  try {
    return await withTimeout(patience, act({ ...options, agent }));
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
