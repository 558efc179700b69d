import "server-only";
import { deliveryUrl } from "@/lib/platform/media";

/** Media URLs on the wire. They are built from public ids and never stored. */

/** The URL of an avatar or banner (always stored as WebP); empty without one. */
export function pictureUrl(publicId: string | null): string {
  return publicId ? deliveryUrl({ publicId, mediaType: "image", format: "webp" }) : "";
}

type Asset = { publicId: string; mediaType: "image" | "video"; format: string; hasPoster: boolean };

/** The URLs of a post's media and of its thumbnail. */
export function mediaUrls(asset: Asset): { mediaUrl: string; thumbnail: string } {
  const mediaUrl = deliveryUrl(asset);
  const isStill = asset.mediaType === "image" && !asset.hasPoster;
  return { mediaUrl, thumbnail: isStill ? mediaUrl : deliveryUrl({ ...asset, poster: true }) };
}
