"use client";

import { Ellipsis, TrendingUp } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { NameLine } from "@/components/circles/affiliation-chip";
import { EditedButton } from "@/components/posts/comments/edited-button";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { RelativeTime } from "@/components/ui/relative-time";
import { useTranslate } from "@/lib/language/translate";
import { canEditPost, TRENDING_ABOVE } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";
import { handleOf } from "@/lib/profiles/affiliation";
import { useMe } from "@/lib/profiles/client/queries";

/**
 * Author, username, time, Trending, and the menu. The elements `nameId` and `timeId` label
 * the post.
 */
export function PostHeader({
  post,
  nameId,
  timeId,
  onDeleted,
}: {
  post: Post;
  nameId: string;
  timeId: string;
  onDeleted: (() => void) | undefined;
}) {
  const t = useTranslate();
  const me = useMe();
  const { _id, name, avatar, affiliation } = post.userId;
  const profile = `/profile/${_id}`;
  const isOwn = me !== undefined && canEditPost({ id: me._id }, { authorId: _id });
  return (
    <header className="@container flex items-center gap-3 px-4 pt-4 md:px-5">
      <Link
        href={profile}
        prefetch={false}
        tabIndex={-1}
        aria-hidden
        className="@max-[11rem]:hidden rounded-full"
      >
        <Avatar id={_id} name={name} src={avatar} />
      </Link>
      {/* Two stacked links: each is large enough for touch, and far enough from the other (WCAG 2.5.8). */}
      <div className="min-w-0 flex-1 leading-5">
        <NameLine affiliation={affiliation} className="mt-1">
          <Link
            id={nameId}
            href={profile}
            prefetch={false}
            className="-mt-1 max-w-full truncate pt-1 font-semibold hover:underline"
          >
            <bdi>{name}</bdi>
          </Link>
        </NameLine>
        <p className="flex items-baseline gap-1 text-ink2 text-sm leading-5">
          {/* A long username is cut, and the time never. */}
          <span className="truncate">{handleOf(post.userId)}</span> <span aria-hidden>·</span>{" "}
          <Link
            href={`/post/${post._id}`}
            prefetch={false}
            className={cx("shrink-0 pb-1 hover:underline", !post.editedAt && "min-w-11")}
          >
            <RelativeTime id={timeId} at={post.createdAt} style="feed" />
          </Link>
          {post.editedAt && (
            <>
              <span aria-hidden>·</span>{" "}
              <EditedButton postId={post._id} isOwn={isOwn} className="-mb-1 pb-1" />
            </>
          )}
        </p>
      </div>
      {post.likesCount > TRENDING_ABOVE && (
        // Large text needs its space.
        <Badge tone="gold" className="@max-2xs:sr-only">
          <TrendingUp aria-hidden />
          {t("Trending")}
        </Badge>
      )}
      {me && !post.withheld && <PostMenuButton post={post} isOwn={isOwn} onDeleted={onDeleted} />}
    </header>
  );
}

const AuthorMenu = lazyComponent(() =>
  import("@/components/posts/post-card/author-menu").then((module) => module.AuthorMenu),
);
const ReaderMenu = lazyComponent(() =>
  import("@/components/posts/post-card/reader-menu").then((module) => module.ReaderMenu),
);

type Props = { post: Post; isOwn: boolean; onDeleted: (() => void) | undefined };

/** Opens the menu of a post, its author's or another's, whose code loads on the first press. */
function PostMenuButton({ post, isOwn, onDeleted }: Props) {
  const t = useTranslate();
  const [isRequested, setIsRequested] = useState(false);
  const { preload } = isOwn ? AuthorMenu : ReaderMenu;
  const button = (
    <IconButton
      label={t("Post options")}
      aria-haspopup="menu"
      className="-my-1 -mr-2.5"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setIsRequested(true)}
    >
      <Ellipsis />
    </IconButton>
  );
  if (!isRequested) return button;
  const props = { fallback: button, trigger: button, onLoadError: () => setIsRequested(false), post };
  return isOwn ? <AuthorMenu {...props} onDeleted={onDeleted} /> : <ReaderMenu {...props} />;
}
