"use client";

import { Bookmark, Heart, MessageCircle } from "lucide-react";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { ACTION_WIDTH, ActionButton, commentsName } from "@/components/posts/post-card/action-button";
import { usePostFeedback } from "@/components/posts/post-card/post-feedback";
import { ShareButton, type ShareButtonHandle } from "@/components/posts/post-card/share-button";
import { cx } from "@/components/ui/cx";
import { DialogButton, lazyComponent } from "@/components/ui/lazy-component";
import { useTranslate } from "@/lib/language/translate";
import { useBookmarkPost, useLikePost } from "@/lib/posts/client/mutations";
import type { Post } from "@/lib/posts/schema";
import { formatCount } from "@/lib/text/counts";

export type PostActionsHandle = {
  /** Likes or unlikes the post; with `true`, never unlikes it. */
  like: (to?: true) => void;
  /** Bookmarks the post, or removes the bookmark. */
  bookmark: () => void;
  share: () => void;
};

const LikesDialog = lazyComponent(() =>
  import("@/components/posts/post-card/likes-dialog").then((module) => module.LikesDialog),
);

/** The number of likes. A press shows who they are from. */
function LikesCount({ post: { _id, likesCount, isLiked } }: { post: Post }) {
  const t = useTranslate();
  return (
    <DialogButton
      preload={LikesDialog.preload}
      dialog={(closing) => <LikesDialog postId={_id} {...closing} />}
      className={cx(
        "inline-flex min-h-11 min-w-11 items-center rounded-full px-1 font-medium text-label tabular-nums transition-colors hover:bg-sunken",
        isLiked ? "text-like" : "text-ink2",
      )}
    >
      <span aria-hidden>{formatCount(likesCount)}</span>
      <span className="sr-only">
        {t("{likesCount, plural, one {# like} other {# likes}}", { likesCount })}
      </span>
    </DialogButton>
  );
}

/** Like, comment and share, with their counts, and bookmark. */
export function PostActions({
  ref,
  post,
  areCommentsOpen,
  commentsId,
  onComment,
}: {
  ref?: Ref<PostActionsHandle>;
  post: Post;
  areCommentsOpen: boolean;
  commentsId: string;
  onComment: () => void;
}) {
  const t = useTranslate();
  const feedback = usePostFeedback();
  const toggleLike = useLikePost(post, feedback.onLikeError);
  const toggleBookmark = useBookmarkPost(post, feedback.onBookmarkError);
  const { isLiked, isBookmarked, likesCount, commentsCount } = post;
  // Only a press animates the heart, not each liked post that is rendered.
  const [pops, setPops] = useState(0);
  const handleLike = (to?: true) => {
    const liked = toggleLike(to);
    if (liked) setPops(pops + 1);
    return liked;
  };
  const handleBookmark = () => {
    const bookmarked = toggleBookmark();
    if (!bookmarked) feedback.onBookmarkRemoved?.(() => toggleBookmark(true));
    return bookmarked;
  };
  const shareButton = useRef<ShareButtonHandle>(null);
  const [announcement, setAnnouncement] = useState("");
  useImperativeHandle(ref, () => ({
    // Without the focus on the button, its new name is not read aloud.
    like: (to) => setAnnouncement(handleLike(to) ? t("Liked") : t("Like removed")),
    bookmark: () => setAnnouncement(handleBookmark() ? t("Bookmarked") : t("Bookmark removed")),
    share: () => shareButton.current?.open(),
  }));
  return (
    <div className="flex flex-wrap items-center px-4 py-1.5 md:px-5">
      {/* The icons are in line with the text above. */}
      <div className={cx("flex items-center", ACTION_WIDTH)}>
        <ActionButton
          name={isLiked ? t("Unlike") : t("Like")}
          icon={
            // A new key restarts the animation with each like.
            <Heart
              key={pops}
              className={cx(isLiked && "fill-current", isLiked && pops > 0 && "animate-heart-pop")}
            />
          }
          // The count is a button of its own, so this one extends to the left.
          className={cx("-ml-4 w-11 justify-end pr-1.5", isLiked && "text-like")}
          onClick={() => {
            handleLike();
            setAnnouncement("");
          }}
        />
        {likesCount > 0 ? <LikesCount post={post} /> : <span className="sr-only">{t("0 likes")}</span>}
      </div>
      <ActionButton
        icon={<MessageCircle />}
        {...commentsName(commentsCount, t)}
        aria-expanded={areCommentsOpen}
        aria-controls={areCommentsOpen ? commentsId : undefined}
        className={cx("-ml-2", ACTION_WIDTH, areCommentsOpen && "text-comment")}
        onClick={onComment}
      />
      <ShareButton ref={shareButton} post={post} onAnnounce={setAnnouncement} />
      <ActionButton
        name={isBookmarked ? t("Remove bookmark") : t("Bookmark")}
        icon={<Bookmark className={cx("mx-auto", isBookmarked && "fill-current")} />}
        className={cx("-mr-3 ml-auto w-11", isBookmarked && "text-brand!")}
        onClick={() => {
          handleBookmark();
          setAnnouncement("");
        }}
      />
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  );
}
