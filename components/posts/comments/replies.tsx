"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { CommentItem } from "@/components/posts/comments/comment-item";
import { Button } from "@/components/ui/button";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { commentItems, isPending, keyOf } from "@/lib/comments/client/cache";
import { repliesOptions } from "@/lib/comments/client/queries";
import type { Comment } from "@/lib/comments/schema";
import { useItemFocus } from "@/lib/dom/use-item-focus";
import { useTranslate } from "@/lib/language/translate";
import { formatCount } from "@/lib/text/counts";

/** What a comment offers, for the viewer. */
export type CommentChoices = {
  isMine: boolean | undefined;
  onEdit: (() => void) | undefined;
  onDelete: (() => void) | undefined;
  onReply: (() => void) | undefined;
};

type Props = {
  postId: string;
  thread: Comment;
  isOpen: boolean;
  onOpen: () => void;
  /** The reply that the page's address links to, or the thread's first comment. */
  linkedId?: string | undefined;
  choicesOf: (comment: Comment) => CommentChoices;
};

/** The replies of a thread, oldest first, behind a button that says how many there are. */
export function Replies({ isOpen, onOpen, ...list }: Props) {
  const t = useTranslate();
  const wasPressed = useRef(false);
  const { repliesCount } = list.thread;
  if (isOpen) return <ReplyList {...list} takesFocus={wasPressed} />;
  if (repliesCount === 0) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      className="touch:mt-3"
      aria-expanded={false}
      onClick={() => {
        wasPressed.current = true;
        onOpen();
      }}
    >
      {t("View {count, plural, one {{shown} reply} other {{shown} replies}}", {
        count: repliesCount,
        shown: formatCount(repliesCount),
      })}
    </Button>
  );
}

type ListProps = Omit<Props, "isOpen" | "onOpen"> & {
  /** The pressed button is gone: the first reply takes its focus. */
  takesFocus: { current: boolean };
};

function ReplyList({ postId, thread, linkedId, choicesOf, takesFocus }: ListProps): ReactNode {
  const t = useTranslate();
  const query = useInfiniteQuery(repliesOptions(postId, thread._id));
  const items = useItemFocus();
  const replies = commentItems.all(query.data);
  const firstId = replies[0]?._id;
  useEffect(() => {
    if (!firstId || !takesFocus.current) return;
    takesFocus.current = false;
    items.focus(firstId);
  }, [firstId, items, takesFocus]);
  const isLinkedHere = replies.some(({ _id }) => _id === linkedId);
  useEffect(() => {
    if (linkedId && isLinkedHere) items.focus(linkedId);
  }, [linkedId, isLinkedHere, items]);
  const last = replies.at(-1);
  const justWritten = last && isPending(last) ? last._id : undefined;
  useEffect(() => {
    // It may be out of view.
    if (justWritten) items.scrollTo(justWritten);
  }, [justWritten, items]);
  // The pressed button may be about to disappear, so the nearest of what it loads takes the focus.
  const loadEarlier = async () => {
    const { data } = await query.fetchPreviousPage();
    const earlier = commentItems.all(data);
    const next = earlier[earlier.findIndex(({ _id }) => _id === firstId) - 1];
    // What is being read stays where it is.
    if (next) items.focus(next._id, { preventScroll: true });
  };
  const loadMore = async () => {
    const { data } = await query.fetchNextPage();
    const next = commentItems.all(data)[replies.length];
    if (next) items.focus(next._id);
  };
  if (query.isPending) {
    return (
      <SkeletonGroup label={t("Loading replies")} className="mt-2 w-full">
        <Skeleton className="h-14 w-3/5 rounded-card" />
      </SkeletonGroup>
    );
  }
  if (query.isError && replies.length === 0) {
    return (
      <div className="flex flex-wrap items-center gap-2 text-ink2 text-label">
        {t("Replies couldn't be loaded.")}
        <Button variant="soft" size="sm" isPending={query.isFetching} onClick={() => query.refetch()}>
          {t("Try Again")}
        </Button>
      </div>
    );
  }
  return (
    <>
      {query.hasPreviousPage && (
        <Button
          variant="ghost"
          size="sm"
          className="touch:mt-3"
          isPending={query.isFetchingPreviousPage}
          onClick={() => void loadEarlier()}
        >
          {t("View earlier replies")}
        </Button>
      )}
      {replies.length > 0 && (
        <ul aria-label={t("Replies")} className="mt-2 flex w-full flex-col gap-2.5">
          {replies.map((reply) => (
            <CommentItem
              key={keyOf(reply)}
              ref={items.ref(reply._id)}
              postId={postId}
              comment={reply}
              isMarked={reply._id === linkedId}
              {...choicesOf(reply)}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          variant="ghost"
          size="sm"
          className="touch:mt-3"
          isPending={query.isFetchingNextPage}
          onClick={() => void loadMore()}
        >
          {t("View more replies")}
        </Button>
      )}
    </>
  );
}
