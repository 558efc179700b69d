import "server-only";
import { cacheByKey } from "@/lib/platform/cache";
import { env } from "@/lib/platform/env";
import { FOLDER, type MediaRef } from "@/lib/platform/media/host";
import { parseS3Url } from "@/lib/platform/media/s3-address";
import type { Shelf, StoredFacts } from "@/lib/platform/media/shelf";
import { bucketShelf } from "@/lib/platform/media/shelf-bucket";
import { diskShelf } from "@/lib/platform/media/shelf-disk";

let cached: { url: string | undefined; shelf: Shelf } | undefined;

/** The shelf of the built-in host: the bucket of `S3_URL`, otherwise DATA_DIR/media. */
export function shelf(): Shelf {
  const { S3_URL: url } = env();
  if (!cached || cached.url !== url) {
    const address = url === undefined ? null : parseS3Url(url);
    cached = { url, shelf: forgetting(address ? bucketShelf(address) : diskShelf) };
  }
  return cached.shelf;
}

/**
 * How long delivery relies on what it has looked up, in milliseconds. Files never change, but may be
 * deleted. What is withheld has to be gone within a second, also where another instance did it.
 */
const FACTS_MS = 5_000;
const MARK_MS = 500;
/** Uploads that are remembered, among them addresses of nothing. */
const MAX = 5_000;

const factsAt = cacheByKey({ ms: FACTS_MS, max: MAX }, (key) => shelf().readFacts(refOf(key)));
const isWithheld = cacheByKey({ ms: MARK_MS, max: MAX }, (publicId) => shelf().isWithheld(publicId));

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

/** The same shelf, whose changes this instance delivers at once. */
function forgetting(shelf: Shelf): Shelf {
  const forget = (publicId: string) => {
    isWithheld.forget(publicId);
    for (const mediaType of ["image", "video"] as const) factsAt.forget(keyOf({ mediaType, publicId }));
  };
  return {
    ...shelf,
    publish: (folder, publicId) => shelf.publish(folder, publicId).finally(() => forget(publicId)),
    remove: (publicId) => shelf.remove(publicId).finally(() => forget(publicId)),
    setWithheld: (publicId, state) => shelf.setWithheld(publicId, state).finally(() => forget(publicId)),
  };
}
