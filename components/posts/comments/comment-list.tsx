"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { CommentItem } from "@/components/posts/comments/comment-item";
import { NewComments } from "@/components/posts/comments/new-comments";
import { type CommentChoices, Replies } from "@/components/posts/comments/replies";
import { useLinkedComment } from "@/components/posts/comments/use-linked-comment";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { inReadingOrder, isPending, keyOf } from "@/lib/comments/client/cache";
import { useDeleteComment } from "@/lib/comments/client/mutations";
import { commentsKeys, commentsOptions } from "@/lib/comments/client/queries";
import { canDeleteComment } from "@/lib/comments/policy";
import type { Comment } from "@/lib/comments/schema";
import { announce } from "@/lib/dom/announce";
import { useItemFocus } from "@/lib/dom/use-item-focus";
import { useTranslate } from "@/lib/language/translate";
import type { Post } from "@/lib/posts/schema";
import { useMe } from "@/lib/profiles/client/queries";

const ConfirmDialog = lazyComponent(() =>
  import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
);
const EditCommentDialog = lazyComponent(() =>
  import("@/components/posts/comments/edit-comment-dialog").then((module) => module.EditCommentDialog),
);

const useComments = (postId: string) => useInfiniteQuery(commentsOptions(postId));
type CommentsQuery = ReturnType<typeof useComments>;

type Props = {
  post: Pick<Post, "_id" | "userId" | "canComment" | "commentsCount">;
  /** Called with the comment that the viewer wants to answer. */
  onReply: (answered: Comment) => void;
  /** Brings the comment into view that the page's address links to (`commentPath` in lib/paths). */
  isLinked?: boolean;
};

/**
 * A post's comments with their replies, as they were written, the newest at the end. Twenty of them
 * load at first: the newest, or the ones around the comment that the address links to.
 */
