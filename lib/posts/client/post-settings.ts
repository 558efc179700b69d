import { useMutation } from "@tanstack/react-query";
import { api } from "@/lib/api/client/request";
import { patchPost, settlePost } from "@/lib/posts/client/cache";
import type { CommentAudience, Post } from "@/lib/posts/schema";
import { optimistic } from "@/lib/query/optimistic";

/** What people choose for one post. */

/** Chooses who may comment on an own post. */
export function useSetWhoCanComment(post: Post) {
  return useMutation(
    optimistic({
      mutationFn: (whoCanComment: CommentAudience) =>
        api.put("/posts/{postId}", { params: { postId: post._id }, body: { whoCanComment } }),
      apply: (client, whoCanComment) => {
        patchPost(client, post._id, (shown) => ({ ...shown, whoCanComment }));
        return () =>
          patchPost(client, post._id, (shown) => ({ ...shown, whoCanComment: post.whoCanComment }));
      },
      settle: (client, { post: { whoCanComment } }) => settlePost(client, post._id, { whoCanComment }),
    }),
  );
}

/** Switches notifications about a post off, or on again. */
export function useMutePost(post: Post) {
  return useMutation(
    optimistic({
      mutationFn: (muted: boolean) =>
        api.post("/posts/{postId}/mute", { params: { postId: post._id }, body: { muted } }),
      apply: (client, isMuted) => {
        patchPost(client, post._id, (shown) => ({ ...shown, isMuted }));
        return () => patchPost(client, post._id, (shown) => ({ ...shown, isMuted: !isMuted }));
      },
      settle: (client, answer) => settlePost(client, post._id, answer),
    }),
  );
}
