"use client";

import { CloudAlert, Heart, Images, MessageCircle, Play, ShieldAlert } from "lucide-react";
import Link from "next/link";
import { CardPicture } from "@/components/ui/card-picture";
import { cx } from "@/components/ui/cx";
import { backgroundOf, useBrokenImage } from "@/components/ui/picture-state";
import { useTranslate } from "@/lib/language/translate";
import { altTextOf, moves, withheldText } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";
import { formatCount } from "@/lib/text/counts";
import { imageSrcSet, sizedImageUrl } from "@/lib/text/media-url";

/** A third of the column from 768 px on, below that a third of the screen. */
const SIZES = "(min-width: 768px) 200px, 33vw";

type Props = { post: Post; eager: boolean; opensOverPage: boolean };

/** A post as a square, a link to the post. */
export function PostTile({ post, eager, opensOverPage }: Props) {
  const t = useTranslate();
  const { isBroken, isLoaded, imageProps } = useBrokenImage();
  const isMoving = moves(post);
  return (
    <Link
      href={`/post/${post._id}`}
      scroll={!opensOverPage}
      prefetch={false}
      className="group relative block aspect-square overflow-hidden bg-sunken focus-in-media"
    >
      {post.placeholder.startsWith("data:image/") && (
        <img
          src={post.placeholder}
          alt=""
          aria-hidden
          className={cx("absolute inset-0 size-full object-cover blur-md", post.withheld && "grayscale")}
        />
      )}
      {/* The media of what is withheld is delivered to no one. */}
      {post.withheld ? (
        <span className="absolute inset-0 flex flex-col items-center gap-1 bg-black/70 px-1 pt-4 text-center font-semibold text-label text-white">
          <ShieldAlert aria-hidden className="size-6 shrink-0" />
          <span aria-hidden>{post.withheld.decisionId ? t("Removed") : t("Held for review")}</span>
          <span className="sr-only">{withheldText(post.withheld, t)}</span>
        </span>
      ) : post.background ? (
        <CardPicture
          text={post.caption}
          background={post.background}
          label={altTextOf(post, t)}
          className="absolute inset-0"
        />
      ) : isBroken ? (
        <span className="absolute inset-0 grid place-items-center bg-black/60 text-white">
          <CloudAlert aria-hidden className="size-6" />
          <span className="sr-only">{altTextOf(post, t)}</span>
        </span>
      ) : (
        <img
          {...imageProps}
          src={sizedImageUrl(post.thumbnail, 320)}
          srcSet={isMoving ? undefined : imageSrcSet(post.thumbnail, post.width) || undefined}
          sizes={SIZES}
          alt={altTextOf(post, t)}
          loading={eager ? "eager" : "lazy"}
          decoding="async"
          className={cx("absolute inset-0 size-full object-cover", backgroundOf(isLoaded))}
        />
      )}
      {(isMoving || post.media) && (
        <span
          aria-hidden
          className="absolute top-2 right-2 grid size-7 place-items-center rounded-full bg-black/60 text-white"
        >
          {post.media ? (
            <Images className="size-4" />
          ) : (
            <Play className="size-3.5 translate-x-px fill-current" />
          )}
        </span>
      )}
      <span className="sr-only">
        {post.media && `, ${t("the first of {count}", { count: post.media.length })}`}
        {`, ${t("{count, plural, one {# like} other {# likes}}", { count: post.likesCount })}`}
        {`, ${t("{count, plural, one {# comment} other {# comments}}", { count: post.commentsCount })}`}
      </span>
      <span
        aria-hidden
        className="absolute inset-0 flex items-center justify-center gap-4 bg-black/55 font-semibold text-label text-white opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
      >
        <span className="inline-flex items-center gap-1.5">
          <Heart className="size-4.5 fill-current" />
          {formatCount(post.likesCount)}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <MessageCircle className="size-4.5 fill-current" />
          {formatCount(post.commentsCount)}
        </span>
      </span>
    </Link>
  );
}
