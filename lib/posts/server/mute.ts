import "server-only";
import { transaction } from "@/lib/platform/db";
import type { PostMuteAnswer } from "@/lib/posts/schema";
import { lockShownPost } from "@/lib/posts/server/lock";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Switches notifications about a post off for the viewer, or on again, for what comes from then
 * on. Throws `not_found`.
 */
export async function setPostMute(viewer: Viewer, postId: string, muted: boolean): Promise<PostMuteAnswer> {
  return transaction(async (tx) => {
    await lockShownPost(tx, viewer, postId);
    const mute = { userId: viewer.id, postId };
    if (muted) await tx.postMute.createMany({ data: mute, skipDuplicates: true });
    else await tx.postMute.deleteMany({ where: mute });
    return { isMuted: muted };
  });
}