export function CommentList({ post, onReply, isLinked = false }: Props) {
  const t = useTranslate();
  const me = useMe();
  const client = useQueryClient();
  const query = useComments(post._id);
  const deletion = useDeleteComment(post._id);
  const [commentToDelete, setCommentToDelete] = useState<Comment>();
  const [commentToEdit, setCommentToEdit] = useState<Comment>();
  const closeDialog = () => {
    setCommentToDelete(undefined);
    setCommentToEdit(undefined);
  };
  /** The ids of threads whose replies are shown. */
  const [openThreads, setOpenThreads] = useState<readonly string[]>([]);
  const openThread = (id: string) => setOpenThreads((open) => (open.includes(id) ? open : [...open, id]));
  const comments = inReadingOrder(query.data);
  const items = useItemFocus();
  const newest = comments.at(-1);
  const justWritten = newest && isPending(newest) ? newest._id : undefined;
  useEffect(() => {
    // It may be out of view.
    if (justWritten) items.scrollTo(justWritten);
  }, [justWritten, items]);
  const linked = useLinkedComment(post._id, query.data && comments, isLinked);
  const linkedThread = linked?.id === linked?.threadId ? linked?.threadId : undefined;
  useEffect(() => {
    if (linkedThread) items.focus(linkedThread);
  }, [linkedThread, items]);

  const mayDelete = (comment: Comment) =>
    me !== undefined &&
    comment.userId !== null &&
    canDeleteComment({ id: me._id }, { authorId: comment.userId._id, postAuthorId: post.userId._id });
  const choicesOf = (comment: Comment): CommentChoices => {
    const isMine = me && comment.userId?._id === me._id;
    const reply = () => {
      openThread(comment.replyTo ?? comment._id);
      onReply(comment);
    };
    return {
      isMine,
      onEdit: isMine && !comment.withheld ? () => setCommentToEdit(comment) : undefined,
      onDelete: mayDelete(comment) ? () => setCommentToDelete(comment) : undefined,
      onReply: me && !me.suspension && post.canComment ? reply : undefined,
    };
  };
  const remove = (comment: Comment) => {
    announce(t("Comment deleted."));
    deletion.mutateAsync(comment).catch((error: unknown) => {
      toast.error(failureMessage(error, t("That comment couldn't be deleted. Please try again.")));
    });
  };
  // The pressed button may be about to disappear, so the nearest of what it loads takes the focus.
  const loadEarlier = async () => {
    const { data } = await query.fetchNextPage();
    const earlier = inReadingOrder(data);
    const next = earlier[earlier.findIndex(({ _id }) => _id === comments[0]?._id) - 1];
    // What is being read stays where it is.
    if (next) items.focus(next._id, { preventScroll: true });
  };
  const loadNewer = async () => {
    const { data } = await query.fetchPreviousPage();
    const next = inReadingOrder(data).find(({ _id }) => !comments.some((shown) => shown._id === _id));
    if (next) items.focus(next._id, { preventScroll: true });
  };

  const known = query.data?.pages[0]?.commentsCount ?? post.commentsCount;
  const newCount = post.commentsCount - known;
  const loadNew = async () => {
    // Replies count, too.
    await client.invalidateQueries({ queryKey: commentsKeys.of(post._id) });
    const data = client.getQueryData(commentsOptions(post._id).queryKey);
    const next = inReadingOrder(data).find(({ _id }) => !comments.some((shown) => shown._id === _id));
    if (next) items.focus(next._id);
  };

  if (query.isPending) return <CommentSkeletons count={post.commentsCount} />;
  const news = (
    <NewComments
      count={newCount}
      isPending={query.isRefetching}
      isError={query.isRefetchError}
      onLoad={() => void loadNew()}
    />
  );
  if (comments.length === 0) {
    return (
      <>
        <NoComments query={query} />
        {news}
      </>
    );
  }
  return (
    <>
      {query.hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          wide
          className="mb-2"
          isPending={query.isFetchingNextPage}
          onClick={() => void loadEarlier()}
        >
          {t("View earlier comments")}
        </Button>
      )}
      <ul className="flex flex-col gap-2.5">
        {comments.map((comment) => (
          <CommentItem
            key={keyOf(comment)}
            ref={items.ref(comment._id)}
            postId={post._id}
            comment={comment}
            isMarked={comment._id === linked?.id}
            {...choicesOf(comment)}
          >
            <Replies
              postId={post._id}
              thread={comment}
              isOpen={
                openThreads.includes(comment._id) || (!linkedThread && linked?.threadId === comment._id)
              }
              linkedId={linked?.threadId === comment._id ? linked.id : undefined}
              onOpen={() => openThread(comment._id)}
              choicesOf={choicesOf}
            />
          </CommentItem>
        ))}
      </ul>
      {query.hasPreviousPage && (
        <Button
          variant="ghost"
          size="sm"
          wide
          className="mt-3"
          isPending={query.isFetchingPreviousPage}
          onClick={() => void loadNewer()}
        >
          {t("View newer comments")}
        </Button>
      )}
      {news}
      {commentToEdit && (
        <EditCommentDialog
          postId={post._id}
          comment={commentToEdit}
          onClose={closeDialog}
          onLoadError={closeDialog}
        />
      )}
      {commentToDelete && (
        <ConfirmDialog
          open
          onOpenChange={closeDialog}
          onLoadError={closeDialog}
          title={t("Delete this comment?")}
          confirmLabel={t("Delete")}
          danger
          onConfirm={() => remove(commentToDelete)}
        />
      )}
    </>
  );
}

/** Shown without comments. A failed load looks like an empty list, with a button to retry. */
function NoComments({ query: { isError, isFetching, refetch } }: { query: CommentsQuery }) {
  const t = useTranslate();
  return (
    <div className="flex flex-wrap items-center justify-center gap-2 py-3 text-center text-ink2 text-label">
      {isError ? t("Comments couldn't be loaded.") : t("No comments yet. Be the first to comment.")}
      {isError && (
        <Button variant="soft" size="sm" isPending={isFetching} onClick={() => refetch()}>
          {t("Try Again")}
        </Button>
      )}
    </div>
  );
}

const SKELETON_WIDTHS = ["w-3/5", "w-4/5", "w-2/5", "w-1/2"];

/** As many as are expected, at most as fit into the panel: the field below should not move. */
function CommentSkeletons({ count }: { count: number }) {
  const t = useTranslate();
  return (
    <SkeletonGroup label={t("Loading comments")} className="flex flex-col gap-2.5">
      {SKELETON_WIDTHS.slice(0, Math.max(1, count)).map((width) => (
        <div key={width} className="flex items-start gap-2.5">
          <Skeleton className="size-8 shrink-0 rounded-full" />
          <Skeleton className={`h-14 rounded-card ${width}`} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
