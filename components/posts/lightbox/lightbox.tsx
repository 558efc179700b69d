"use client";

import * as Dialog from "@radix-ui/react-dialog";
import { ChevronLeft, ChevronRight, Heart, X } from "lucide-react";
import Link from "next/link";
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from "react";
import { LightboxPicture } from "@/components/posts/lightbox/lightbox-picture";
import { CardWords } from "@/components/posts/post-card/card-words";
import { pictureIdOf, pictureOf } from "@/components/posts/post-card/media-frame";
import { usePostFeedback } from "@/components/posts/post-card/post-feedback";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { useBackToClose } from "@/lib/dom/back";
import { suspendAutoplay } from "@/lib/dom/use-autoplay";
import { useReturnFocus } from "@/lib/dom/use-return-focus";
import { useTranslate } from "@/lib/language/translate";
import { useLikePost } from "@/lib/posts/client/mutations";
import { altTextOf, mediaOf } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";
import { formatCount } from "@/lib/text/counts";

/** The distance, in pixels, from which a touch counts as a swipe. */
const SWIPE_DISTANCE = 60;

type Props = {
  posts: Post[];
  /** The picture that is open (`pictureIdOf`). */
  openId: string;
  onMove: (id: string) => void;
  onClose: () => void;
};

/**
 * One of the media of a post, and which of how many of its post it is; undefined of a single one.
 */
type Shown = { id: string; post: Post; place: string | undefined };

function shownOf(posts: Post[]): Shown[] {
  return posts.flatMap((post) => {
    const media = mediaOf(post);
    return media.map((one, index) => ({
      id: pictureIdOf(post._id, index),
      post: { ...post, ...one },
      place: media.length > 1 ? `${index + 1} of ${media.length}` : undefined,
    }));
  });
}

/**
 * A post's media, full screen; arrows and swipes move to the ones before and after it, of this post
 * and of the others. A swipe down closes it.
 */
export function Lightbox({ posts, openId, onMove, onClose }: Props) {
  const t = useTranslate();
  const focus = useReturnFocus();
  const openedId = useRef(openId);
  useBackToClose(true, onClose);
  useEffect(() => suspendAutoplay(), []);

  const shown = shownOf(posts);
  const index = shown.findIndex(({ id }) => id === openId);
  const current = shown[index];
  const previous = shown[index - 1];
  const next = shown[index + 1];
  const move = (target: Shown | undefined) => target && onMove(target.id);
  const isGone = current === undefined;
  const closeGone = useEffectEvent(onClose);
  // Its post has left the list, deleted or pushed out by newer ones.
  useEffect(() => {
    if (isGone) closeGone();
  }, [isGone]);

  const handleKeyDown = (event: KeyboardEvent) => {
    // Videos use these keys to seek.
    if (event.target instanceof HTMLVideoElement) return;
    if (event.key === "ArrowLeft") move(previous);
    if (event.key === "ArrowRight") move(next);
  };
  const swipeHandlers = useSwipe({
    onLeft: () => move(next),
    onRight: () => move(previous),
    onDown: onClose,
  });
  /** The focus goes to the picture seen last, which may not be the one that was opened. */
  const handleCloseFocus = (event: Event) => {
    const seen = openId !== openedId.current && pictureOf(openId);
    const button =
      seen && (seen.closest("[data-carousel]") ?? seen.closest("button") ?? seen.closest("article"));
    if (!(button instanceof HTMLElement)) {
      focus.restoreFocus(event);
      return;
    }
    event.preventDefault();
    button.focus({ preventScroll: true });
  };
  if (!current) return null;
  const { post, place } = current;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade-in bg-black" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.saveFocus}
          onCloseAutoFocus={handleCloseFocus}
          onKeyDown={handleKeyDown}
          {...swipeHandlers}
          className="fixed inset-0 z-50 flex animate-fade-in touch-pinch-zoom flex-col text-white outline-none"
        >
          <Dialog.Title className="sr-only">
            {[altTextOf(post, t).replace(/[\s.]+$/, ""), place].filter(Boolean).join(", ")}
          </Dialog.Title>
          <Media key={openId} post={post} />
          {place && (
            <p
              aria-hidden
              className="pointer-events-none absolute top-3 left-3 rounded-full bg-black/60 px-3 py-2.5 text-sm leading-6 tabular-nums"
            >
              {place}
            </p>
          )}
          <span className="absolute top-3 right-3">
            <Dialog.Close asChild>
              <IconButton tone="onMedia" label={t("Close")}>
                <X />
              </IconButton>
            </Dialog.Close>
          </span>
          {/* A finger swipes, and needs no discs on the picture. */}
          {previous && (
            <span className="absolute top-1/2 left-3 -translate-y-1/2 touch:sr-only">
              <IconButton tone="onMedia" label={t("Previous")} onClick={() => move(previous)}>
                <ChevronLeft />
              </IconButton>
            </span>
          )}
          {next && (
            <span className="absolute top-1/2 right-3 -translate-y-1/2 touch:sr-only">
              <IconButton tone="onMedia" label={t("Next")} onClick={() => move(next)}>
                <ChevronRight />
              </IconButton>
            </span>
          )}
          <Foot post={post} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Where a finger has swiped. */
function useSwipe({ onLeft, onRight, onDown }: Record<"onLeft" | "onRight" | "onDown", () => void>) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onPointerDown: (event: PointerEvent) => {
      // On a zoomed picture, a touch pans.
      const isPanned = event.target instanceof Element && event.target.closest("[data-zoomed]");
      start.current =
        event.pointerType === "touch" && !isPanned ? { x: event.clientX, y: event.clientY } : undefined;
    },
    onPointerUp: (event: PointerEvent) => {
      if (!start.current) return;
      const deltaX = event.clientX - start.current.x;
      const deltaY = event.clientY - start.current.y;
      if (Math.abs(deltaX) > SWIPE_DISTANCE && Math.abs(deltaX) > Math.abs(deltaY) * 2)
        (deltaX > 0 ? onRight : onLeft)();
      else if (deltaY > SWIPE_DISTANCE && deltaY > Math.abs(deltaX) * 2) onDown();
    },
  };
}

