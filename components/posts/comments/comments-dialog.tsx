"use client";

import { CommentForm } from "@/components/posts/comments/comment-form";
import { CommentList } from "@/components/posts/comments/comment-list";
import { Dialog } from "@/components/ui/dialog";
import type { Post } from "@/lib/posts/schema";

/** All comments of a post in a dialog, with the form fixed below them. */
export function CommentsDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Comments"
      footer={<CommentForm postId={post._id} />}
    >
      <CommentList postId={post._id} postAuthorId={post.userId._id} />
    </Dialog>
  );
}
