"use client";

import { Heart } from "lucide-react";
import { cx } from "@/components/ui/cx";
import { DialogButton, lazyComponent } from "@/components/ui/lazy-component";
import { toast } from "@/components/ui/toast";
import { failureMessage } from "@/lib/api/client/api-client-error";
import { useLikeComment } from "@/lib/comments/client/like";
import type { Comment } from "@/lib/comments/schema";
import { useTranslate } from "@/lib/language/translate";
import { formatCount } from "@/lib/text/counts";

const LikesDialog = lazyComponent(() =>
  import("@/components/posts/post-card/likes-dialog").then((module) => module.LikesDialog),
);

const ACTION =
  "touch-target inline-flex min-h-7 min-w-11 items-center justify-center gap-1 rounded-full px-2 hover:bg-sunken";

type Props = {
  postId: string;
  comment: Comment;
  /** Missing where the viewer may not comment. */
  onReply?: (() => void) | undefined;
};

/** Below a comment: like it, who likes it, reply. */
export function CommentActions({ postId, comment, onReply }: Props) {
  const t = useTranslate();
  const toggle = useLikeComment(postId, comment, (error) =>
    toast.error(failureMessage(error, t("That like couldn't be saved. Please try again."))),
  );
  const { _id, isLiked, likesCount } = comment;
  return (
    <div className="flex flex-wrap items-center gap-x-1 pl-1 text-ink2 text-sm">
      <button
        type="button"
        aria-label={isLiked ? t("Unlike comment") : t("Like comment")}
        className={cx(ACTION, isLiked && "text-like")}
        onClick={() => toggle()}
      >
        <Heart aria-hidden className={cx("size-4", isLiked && "fill-current")} />
      </button>
      {likesCount > 0 && (
        <DialogButton
          className={cx(ACTION, "tabular-nums")}
          preload={LikesDialog.preload}
          dialog={(closing) => <LikesDialog postId={postId} commentId={_id} {...closing} />}
        >
          {t("{count, plural, one {{shown} like} other {{shown} likes}}", {
            count: likesCount,
            shown: formatCount(likesCount),
          })}
        </DialogButton>
      )}
      {onReply && (
        <button
          type="button"
          // components/posts/post-list/post-shortcuts.tsx has the same key.
          aria-keyshortcuts="r"
          className={cx(ACTION, "font-medium")}
          onClick={onReply}
        >
          {t("Reply")}
        </button>
      )}
    </div>
  );
}
