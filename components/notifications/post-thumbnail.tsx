"use client";

import { CloudAlert, Film, Play } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import type { Notification } from "@/lib/notifications/schema";
import { sizedImageUrl } from "@/lib/text/media-url";

/** CSS pixels. The picture is loaded at three times the size, for dense screens. */
const SIZE = 48;

/** A small link to the notification's post. A video shows a still picture with a play icon. */
export function PostThumbnail({ post }: { post: NonNullable<Notification["postId"]> }) {
  const [isBroken, setIsBroken] = useState(false);
  const isVideo = post.mediaType === "video";
  const picture = isVideo ? post.thumbnail || post.mediaUrl : post.mediaUrl;
  return (
    <Link
      href={`/post/${post._id}`}
      prefetch={false}
      aria-label={isVideo ? "View video post" : "View post"}
      className="relative block size-12 shrink-0 overflow-hidden rounded-lg bg-sunken"
    >
      {isBroken ? (
        <span data-fallback className="grid size-full place-items-center text-ink2">
          {isVideo ? <Film aria-hidden className="size-5" /> : <CloudAlert aria-hidden className="size-5" />}
        </span>
      ) : (
        <img
          src={isVideo ? picture : sizedImageUrl(picture, SIZE * 3)}
          alt=""
          width={SIZE}
          height={SIZE}
          loading="lazy"
          decoding="async"
          // A picture that failed before hydration fires no error event any more.
          ref={(image) => {
            if (image?.complete && image.naturalWidth === 0 && image.src) setIsBroken(true);
          }}
          onError={() => setIsBroken(true)}
          className="size-full object-cover"
        />
      )}
      {isVideo && !isBroken && (
        <span className="absolute inset-0 grid place-items-center bg-black/30 text-white">
          <Play aria-hidden className="size-5 fill-current" />
        </span>
      )}
    </Link>
  );
}
