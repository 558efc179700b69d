"use client";

import { useRouter } from "next/navigation";
import {
  type CSSProperties,
  type MouseEvent,
  memo,
  type Ref,
  useCallback,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { Caption } from "@/components/posts/post-card/caption";
import { frameRatio } from "@/components/posts/post-card/media-frame";
import { PostActions, type PostActionsHandle } from "@/components/posts/post-card/post-actions";
import { PostHeader } from "@/components/posts/post-card/post-header";
import { PostMedia } from "@/components/posts/post-card/post-media";
import { cx } from "@/components/ui/cx";
import { lazyComponent } from "@/components/ui/lazy-component";
import { useDoubleTap } from "@/lib/dom/use-double-tap";
import { holdTyping } from "@/lib/dom/use-shortcuts";
import type { Post } from "@/lib/posts/schema";
import { useCelebratesPost } from "@/lib/profiles/client/moments";

// Optional: the post is complete without it.
const FirstPostNote = lazyComponent(
  () => import("@/components/posts/post-card/first-post-note").then((module) => module.FirstPostNote),
  { optional: true },
);

const CardWords = lazyComponent(() =>
  import("@/components/posts/post-card/card-words").then((module) => module.CardWords),
);

const CommentsPanel = lazyComponent(() =>
  import("@/components/posts/comments/comments-panel").then((module) => module.CommentsPanel),
);

const WithheldNote = lazyComponent(() =>
  import("@/components/posts/post-card/withheld-note").then((module) => module.WithheldNote),
);

/** What a list does with one of its cards. */
export type PostCardHandle = {
  postId: string;
  element: () => HTMLElement | null;
  /** Likes or unlikes the post. */
  like: () => void;
  /** Bookmarks the post, or removes the bookmark. */
  bookmark: () => void;
  /** Opens the comments and focuses the field for a new one. */
  comment: () => void;
  closeComments: () => void;
  share: () => void;
  /** Opens the post's own page. */
  open: () => void;
};

type Props = {
  ref?: Ref<PostCardHandle>;
  post: Post;
  /** The position in the feed, from 1, and the number of posts (-1 while unknown). */
  position?: number;
  setSize?: number;
  /**
   * Outside a list, the caption is whole and the comments are open without a height limit. From
   * 1200px the media is next to them; what is around says how high that may be (`SPLIT`).
   */
  isStandalone?: boolean;
  onOpenMedia: (post: Post, index: number) => void;
  /** Called when the author deletes the post. In a list, the next post takes its place. */
  onDeleted?: () => void;
};

/**
 * Media at the left; at the right the words, the actions, the comments, which scroll, and the field
 * for a new one. As high as the media at that width, within `--split-min` and `--split-max`.
 */
const SPLIT =
  "rail:grid rail:h-[clamp(min(var(--split-min),var(--split-max)),37rem/var(--shape),var(--split-max))] rail:grid-cols-[minmax(0,1fr)_22.5rem] rail:grid-rows-[auto_auto_auto_minmax(0,1fr)] rail:*:col-start-2 rail:[&>:last-child]:row-start-4";
const SPLIT_MEDIA =
  "rail:@container-size rail:col-start-1! rail:row-span-full rail:row-start-1 rail:grid rail:place-items-center rail:overflow-hidden rail:border-line rail:border-r rail:bg-sunken rail:p-0 rail:*:max-w-[min(var(--max-width,100%),100cqh*var(--ratio,0.8))]! rail:*:rounded-none";

/** How many posts load their picture eagerly; the others load lazily. */
const EAGER_POSTS = 1;

/** A press on text, not on a link or button in it, and not the end of a selection. */
const isPressOnText = ({ target }: MouseEvent) =>
  target instanceof Element && !target.closest("a, button") && window.getSelection()?.isCollapsed !== false;

/** A post with its actions. Memoized, so that it renders again only when it changes. */
export const PostCard = memo(function PostCard({
  ref,
  post,
  position,
  setSize,
  isStandalone = false,
  onOpenMedia,
  onDeleted,
}: Props) {
  const router = useRouter();
  const nameId = useId();
  const timeId = useId();
  const commentsId = useId();
  const article = useRef<HTMLElement>(null);
  const actions = useRef<PostActionsHandle>(null);
  const [areCommentsOpen, setAreCommentsOpen] = useState(isStandalone);
  /** How often someone has asked to write a comment since the comments were opened. */
  const [focusRequests, setFocusRequests] = useState(0);
  const isWithheld = post.withheld !== undefined;
  // No file of a withheld post is delivered, and its words are alone.
  const background = isWithheld ? undefined : post.background;
  const isSplit = isStandalone && !isWithheld;
  const startComment = useCallback(() => {
    if (isWithheld) return;
    holdTyping();
    setAreCommentsOpen(true);
    setFocusRequests((count) => count + 1);
  }, [isWithheld]);
  const celebrates = useCelebratesPost(post);
  const closeComments = useCallback(() => {
    setAreCommentsOpen(false);
    setFocusRequests(0);
  }, []);
  const open = useCallback(() => {
    if (!isStandalone) router.push(`/post/${post._id}`);
  }, [router, isStandalone, post._id]);
  // As a picture's, a double tap on a card likes it.
  const taps = useDoubleTap(open, () => actions.current?.like(true));
  useImperativeHandle(
    ref,
    () => ({
      postId: post._id,
      element: () => article.current,
      like: () => actions.current?.like(),
      bookmark: () => actions.current?.bookmark(),
      share: () => actions.current?.share(),
      open,
      comment: startComment,
      closeComments: () => {
        if (!areCommentsOpen || isStandalone) return;
        article.current?.focus({ preventScroll: true });
        closeComments();
      },
    }),
    [post._id, open, areCommentsOpen, isStandalone, startComment, closeComments],
  );
  return (
    <article
      ref={article}
      aria-labelledby={`${nameId} ${timeId}`}
      aria-posinset={position}
      aria-setsize={setSize}
      tabIndex={-1}
      // The scroll margin places a post that the keyboard focuses below the page's head, or below
      // what else its list has on top.
      className={cx(
        "card-bleed contain-content scroll-mt-(--list-top,4rem) md:scroll-mt-(--list-top,1.5rem)",
        isSplit && SPLIT,
      )}
      style={isSplit ? ({ "--shape": frameRatio(post) } as CSSProperties) : undefined}
      // Preloads the comments before the first press on Comment.
      onPointerEnter={CommentsPanel.preload}
      onFocus={CommentsPanel.preload}
    >
      <PostHeader post={post} nameId={nameId} timeId={timeId} onDeleted={onDeleted} />
      {post.withheld && <WithheldNote post={post} onDeleted={onDeleted} />}
      {post.caption !== "" && (
        // For pointers alone: keyboards and screen readers have the link around the time.
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: see above
        <div
          className={cx(
            background ? "pt-3 md:px-5" : "px-4 pt-3 md:px-5",
            background && isSplit && `${SPLIT_MEDIA} rail:*:*:rounded-none`,
            !isStandalone && "cursor-pointer",
          )}
          onPointerDown={taps.onPointerDown}
          onClick={(event) => isPressOnText(event) && (background ? taps.onClick(event) : open())}
        >
          {background ? (
            // On wide screens as narrow as leaves room for the actions, as MediaFrame is.
            <div className="mx-auto w-full md:max-w-[calc(min(688px,72dvh)*0.8)]">
              <CardWords
                fallback={<div className="aspect-4/5 bg-sunken md:rounded-media" />}
                text={post.caption}
                mentions={post.mentions}
                background={background}
                pictureId={post._id}
              />
            </div>
          ) : (
            <Caption text={post.caption} mentions={post.mentions} whole={isStandalone} />
          )}
        </div>
      )}
      {post.withheld ? (
        // Its files are delivered to no one.
        <div className="pb-4 md:pb-5" />
      ) : background ? null : (
        <div className={cx("pt-3 md:px-5", isSplit && SPLIT_MEDIA)}>
          <PostMedia
            post={post}
            eager={(position ?? 1) <= EAGER_POSTS}
            onOpen={(index) => onOpenMedia(post, index)}
            onLike={() => actions.current?.like(true)}
          />
        </div>
      )}
      {!post.withheld && (
        <PostActions
          ref={actions}
          post={post}
          commentsId={commentsId}
          areCommentsOpen={areCommentsOpen}
          onComment={areCommentsOpen && !isStandalone ? closeComments : startComment}
        />
      )}
      {celebrates && <FirstPostNote />}
      {areCommentsOpen && !post.withheld && (
        <CommentsPanel
          fallback={<div id={commentsId} className="min-h-24" />}
          post={post}
          id={commentsId}
          isTall={isStandalone}
          focusRequests={focusRequests}
        />
      )}
    </article>
  );
});