function Media({ post }: { post: Post }) {
  const t = useTranslate();
  if (post.background) {
    return (
      <div className="@container-size grid min-h-0 flex-1 place-items-center overflow-y-auto">
        <div style={{ width: "min(100cqw, 80cqh)", viewTransitionName: "open-picture" }}>
          <CardWords text={post.caption} mentions={post.mentions} background={post.background} />
        </div>
      </div>
    );
  }
  if (post.mediaType === "image") return <LightboxPicture post={post} />;
  return (
    <div className="grid min-h-0 flex-1 place-items-center p-2">
      {/* biome-ignore lint/a11y/useMediaCaption: people's own videos come without a transcript; their author describes them */}
      <video
        src={post.mediaUrl}
        poster={post.thumbnail || undefined}
        aria-label={altTextOf(post, t)}
        controls
        autoPlay
        loop
        playsInline
        style={{ viewTransitionName: "open-picture" }}
        // The least width in which its controls fit.
        className="max-h-full min-w-64 max-w-full"
      />
    </div>
  );
}

/** Whose post it is, the beginning of its caption, and Like. */
function Foot({ post }: { post: Post }) {
  const t = useTranslate();
  const feedback = usePostFeedback();
  const toggleLike = useLikePost(post, feedback.onLikeError);
  const { isLiked, likesCount, userId } = post;
  return (
    <div
      data-theme="dark"
      className="flex shrink-0 items-center gap-4 bg-black px-4 pt-2 pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      <div className="min-w-0 flex-1">
        <Link
          href={`/profile/${userId._id}`}
          prefetch={false}
          className="touch-target inline-block max-w-full truncate align-top font-semibold hover:underline"
        >
          <bdi>{userId.name}</bdi>
        </Link>
        {post.caption && !post.background && (
          <p className="line-clamp-2 free-text text-label text-white/85">{post.caption}</p>
        )}
      </div>
      <button
        type="button"
        aria-label={isLiked ? t("Unlike") : t("Like")}
        onClick={() => toggleLike()}
        className="inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-full px-2 font-medium tabular-nums hover:bg-white/15"
      >
        <Heart aria-hidden className={cx("size-6", isLiked && "fill-current text-like")} />
        {likesCount > 0 && <span>{formatCount(likesCount)}</span>}
      </button>
      <span className="sr-only">
        {t("{likesCount, plural, one {# like} other {# likes}}", { likesCount })}
      </span>
    </div>
  );
}
