"use client";

import { ImageOff } from "lucide-react";
import Link from "next/link";
import { CardPicture } from "@/components/ui/card-picture";
import { cx } from "@/components/ui/cx";
import { backgroundOf, useBrokenImage } from "@/components/ui/picture-state";
import { useTranslate } from "@/lib/language/translate";
import type { MessagePost } from "@/lib/messages/schema";
import { POST_NOT_FOUND } from "@/lib/text/errors";
import { sizedImageUrl } from "@/lib/text/media-url";
import { isolated } from "@/lib/text/names";

/** CSS pixels. The picture is loaded at twice the size, for dense screens. */
const WIDTH = 248;

/**
 * A post in a message, as wide as its bubble: its picture, whose it is, and how its caption begins.
 * It opens the post.
 */
export function SharedPost({ post }: { post: MessagePost }) {
  const t = useTranslate();
  const { isBroken, isLoaded, imageProps } = useBrokenImage();
  if (!post.isAvailable) {
    return (
      <p className="mx-2.5 my-1 flex items-center gap-2 text-label italic">
        <ImageOff aria-hidden className="size-4.5 shrink-0" />
        {POST_NOT_FOUND}
      </p>
    );
  }
  return (
    <Link
      href={`/post/${post._id}`}
      prefetch={false}
      className="block w-full overflow-hidden rounded-media bg-surface text-ink"
    >
      <span className="block aspect-4/3 bg-sunken">
        {post.background ? (
          <CardPicture
            text={post.caption}
            background={post.background}
            label={post.caption}
            className="size-full"
          />
        ) : isBroken ? (
          <span className="grid size-full place-items-center text-ink2">
            <ImageOff aria-hidden className="size-6" />
          </span>
        ) : (
          <img
            {...imageProps}
            src={sizedImageUrl(post.thumbnail, WIDTH * 2)}
            alt=""
            width={WIDTH}
            height={WIDTH * 0.75}
            loading="lazy"
            decoding="async"
            className={cx("size-full object-cover", backgroundOf(isLoaded))}
          />
        )}
      </span>
      <span className="block px-3 py-2 text-label">
        <span className="block truncate font-semibold">
          {t("{name}’s post", { name: isolated(post.authorName) })}
        </span>
        {post.caption && !post.background && <span className="line-clamp-2 text-ink2">{post.caption}</span>}
      </span>
    </Link>
  );
}
