"use client";

import { Maximize2 } from "lucide-react";
import { useState } from "react";
import { CommentForm } from "@/components/posts/comments/comment-form";
import { CommentList } from "@/components/posts/comments/comment-list";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { Post } from "@/lib/posts/schema";

const CommentsDialog = lazyComponent(() =>
  import("@/components/posts/comments/comments-dialog").then((module) => module.CommentsDialog),
);

/**
 * The comments below a post. With `isTall` the list has no height limit, and so needs no dialog to
 * show all of it.
 */
export function CommentsPanel({ post, id, isTall = false }: { post: Post; id: string; isTall?: boolean }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const closeDialog = () => setIsDialogOpen(false);
  const list = <CommentList postId={post._id} postAuthorId={post.userId._id} />;
  return (
    <section
      id={id}
      aria-label="Comments"
      className="flex flex-col gap-3 border-line border-t px-4 py-3 md:px-5"
    >
      <CommentForm postId={post._id} />
      {isTall ? (
        list
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards need to scroll it
        <div tabIndex={0} className="max-h-64 overflow-y-auto overscroll-contain rounded-field">
          {list}
        </div>
      )}
      {!isTall && post.commentsCount > 0 && (
        <Button variant="ghost" size="sm" className="self-center" onClick={() => setIsDialogOpen(true)}>
          <Maximize2 aria-hidden />
          Open all comments
        </Button>
      )}
      {isDialogOpen && <CommentsDialog post={post} onClose={closeDialog} onLoadError={closeDialog} />}
    </section>
  );
}
