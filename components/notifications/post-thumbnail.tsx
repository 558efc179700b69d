"use client";

import { CloudAlert, Film, Play } from "lucide-react";
import { CardPicture } from "@/components/ui/card-picture";
import { cx } from "@/components/ui/cx";
import { backgroundOf, useBrokenImage } from "@/components/ui/picture-state";
import type { Notification } from "@/lib/notifications/schema";
import { sizedImageUrl } from "@/lib/text/media-url";

/** CSS pixels. The picture is loaded at three times the size, for dense screens. */
const SIZE = 48;

/**
 * The notification's post, small. A video shows a still picture with a play icon. Decorative: the
 * link that covers the row opens the post.
 */
export function PostThumbnail({ post }: { post: NonNullable<Notification["postId"]> }) {
  const { isBroken, isLoaded, imageProps } = useBrokenImage();
  const isVideo = post.mediaType === "video";
  const picture = post.thumbnail || post.mediaUrl;
  return (
    <span
      aria-hidden
      // Large text needs its space.
      className="@max-2xs:hidden pointer-events-none relative block size-12 shrink-0 overflow-hidden rounded-lg bg-sunken"
    >
      {post.card ? (
        <CardPicture text={post.card.text} background={post.card.background} className="size-full" />
      ) : isBroken ? (
        <span data-fallback className="grid size-full place-items-center text-ink2">
          {isVideo ? <Film className="size-5" /> : <CloudAlert className="size-5" />}
        </span>
      ) : (
        <img
          {...imageProps}
          src={isVideo ? picture : sizedImageUrl(picture, SIZE * 3)}
          alt=""
          width={SIZE}
          height={SIZE}
          loading="lazy"
          decoding="async"
          className={cx("size-full object-cover", backgroundOf(isLoaded))}
        />
      )}
      {isVideo && !isBroken && (
        <span className="absolute inset-0 grid place-items-center bg-black/30 text-white">
          <Play className="size-5 fill-current" />
        </span>
      )}
    </span>
  );
}
