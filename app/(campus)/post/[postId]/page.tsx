import { HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PostDetail } from "@/components/posts/post-detail";
import { commentsOptions } from "@/lib/comments/client/queries";
import { COMMENTS_PAGE } from "@/lib/comments/policy";
import { listComments } from "@/lib/comments/server/comments";
import { ApiError } from "@/lib/platform/errors";
import { postsKeys } from "@/lib/posts/client/cache";
import { type Post, postParams } from "@/lib/posts/schema";
import { getPost } from "@/lib/posts/server/read";
import { firstPage, prefetch, seed } from "@/lib/query/server/prefetch";
import type { Viewer } from "@/lib/sessions/server/access";
import { pageViewer } from "@/lib/sessions/server/page-viewer";

/** Says nothing about the post, because link previews read it without being signed in. */
export const metadata: Metadata = { title: "Post", robots: { index: false } };

type Props = { params: Promise<{ postId: string }> };

export default async function PostPage({ params }: Props) {
  const { data } = postParams.safeParse(await params);
  if (!data) notFound();
  const viewer = await pageViewer();
  if (!viewer) return null;
  const post = await findPost(viewer, data.postId);
  if (!post) notFound();
  const state = await prefetch(
    seed(postsKeys.detail(post._id), post),
    firstPage(commentsOptions(post._id), () =>
      listComments(viewer, post._id, { page: 1, limit: COMMENTS_PAGE }),
    ),
  );
  return (
    <HydrationBoundary state={state}>
      <PostDetail postId={post._id} />
    </HydrationBoundary>
  );
}

async function findPost(viewer: Viewer, postId: string): Promise<Post | undefined> {
  try {
    return await getPost(viewer, postId);
  } catch (error) {
    if (error instanceof ApiError && error.code === "not_found") return undefined;
    throw error;
  }
}
