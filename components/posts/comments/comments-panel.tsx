"use client";

import { useState } from "react";
import { CommentForm } from "@/components/posts/comments/comment-form";
import { CommentList } from "@/components/posts/comments/comment-list";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { lazyComponent } from "@/components/ui/lazy-component";
import type { Comment } from "@/lib/comments/schema";
import { useScrollOverflow } from "@/lib/dom/use-scroll-overflow";
import { useTranslate } from "@/lib/language/translate";
import type { Post } from "@/lib/posts/schema";

const CommentsDialog = lazyComponent(() =>
  import("@/components/posts/comments/comments-dialog").then((module) => module.CommentsDialog),
);

type Props = {
  post: Post;
  id: string;
  isTall?: boolean;
  /** The field for a new comment takes the focus whenever this grows. */
  focusRequests: number;
};

/**
 * The comments below a post, with the form below them. With `isTall` the list has no height limit,
 * and so needs no dialog to show all of it; from 1200px, next to the post's media, it scrolls. What
 * scrolls begins at its end (`flex-col-reverse`), and stays there or where it is read.
 */
export function CommentsPanel({ post, id, isTall = false, focusRequests }: Props) {
  const t = useTranslate();
  const [answered, setAnswered] = useState<Comment>();
  return (
    <section
      id={id}
      aria-label={t("Comments")}
      tabIndex={-1}
      className={cx(
        "flex flex-col gap-3 border-line border-t px-4 py-3 outline-none md:px-5",
        isTall && "rail:pt-0",
      )}
    >
      {isTall ? (
        <div className="rail:relative rail:-mx-5 rail:flex rail:min-h-0 rail:flex-1 rail:flex-col-reverse rail:overflow-y-auto rail:border-line rail:border-b rail:px-5 rail:py-3">
          {/* Few comments are at the top. */}
          <div className="rail:mb-auto">
            <CommentList post={post} onReply={setAnswered} isLinked />
          </div>
        </div>
      ) : (
        <ShortList post={post} onReply={setAnswered} />
      )}
      <CommentForm post={post} focusRequests={focusRequests} answered={answered} onAnswer={setAnswered} />
    </section>
  );
}

/** The list in a box that scrolls, with a way to all comments in a dialog. */
function ShortList({ post, onReply }: { post: Post; onReply: (answered: Comment) => void }) {
  const t = useTranslate();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const closeDialog = () => setIsDialogOpen(false);
  const { ref, hasMoreAbove } = useScrollOverflow<HTMLDivElement>();
  return (
    <>
      {post.commentsCount > 0 && (
        <Button variant="ghost" size="sm" className="self-center" onClick={() => setIsDialogOpen(true)}>
          {t("{count, plural, one {View # comment} other {View all # comments}}", {
            count: post.commentsCount,
          })}
        </Button>
      )}
      <div
        ref={ref}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards need to scroll it
        tabIndex={0}
        className={cx(
          // The padding leaves room for focus rings.
          "-m-1 flex max-h-64 flex-col-reverse overflow-y-auto overscroll-contain rounded-field p-1",
          hasMoreAbove && "[mask-image:linear-gradient(to_bottom,transparent,black_3rem)]",
        )}
      >
        <div>
          <CommentList post={post} onReply={onReply} />
        </div>
      </div>
      {isDialogOpen && <CommentsDialog post={post} onClose={closeDialog} onLoadError={closeDialog} />}
    </>
  );
}
