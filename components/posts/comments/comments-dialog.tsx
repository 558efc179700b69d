"use client";

import { useState } from "react";
import { CommentForm } from "@/components/posts/comments/comment-form";
import { CommentList } from "@/components/posts/comments/comment-list";
import { CardPicture } from "@/components/ui/card-picture";
import { cx } from "@/components/ui/cx";
import { Dialog } from "@/components/ui/dialog";
import { backgroundOf, useBrokenImage } from "@/components/ui/picture-state";
import type { Comment } from "@/lib/comments/schema";
import { useTranslate } from "@/lib/language/translate";
import type { Translate } from "@/lib/language/translator";
import type { Post } from "@/lib/posts/schema";
import { sizedImageUrl } from "@/lib/text/media-url";
import { isolated } from "@/lib/text/names";

/** CSS pixels. The picture is loaded at three times the size, for dense screens. */
const THUMBNAIL_SIZE = 40;

/** All comments of a post in the order they were written, with the form fixed below them. */
export function CommentsDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const t = useTranslate();
  const [answered, setAnswered] = useState<Comment>();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("Comments")}
      description={
        post.caption
          ? t("On {post}: {caption}", { post: nameOf(post, t), caption: post.caption })
          : t("On {post}", { post: nameOf(post, t) })
      }
      opensAtEnd
      footer={<CommentForm post={post} answered={answered} onAnswer={setAnswered} />}
    >
      <PostSummary post={post} />
      <CommentList post={post} onReply={setAnswered} />
    </Dialog>
  );
}

const nameOf = (post: Post, t: Translate) => t("{name}’s post", { name: isolated(post.userId.name) });

/** Which post the comments are about. Stays in view; screen readers get it from the description. */
function PostSummary({ post }: { post: Post }) {
  const t = useTranslate();
  const { isBroken, isLoaded, imageProps } = useBrokenImage();
  return (
    <div
      aria-hidden
      className="sticky -top-5 z-10 -mx-5 -mt-5 mb-4 flex items-center gap-3 border-line border-b bg-surface px-5 py-2.5 text-label"
    >
      {post.background ? (
        <CardPicture
          text={post.caption}
          background={post.background}
          className="size-10 shrink-0 rounded-lg"
        />
      ) : isBroken ? null : (
        <img
          {...imageProps}
          src={sizedImageUrl(post.thumbnail, THUMBNAIL_SIZE * 3)}
          alt=""
          width={THUMBNAIL_SIZE}
          height={THUMBNAIL_SIZE}
          className={cx("size-10 shrink-0 rounded-lg object-cover", backgroundOf(isLoaded) ?? "bg-sunken")}
        />
      )}
      <div className="min-w-0">
        <p className="truncate font-semibold">{nameOf(post, t)}</p>
        {post.caption && <p className="truncate text-ink2">{post.caption}</p>}
      </div>
    </div>
  );
}
