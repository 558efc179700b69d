import "server-only";
import { cacheByKey } from "@/lib/platform/cache";
import { env } from "@/lib/platform/env";
import { FOLDER, type MediaRef } from "@/lib/platform/media/host";
import { parseS3Url } from "@/lib/platform/media/s3-address";
import type { Storage, StoredFacts } from "@/lib/platform/media/storage";
import { bucketStorage } from "@/lib/platform/media/storage-bucket";
import { diskStorage } from "@/lib/platform/media/storage-disk";

let cached: { url: string | undefined; storage: Storage } | undefined;

/** The storage of the built-in host: the bucket of `S3_URL`, otherwise DATA_DIR/media. */
export function storage(): Storage {
  const { S3_URL: url } = env();
  if (!cached || cached.url !== url) {
    const address = url === undefined ? null : parseS3Url(url);
    cached = { url, storage: forgetting(address ? bucketStorage(address) : diskStorage) };
  }
  return cached.storage;
}

/**
 * How long delivery relies on what it has looked up, in milliseconds. Files never change, but may
 * be deleted. What is withheld has to be gone within a second, also where another instance did it.
 */
const FACTS_MS = 5_000;
const MARK_MS = 500;
/** Uploads that are remembered, among them addresses of nothing. */
const MAX = 5_000;

const factsAt = cacheByKey({ ms: FACTS_MS, max: MAX }, (key) => storage().readFacts(refOf(key)));
const isWithheld = cacheByKey({ ms: MARK_MS, max: MAX }, (publicId) => storage().isWithheld(publicId));

const keyOf = ({ mediaType, publicId }: MediaRef) => `${mediaType} ${publicId}`;
const refOf = (key: string): MediaRef => ({
  mediaType: key.startsWith("video") ? "video" : "image",
  publicId: key.slice(key.indexOf(FOLDER)),
});

/** The metadata of an upload that may be delivered; null for any other. At most `FACTS_MS` old. */
export async function findDelivered(ref: MediaRef): Promise<StoredFacts | null> {
  const facts = await factsAt(keyOf(ref));
  return facts && !(await isWithheld(ref.publicId)) ? facts : null;
}

/** The same storage, whose changes this instance delivers at once. */
function forgetting(storage: Storage): Storage {
  const forget = (publicId: string) => {
    isWithheld.forget(publicId);
    for (const mediaType of ["image", "video"] as const) factsAt.forget(keyOf({ mediaType, publicId }));
  };
  return {
    ...storage,
    publish: (folder, publicId) => storage.publish(folder, publicId).finally(() => forget(publicId)),
    remove: (publicId) => storage.remove(publicId).finally(() => forget(publicId)),
    setWithheld: (publicId, state) => storage.setWithheld(publicId, state).finally(() => forget(publicId)),
  };
}
