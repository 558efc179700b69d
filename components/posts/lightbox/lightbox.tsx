"use client";

import { ChevronLeft, ChevronRight, X } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { LightboxPicture } from "@/components/posts/lightbox/lightbox-picture";
import { IconButton } from "@/components/ui/icon-button";
import { useBackToClose, useReturnFocus } from "@/lib/dom/layer-hooks";
import { suspendAutoplay } from "@/lib/dom/use-autoplay";
import { altTextOf } from "@/lib/posts/policy";
import type { Post } from "@/lib/posts/schema";

/** The horizontal distance, in pixels, from which a touch counts as a swipe. */
const SWIPE_DISTANCE = 60;

type Props = { posts: Post[]; openId: string; onMove: (postId: string) => void; onClose: () => void };

/** A post's media, full screen; arrows and swipes move to the posts before and after it. */
export function Lightbox({ posts, openId, onMove, onClose }: Props) {
  const focus = useReturnFocus();
  const swipe = useRef<{ x: number; y: number }>(undefined);
  useBackToClose(true, onClose);
  useEffect(() => suspendAutoplay(), []);

  const index = posts.findIndex(({ _id }) => _id === openId);
  const post = posts[index];
  const previous = posts[index - 1];
  const next = posts[index + 1];
  const move = (target: Post | undefined) => target && onMove(target._id);

  const handleKeyDown = (event: KeyboardEvent) => {
    // Videos use these keys to seek.
    if (event.target instanceof HTMLVideoElement) return;
    if (event.key === "ArrowLeft") move(previous);
    if (event.key === "ArrowRight") move(next);
  };
  const handlePointerDown = (event: PointerEvent) => {
    // On a zoomed picture, a touch pans.
    const isPanned = event.target instanceof Element && event.target.closest("[data-zoomed]");
    swipe.current =
      event.pointerType === "touch" && !isPanned ? { x: event.clientX, y: event.clientY } : undefined;
  };
  const handlePointerUp = (event: PointerEvent) => {
    if (!swipe.current) return;
    const deltaX = event.clientX - swipe.current.x;
    const distanceY = Math.abs(event.clientY - swipe.current.y);
    if (Math.abs(deltaX) > SWIPE_DISTANCE && Math.abs(deltaX) > distanceY * 2)
      move(deltaX > 0 ? previous : next);
  };
  if (!post) return null;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade-in bg-black" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.saveFocus}
          onCloseAutoFocus={focus.restoreFocus}
          onKeyDown={handleKeyDown}
          onPointerDown={handlePointerDown}
          onPointerUp={handlePointerUp}
          className="fixed inset-0 z-50 flex animate-fade-in touch-pan-y touch-pinch-zoom flex-col text-white outline-none"
        >
          <Dialog.Title className="sr-only">
            {altTextOf(post)}, {index + 1} of {posts.length}
          </Dialog.Title>
          {post.mediaType === "video" ? (
            <div className="grid min-h-0 flex-1 place-items-center p-2">
              {/* biome-ignore lint/a11y/useMediaCaption: people's own clips come without a transcript; their author describes them */}
              <video
                key={post._id}
                src={post.mediaUrl}
                poster={post.thumbnail || undefined}
                aria-label={altTextOf(post)}
                controls
                autoPlay
                loop
                playsInline
                className="max-h-full max-w-full"
              />
            </div>
          ) : (
            <LightboxPicture key={post._id} post={post} />
          )}
          <p className="pointer-events-none absolute bottom-4 left-4 max-w-[60%] truncate rounded-full bg-black/60 px-3 py-1.5 text-sm">
            {post.userId.name}
          </p>
          <span className="absolute top-3 right-3">
            <Dialog.Close asChild>
              <IconButton tone="onMedia" label="Close">
                <X />
              </IconButton>
            </Dialog.Close>
          </span>
          {previous && (
            <span className="absolute top-1/2 left-3 -translate-y-1/2">
              <IconButton tone="onMedia" label="Previous" onClick={() => move(previous)}>
                <ChevronLeft />
              </IconButton>
            </span>
          )}
          {next && (
            <span className="absolute top-1/2 right-3 -translate-y-1/2">
              <IconButton tone="onMedia" label="Next" onClick={() => move(next)}>
                <ChevronRight />
              </IconButton>
            </span>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
