"use client";

import { ChevronLeft, ChevronRight, X } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from "react";
import { altTextOf } from "@/components/posts/alt-text";
import { LightboxPicture } from "@/components/posts/lightbox/lightbox-picture";
import { IconButton } from "@/components/ui/icon-button";
import { suspendAutoplay } from "@/lib/dom/use-autoplay";
import { useBackToClose } from "@/lib/dom/use-back-to-close";
import { useReturnFocus } from "@/lib/dom/use-return-focus";
import type { Post } from "@/lib/posts/schema";

/** How far a finger must go sideways to turn to the next media, in pixels. */
const SWIPE = 60;

type Props = { posts: Post[]; openId: string; onMove: (postId: string) => void; onClose: () => void };

/**
 * A post's media on the whole screen, with arrows and swipes to the media of the posts around it.
 */
export function Lightbox({ posts, openId, onMove, onClose }: Props) {
  const focus = useReturnFocus();
  const swipe = useRef<{ x: number; y: number }>(undefined);
  useBackToClose(true, onClose);
  useEffect(() => suspendAutoplay(), []);

  const at = posts.findIndex(({ _id }) => _id === openId);
  const post = posts[at];
  const previous = posts[at - 1];
  const next = posts[at + 1];
  const move = (target: Post | undefined) => target && onMove(target._id);

  const onKeyDown = (event: KeyboardEvent) => {
    // A video moves within itself with these keys.
    if (event.target instanceof HTMLVideoElement) return;
    if (event.key === "ArrowLeft") move(previous);
    if (event.key === "ArrowRight") move(next);
  };
  const onPointerDown = (event: PointerEvent) => {
    // A zoomed picture is moved by the finger itself.
    const isPanned = event.target instanceof Element && event.target.closest("[data-zoomed]");
    swipe.current =
      event.pointerType === "touch" && !isPanned ? { x: event.clientX, y: event.clientY } : undefined;
  };
  const onPointerUp = (event: PointerEvent) => {
    if (!swipe.current) return;
    const across = event.clientX - swipe.current.x;
    const down = Math.abs(event.clientY - swipe.current.y);
    if (Math.abs(across) > SWIPE && Math.abs(across) > down * 2) move(across > 0 ? previous : next);
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
          onKeyDown={onKeyDown}
          onPointerDown={onPointerDown}
          onPointerUp={onPointerUp}
          className="fixed inset-0 z-50 flex animate-fade-in touch-pan-y touch-pinch-zoom flex-col text-white outline-none"
        >
          <Dialog.Title className="sr-only">
            {altTextOf(post)}, {at + 1} of {posts.length}
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
