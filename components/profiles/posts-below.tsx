"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PostTile } from "@/components/profiles/post-tile";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { HAS_RAIL, useMediaQuery } from "@/lib/dom/screen-hooks";
import { Rich } from "@/lib/language/rich";
import { useTranslate } from "@/lib/language/translate";
import { tagPath } from "@/lib/paths";
import { postItems } from "@/lib/posts/client/cache";
import {
  type PostListOptions,
  postOptions,
  tagPostsOptions,
  userPostsOptions,
} from "@/lib/posts/client/queries";

const TILES = 3;

/** Below a post, from 1200px: more by its author, and more with its first tag. */
export function PostsBelow({ postId }: { postId: string }) {
  return useMediaQuery(HAS_RAIL) && <MoreOfBoth postId={postId} />;
}

function MoreOfBoth({ postId }: { postId: string }) {
  const t = useTranslate();
  const { data: post } = useQuery(postOptions(postId));
  if (!post || post.withheld) return null;
  const { _id: authorId, name } = post.userId;
  const [tag] = post.hashtags;
  return (
    <div className="grid grid-cols-2 gap-4 pt-4 print:hidden">
      <MorePosts
        except={postId}
        options={userPostsOptions(authorId)}
        title={<Rich text="More by {name}" values={{ name: <bdi>{name}</bdi> }} />}
        href={`/profile/${authorId}`}
      />
      {tag && (
        <MorePosts
          except={postId}
          options={tagPostsOptions(tag)}
          title={t("More with #{tag}", { tag })}
          href={tagPath(tag)}
        />
      )}
    </div>
  );
}

type Props = { except: string; options: PostListOptions; title: ReactNode; href: string };

/** The first posts of a list, without the one they are below; nothing without any. */
function MorePosts({ except, options, title, href }: Props) {
  const t = useTranslate();
  const { data, isPending } = useInfiniteQuery(options);
  const posts = postItems.all(data).filter(({ _id, withheld }) => _id !== except && !withheld);
  if (isPending) return <TilesCard title={title} tiles={<TileSkeletons />} />;
  if (posts.length === 0) return null;
  return (
    <TilesCard
      title={title}
      link={
        <TextLink href={href} prefetch={false}>
          {t("See all")}
        </TextLink>
      }
      tiles={
        <ul className="grid grid-cols-3 gap-1">
          {posts.slice(0, TILES).map((post) => (
            <li key={post._id} className="overflow-hidden rounded-field">
              <PostTile post={post} eager={false} opensOverPage={false} />
            </li>
          ))}
        </ul>
      }
    />
  );
}

function TilesCard({ title, link, tiles }: { title: ReactNode; link?: ReactNode; tiles: ReactNode }) {
  return (
    <Card className="p-5">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 className="min-w-0 truncate text-lg">{title}</h2>
        {link}
      </div>
      {tiles}
    </Card>
  );
}

const TileSkeletons = () => {
  const t = useTranslate();
  return (
    <SkeletonGroup label={t("Loading posts")} className="grid grid-cols-3 gap-1" count={TILES}>
      <Skeleton className="aspect-square" />
    </SkeletonGroup>
  );
};
