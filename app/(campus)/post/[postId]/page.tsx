import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { PostDetail } from "@/components/posts/post-detail";
import { PostsBelow } from "@/components/profiles/posts-below";
import { HydrateOnce } from "@/components/shell/hydrate-once";
import { commentsOptions } from "@/lib/comments/client/queries";
import { COMMENTS_PAGE } from "@/lib/comments/policy";
import { listComments } from "@/lib/comments/server/read";
import { getText } from "@/lib/language/server";
import { ApiError } from "@/lib/platform/errors";
import { postsKeys } from "@/lib/posts/client/cache";
import { postTitle } from "@/lib/posts/policy";
import { type Post, postParams } from "@/lib/posts/schema";
import { getPost } from "@/lib/posts/server/read";
import { firstPage, prefetch, seed } from "@/lib/query/server/prefetch";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

type Props = { params: Promise<{ postId: string }> };

/** Link previews, which are not signed in, learn nothing about the post. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getText();
  const post = await findPost((await params).postId);
  return { title: post ? postTitle(post, t) : t("Post"), robots: { index: false } };
}

export default async function PostPage({ params }: Props) {
  const viewer = await pageViewer();
  if (!viewer) return null;
  const post = await findPost((await params).postId);
  if (!post) notFound();
  const state = await prefetch(
    seed(postsKeys.detail(post._id), post),
    firstPage(commentsOptions(post._id), () =>
      listComments(viewer, post._id, { page: 1, limit: COMMENTS_PAGE }),
    ),
  );
  return (
    <HydrateOnce state={state}>
      <PostDetail postId={post._id} />
      <PostsBelow postId={post._id} />
    </HydrateOnce>
  );
}

/** The post in the path, for a member; read once for both title and page. */
const findPost = cache(async (postId: string): Promise<Post | undefined> => {
  const viewer = await pageViewer();
  const { data } = postParams.safeParse({ postId });
  if (!viewer || !data) return undefined;
  try {
    return await getPost(viewer, data.postId);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return undefined;
    throw error;
  }
});
