import "server-only";
import { openPosts } from "@/lib/audience/server/posts";
import { afterCommit, transaction } from "@/lib/platform/db";
import { publishPost } from "@/lib/platform/realtime";
import { postNotFound } from "@/lib/posts/server/read";
import type { Viewer } from "@/lib/sessions/server/access";

/** Counts a share, and that the viewer is among those who share this post. Throws `not_found`. */
export async function sharePost(viewer: Viewer, postId: string): Promise<number> {
  return transaction(async (tx) => {
    const [post] = await tx.post.updateManyAndReturn({
      where: { id: postId, ...openPosts(viewer.id).where },
      data: { sharesCount: { increment: 1 } },
      select: { sharesCount: true },
    });
    if (!post) throw postNotFound();
    await tx.share.createMany({ data: { postId, userId: viewer.id }, skipDuplicates: true });
    afterCommit(tx, () => publishPost(postId));
    return post.sharesCount;
  });
}
