import "server-only";
import { deliveryUrl } from "@/lib/platform/media";

/** Media as the wire shows it: addresses are made from public ids when shown, never stored. */

/** The address of a person's picture (always stored as webp); empty when there is none. */
export function pictureUrl(publicId: string | null): string {
  return publicId ? deliveryUrl({ publicId, mediaType: "image", format: "webp" }) : "";
}

type Asset = { publicId: string; mediaType: "image" | "video"; format: string };

/** The address of a post's media and of a still picture of it. */
export function mediaUrls(asset: Asset): { mediaUrl: string; thumbnail: string } {
  const mediaUrl = deliveryUrl(asset);
  return {
    mediaUrl,
    thumbnail: asset.mediaType === "image" ? mediaUrl : deliveryUrl({ ...asset, poster: true }),
  };
}
