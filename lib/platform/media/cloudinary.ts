import "server-only";
import { v2 as cloudinary } from "cloudinary";
import * as z from "zod/mini";
import { ApiError } from "@/lib/api/errors";
import { env } from "@/lib/platform/env";
import { type CloudinaryAccount, readAccount } from "@/lib/platform/media/cloudinary-account";
import {
  describeBelow,
  FOLDER,
  HOST_TIMEOUT,
  type HostedMedia,
  hostSilent,
  type MediaHost,
  type MediaRef,
  type MediaType,
} from "@/lib/platform/media/host";
import { colourPlaceholder } from "@/lib/platform/media/picture";
import { POSTER_TRANSFORMATION, VIDEO_TRANSFORMATION } from "@/lib/uploads/media-url";

/**
 * Cloudinary: signed by its package, called by its REST interface, because the package's own calls can neither be given an
 * end to their patience nor an address per account.
 */

type Account = CloudinaryAccount & { patience: number };

/**
 * What Cloudinary does to an upload before it stores it: pictures and films are scaled and encoded anew, which takes
 * location, camera and owner out, and makes of any film one that every browser plays. What was sent is not stored.
 */
const INCOMING: Record<MediaType, Record<string, string>> = {
  image: { allowed_formats: "jpg,png,webp,gif,avif", transformation: "c_limit,h_2048,w_2048" },
  video: {
    allowed_formats: "mp4,mov,webm",
    transformation: "c_limit,h_1920,vc_h264,w_1920",
    format: "mp4",
    // The delivered form is made at once, in the background, not when the first person wants to see it.
    eager: `${VIDEO_TRANSFORMATION}/mp4`,
    eager_async: "true",
  },
};

/** `patience` is the longest wait for an answer, in milliseconds. */
export function cloudinaryHost(configuration: string, patience = HOST_TIMEOUT): MediaHost {
  const account = { ...readAccount(configuration), patience };
  return {
    name: "cloudinary",
    refusesDestroyed: false,
    signUpload: (ref) => ({
      uploadUrl: `${account.api}/${ref.mediaType}/upload`,
      fields: uploadFields(account, ref),
    }),
    describeUpload: (url) => describeBelow(account.bases, url),
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
    deliveryUrl: ({ publicId, mediaType, format, poster }) => {
      const base = `${account.delivery}/${mediaType}/upload`;
      if (poster) return `${base}/${POSTER_TRANSFORMATION}/${publicId}.jpg`;
      if (mediaType === "video") return `${base}/${VIDEO_TRANSFORMATION}/${publicId}.mp4`;
      return `${base}/${publicId}.${format}`;
    },
    check: remember(async () => {
      await call(account, `${account.api}/ping`, { headers: basic(account) });
    }),
  };
}

/** Cloudinary's signature of an upload's fields. */
export function signFields(fields: Record<string, string>, secret: string): string {
  return cloudinary.utils.api_sign_request(fields, secret);
}

function withSignature(account: Account, fields: Record<string, string>): Record<string, string> {
  const dated = { ...fields, timestamp: String(Math.floor(Date.now() / 1000)) };
  return { ...dated, api_key: account.key, signature: signFields(dated, account.secret) };
}

function uploadFields(account: Account, { publicId, mediaType }: MediaRef): Record<string, string> {
  return withSignature(account, {
    upload_preset: env().CLOUDINARY_UPLOAD_PRESET,
    folder: FOLDER,
    public_id: publicId.slice(FOLDER.length + 1),
    overwrite: "false",
    ...INCOMING[mediaType],
  });
}

const metadata = z.optional(z.record(z.string(), z.unknown()));
const resource = z.object({
  format: z.string(),
  width: z.int().check(z.positive()),
  height: z.int().check(z.positive()),
  bytes: z.int().check(z.nonnegative()),
  duration: z.nullish(z.number()),
  colors: z.optional(z.array(z.tuple([z.string(), z.number()]))),
  media_metadata: metadata,
  image_metadata: metadata,
  video_metadata: metadata,
});

type Resource = z.output<typeof resource>;

async function send(account: Account, ref: MediaRef, file: Buffer): Promise<Resource> {
  const form = new FormData();
  for (const [name, value] of Object.entries(uploadFields(account, ref))) form.set(name, value);
  form.set("file", new Blob([new Uint8Array(file)]), "file");
  return parseAnswer(
    await call(account, `${account.api}/${ref.mediaType}/upload`, { method: "POST", body: form }),
  );
}

function parseAnswer(answer: unknown): Resource {
  const parsed = resource.safeParse(answer);
  if (!parsed.success) throw hostSilent(parsed.error);
  return parsed.data;
}

async function findResource(
  account: Account,
  { publicId, mediaType }: MediaRef,
): Promise<HostedMedia | null> {
  const query = mediaType === "image" ? "colors=true&media_metadata=true" : "media_metadata=true";
  const url = `${account.api}/resources/${mediaType}/upload/${publicId}?${query}`;
  const answer = await call(account, url, { headers: basic(account) }, { missing: null });
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

/** Whether a file's metadata, at any depth, has a location. (Chroma location is where a film's colours are sampled.) */
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
  const fields = withSignature(account, { public_id: publicId, invalidate: "true" });
  const answer = await call(account, `${account.api}/${mediaType}/destroy`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });
  const result = z.object({ result: z.string() }).safeParse(answer);
  if (!result.success || !["ok", "not found"].includes(result.data.result)) throw hostSilent(answer);
}

const basic = ({ key, secret }: Account) => ({
  Authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`,
});

/** One call, answered within the timeout as a whole, body included. `missing` is the answer to a 404. */
async function call(
  { patience }: Account,
  url: string,
  init: RequestInit,
  options?: { missing: null },
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: "error",
      signal: AbortSignal.timeout(patience),
    });
    if (response.status === 404 && options) {
      await response.body?.cancel();
      return options.missing;
    }
    // 420 is Cloudinary's own "too many calls this hour".
    if (response.status === 420 || response.status === 429) {
      await response.body?.cancel();
      throw new ApiError("unavailable", "The media service is very busy. Please try again in a minute.", {
        headers: { "Retry-After": "60" },
      });
    }
    if (!response.ok) throw new Error(`The media service answered ${response.status}.`);
    return await response.json();
  } catch (cause) {
    throw cause instanceof ApiError ? cause : hostSilent(cause);
  }
}

/** Milliseconds for which a health check's answer holds: Cloudinary counts these calls by the hour (500 on a free plan). */
const HEALTHY_FOR = 60_000;
const UNHEALTHY_FOR = 10_000;

function remember(check: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> | undefined;
  let until = 0;
  return () => {
    if (last && Date.now() < until) return last;
    until = Date.now() + HEALTHY_FOR;
    last = check();
    last.catch(() => {
      until = Math.min(until, Date.now() + UNHEALTHY_FOR);
    });
    return last;
  };
}
