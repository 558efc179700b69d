import "server-only";
import { env } from "@/lib/platform/env";
import { parseS3Url } from "@/lib/platform/media/s3-address";
import type { Shelf } from "@/lib/platform/media/shelf";
import { bucketShelf } from "@/lib/platform/media/shelf-bucket";
import { diskShelf } from "@/lib/platform/media/shelf-disk";

let cached: { url: string | undefined; shelf: Shelf } | undefined;

/** The shelf of the built-in host: the bucket of `S3_URL`, otherwise DATA_DIR/media. */
export function shelf(): Shelf {
  const { S3_URL: url } = env();
  if (!cached || cached.url !== url) {
    const address = url === undefined ? null : parseS3Url(url);
    cached = { url, shelf: address ? bucketShelf(address) : diskShelf };
  }
  return cached.shelf;
}
