import "server-only";
import { setTimeout as delay } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { withTimeout } from "@/lib/platform/clock";
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { HOST_TIMEOUT_MS } from "@/lib/platform/media/host";
import type { S3Address } from "@/lib/platform/media/s3-address";
import type { ByteRange } from "@/lib/platform/media/storage";

/**
 * The few calls of S3 that the product makes, to one bucket. Keys are of our own making: letters,
 * digits, dots, hyphens and slashes. Every call may be repeated, and is when the bucket is busy or
 * fails. Each throws `unavailable` (503) when it does not succeed in time.
 */
export type Bucket = {
  put(key: string, body: Blob): Promise<void>;
  /** An object, or a part of it; null if there is none. */
  get(key: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  getText(key: string): Promise<string | null>;
  /** Up to 1,000 objects whose keys begin with `prefix`, in their order. */
  list(prefix: string): Promise<{ key: string; bytes: number }[]>;
  /** Deletes an object; a missing one counts as success. */
  remove(key: string): Promise<void>;
};

/** Calls until the last failure counts, and the longest wait before the first repetition. */
const TRIES_MAX = 4;
const FIRST_WAIT_MS = 200;
/** The slowest upload that is waited for: half a megabyte a second. */
const BYTES_PER_MS = 512;

type Call = {
  method: "GET" | "PUT" | "DELETE";
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Blob;
};

export function openBucket(address: S3Address, timeoutMs = HOST_TIMEOUT_MS): Bucket {
  const { bucketUrl, accessKeyId, secretAccessKey, region } = address;
  const keys = { accessKeyId, secretAccessKey, service: "s3", ...(region && { region }), cache: new Map() };

  /** Null for an object that does not exist. */
  async function call({ method, key = "", query, headers = {}, body }: Call): Promise<Response | null> {
    const url = `${bucketUrl}/${key}${query ? `?${new URLSearchParams(query)}` : ""}`;
    const deadline = Date.now() + timeoutMs + (body?.size ?? 0) / BYTES_PER_MS;
    for (let tries = 1; ; tries++) {
      const { headers: signed } = await new AwsV4Signer({ ...keys, url, method, headers }).sign();
      const outcome = await send(url, { method, headers: signed, body: body ?? null }, deadline - Date.now());
      if (outcome instanceof Response) return outcome;
      if (outcome.code === "NoSuchKey") return null;
      const wait = FIRST_WAIT_MS * 2 ** (tries - 1) * Math.random();
      if (!outcome.isTemporary || tries === TRIES_MAX || Date.now() + wait > deadline) {
        throw unavailable(outcome.failure);
      }
      await delay(wait);
    }
  }

  return {
    put: async (key, body) => {
      await discard(await call({ method: "PUT", key, body }));
    },
    get: async (key, range) => {
      const headers: Record<string, string> = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const response = await call({ method: "GET", key, headers });
      if (response && range && response.status !== 206) {
        await discard(response);
        throw unavailable(new Error("The bucket answered with more than was asked for."));
      }
      return response && (response.body ?? new Blob().stream());
    },
    getText: async (key) => {
      const response = await call({ method: "GET", key });
      return response && textOf(response, timeoutMs);
    },
    list: async (prefix) => {
      const response = await call({ method: "GET", query: { "list-type": "2", prefix } });
      const text = response ? await textOf(response, timeoutMs) : "";
      return [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = ""]) => ({
        key: tagOf(entry, "Key"),
        bytes: Number(tagOf(entry, "Size")),
      }));
    },
    remove: async (key) => {
      await discard(await call({ method: "DELETE", key }));
    },
  };
}

type Failure = { failure: unknown; isTemporary: boolean; code?: string };

/**
 * The time limit covers the headers only: a video takes as long as it takes. Next.js would turn the
 * body of a `Request` into a stream, which has no length, and S3 wants one.
 */
async function send(url: string, request: RequestInit, ms: number): Promise<Response | Failure> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), Math.max(ms, 0));
  try {
    const { signal } = controller;
    const response = await fetch(url, { ...request, signal, redirect: "manual", cache: "no-store" });
    if (response.ok) return response;
    const { status } = response;
    // Of what S3 says only the code: the rest quotes the request.
    const code = tagOf(await response.text(), "Code");
    const failure = new Error(`The bucket answered ${status}${code && ` (${code})`}.`);
    return { failure, code, isTemporary: status >= 500 || status === 429 };
  } catch (failure) {
    return { failure, isTemporary: true };
  } finally {
    clearTimeout(timer);
  }
}

const tagOf = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? "";

/** A body that no one reads would keep its connection. */
const discard = (response: Response | null) => response?.body?.cancel();

async function textOf(response: Response, ms: number): Promise<string> {
  return withTimeout(ms, response.text()).catch((cause: unknown) => {
    throw unavailable(cause);
  });
}

/** The chunks of an object, of which each may fail to arrive. */
export async function* chunksOf(object: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* object as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw unavailable(cause);
  }
}

function unavailable(cause: unknown): ApiError {
  log().error({ err: cause }, "the bucket does not do what it is asked");
  return new ApiError("unavailable", "The media storage is not answering. Please try again in a moment.", {
    cause,
    headers: { "Retry-After": "5" },
  });
}
