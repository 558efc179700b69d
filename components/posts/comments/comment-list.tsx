"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { CommentItem } from "@/components/posts/comments/comment-item";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { commentItems } from "@/lib/comments/client/cache";
import { useDeleteComment } from "@/lib/comments/client/mutations";
import { commentsOptions } from "@/lib/comments/client/queries";
import { canDeleteComment } from "@/lib/comments/policy";
import type { Comment } from "@/lib/comments/schema";
import { useMe } from "@/lib/profiles/client/queries";

const ConfirmDialog = lazyComponent(() =>
  import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
);

type Props = { postId: string; postAuthorId: string };

/** A post's comments, newest first, twenty at a time. */
export function CommentList({ postId, postAuthorId }: Props) {
  const me = useMe();
  const query = useInfiniteQuery(commentsOptions(postId));
  const deletion = useDeleteComment(postId);
  const [commentToDelete, setCommentToDelete] = useState<Comment>();
  const closeDialog = () => setCommentToDelete(undefined);
  const comments = commentItems.all(query.data);

  const mayDelete = (comment: Comment) =>
    me !== undefined && canDeleteComment({ id: me._id }, { authorId: comment.userId._id, postAuthorId });
  const remove = (comment: Comment) => {
    deletion.mutateAsync(comment).catch(() => {
      toast.error("That comment couldn't be deleted. Please try again.");
    });
  };

  if (query.isPending) return <CommentSkeletons />;
  if (comments.length === 0) {
    // A failed load looks like an empty list, with a button to retry.
    return (
      <div className="flex flex-wrap items-center justify-center gap-2 py-3 text-center text-ink2 text-label">
        {query.isError ? "Comments couldn't be loaded." : "No comments yet. Be the first to comment."}
        {query.isError && (
          <Button variant="soft" size="sm" isPending={query.isFetching} onClick={() => query.refetch()}>
            Try Again
          </Button>
        )}
      </div>
    );
  }
  return (
    <>
      <ul className="flex flex-col gap-2.5">
        {comments.map((comment) => (
          <CommentItem
            key={comment._id}
            comment={comment}
            onDelete={mayDelete(comment) ? () => setCommentToDelete(comment) : undefined}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          wide
          className="mt-2"
          isPending={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          View more comments
        </Button>
      )}
      {commentToDelete && (
        <ConfirmDialog
          open
          onOpenChange={closeDialog}
          onLoadError={closeDialog}
          title="Delete this comment?"
          confirmLabel="Delete"
          danger
          onConfirm={() => remove(commentToDelete)}
        />
      )}
    </>
  );
}

function CommentSkeletons() {
  return (
    <SkeletonGroup label="Loading comments" className="flex flex-col gap-2.5">
      {["w-3/5", "w-4/5", "w-2/5"].map((width) => (
        <div key={width} className="flex items-start gap-2.5">
          <Skeleton className="size-8 shrink-0 rounded-full" />
          <Skeleton className={`h-14 rounded-card ${width}`} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
