"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState, useSyncExternalStore } from "react";
import { CommentItem } from "@/components/posts/comments/comment-item";
import { type CommentChoices, Replies } from "@/components/posts/comments/replies";
import { Button } from "@/components/ui/button";
import { lazyComponent } from "@/components/ui/lazy-component";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { commentItems, isPending } from "@/lib/comments/client/cache";
import { useDeleteComment } from "@/lib/comments/client/mutations";
import { commentsOptions } from "@/lib/comments/client/queries";
import { canDeleteComment } from "@/lib/comments/policy";
import type { Comment } from "@/lib/comments/schema";
import { announce } from "@/lib/dom/announce";
import { useItemFocus } from "@/lib/dom/use-item-focus";
import { useText } from "@/lib/language/text";
import { linkedCommentAuthor } from "@/lib/paths";
import type { Post } from "@/lib/posts/schema";
import { useMe } from "@/lib/profiles/client/queries";

const ConfirmDialog = lazyComponent(() =>
  import("@/components/ui/confirm-dialog").then((module) => module.ConfirmDialog),
);
const EditCommentDialog = lazyComponent(() =>
  import("@/components/posts/comments/edit-comment-dialog").then((module) => module.EditCommentDialog),
);

/** The most pages to search for the comment that a link leads to. */
const SEARCHED_PAGES_MAX = 5;

const useComments = (postId: string) => useInfiniteQuery(commentsOptions(postId));
type CommentsQuery = ReturnType<typeof useComments>;

type Props = {
  post: Pick<Post, "_id" | "userId" | "canComment">;
  /** Called with the comment that the viewer wants to answer. */
  onReply: (answered: Comment) => void;
  order?: "newest first" | "oldest first";
  /** Brings the comment into view that the page's address leads to (`commentPath` in lib/paths). */
  isLinked?: boolean;
};

/** A post's comments with their replies, twenty at a time from the newest on. */
export function CommentList({ post, onReply, order = "newest first", isLinked = false }: Props) {
  const t = useText();
  const me = useMe();
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
  const newestFirst = commentItems.all(query.data);
  const isReversed = order === "oldest first";
  const comments = isReversed ? [...newestFirst].reverse() : newestFirst;
  const items = useItemFocus();
  const newest = newestFirst[0];
  const scrolls = isReversed || isLinked;
  const justWritten = scrolls && newest && isPending(newest) ? newest._id : undefined;
  useEffect(() => {
    // It may be out of view.
    if (justWritten) items.scrollTo(justWritten);
  }, [justWritten, items]);
  useLinkedComment(isLinked, query, items.focus);

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
  // The pressed button may be about to disappear, so what it loads takes the focus.
  const loadMore = async () => {
    const { data } = await query.fetchNextPage();
    const added = commentItems.all(data).slice(newestFirst.length);
    const next = isReversed ? added.at(-1) : added[0];
    if (next) items.focus(next._id);
  };

  if (query.isPending) return <CommentSkeletons />;
  if (comments.length === 0) return <NoComments query={query} />;
  const more = query.hasNextPage && (
    <Button
      variant="ghost"
      size="sm"
      wide
      className={isReversed ? "mb-2" : "mt-2"}
      isPending={query.isFetchingNextPage}
      onClick={() => void loadMore()}
    >
      {isReversed ? t("View earlier comments") : t("View more comments")}
    </Button>
  );
  return (
    <>
      {isReversed && more}
      <ul className="flex flex-col gap-2.5">
        {comments.map((comment) => (
          <CommentItem
            key={comment._id}
            ref={items.ref(comment._id)}
            postId={post._id}
            comment={comment}
            {...choicesOf(comment)}
          >
            <Replies
              postId={post._id}
              thread={comment}
              isOpen={openThreads.includes(comment._id)}
              onOpen={() => openThread(comment._id)}
              choicesOf={choicesOf}
            />
          </CommentItem>
        ))}
      </ul>
      {!isReversed && more}
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

const subscribeToHash = (listener: () => void) => {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
};

/** The author of the comment that the page's address leads to. */
function useLinkedAuthor(isLinked: boolean): string | undefined {
  return useSyncExternalStore(
    subscribeToHash,
    () => (isLinked ? linkedCommentAuthor(window.location.hash) : undefined),
    () => undefined,
  );
}

/** Focuses the comment that the page's address leads to, and loads pages until it is there. */
function useLinkedComment(isLinked: boolean, query: CommentsQuery, focus: (id: string) => void): void {
  const authorId = useLinkedAuthor(isLinked);
  const comment = commentItems.all(query.data).find(({ userId }) => userId?._id === authorId);
  const linkedId = authorId && comment?._id;
  useEffect(() => {
    if (linkedId) focus(linkedId);
  }, [linkedId, focus]);
  const { fetchNextPage, isFetching, isFetchNextPageError, hasNextPage } = query;
  const pageCount = query.data?.pages.length ?? 0;
  const isSearching =
    authorId !== undefined &&
    linkedId === undefined &&
    hasNextPage &&
    !isFetchNextPageError &&
    pageCount < SEARCHED_PAGES_MAX;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a fast answer may not render as fetching
  useEffect(() => {
    if (isSearching && !isFetching) void fetchNextPage();
  }, [isSearching, isFetching, fetchNextPage, pageCount]);
}

/** Shown without comments. A failed load looks like an empty list, with a button to retry. */
function NoComments({ query: { isError, isFetching, refetch } }: { query: CommentsQuery }) {
  const t = useText();
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

function CommentSkeletons() {
  const t = useText();
  return (
    <SkeletonGroup label={t("Loading comments")} className="flex flex-col gap-2.5">
      {["w-3/5", "w-4/5", "w-2/5"].map((width) => (
        <div key={width} className="flex items-start gap-2.5">
          <Skeleton className="size-8 shrink-0 rounded-full" />
          <Skeleton className={`h-14 rounded-card ${width}`} />
        </div>
      ))}
    </SkeletonGroup>
  );
}
