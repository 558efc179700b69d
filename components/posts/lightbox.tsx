"use client";

import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from "lucide-react";
import { Dialog } from "radix-ui";
import { type KeyboardEvent, useEffect, useState } from "react";
import { altTextOf } from "@/components/posts/alt-text";
import { cx } from "@/components/ui/cx";
import { IconButton } from "@/components/ui/icon-button";
import { displayName } from "@/lib/format/names";
import { holdAutoplay } from "@/lib/hooks/use-autoplay";
import { useBackToClose } from "@/lib/hooks/use-back-to-close";
import { useReturnFocus } from "@/lib/hooks/use-return-focus";
import type { Post } from "@/lib/posts/contract";
import { imageSrcSet, sizedImageUrl } from "@/lib/uploads/media-url";

/** How much larger a zoomed picture is. */
const ZOOM = 2.5;

type Props = { posts: Post[]; openId: string; onMove: (postId: string) => void; onClose: () => void };

/** A post's media on the whole screen, with arrows to the media of the posts around it. */
export function Lightbox({ posts, openId, onMove, onClose }: Props) {
  const focus = useReturnFocus();
  useBackToClose(true, onClose);
  useEffect(() => holdAutoplay(), []);

  const at = posts.findIndex(({ _id }) => _id === openId);
  const post = posts[at];
  const previous = posts[at - 1];
  const next = posts[at + 1];
  const onKeyDown = (event: KeyboardEvent) => {
    // A video moves within itself with these keys, and a zoomed picture scrolls.
    if (event.target instanceof HTMLVideoElement) return;
    const target = event.key === "ArrowLeft" ? previous : event.key === "ArrowRight" ? next : undefined;
    if (!target) return;
    event.preventDefault();
    onMove(target._id);
  };
  if (!post) return null;
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade-in bg-black/95" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.remember}
          onCloseAutoFocus={focus.giveBack}
          onKeyDown={onKeyDown}
          className="fixed inset-0 z-50 flex animate-fade-in flex-col text-white outline-none"
        >
          <Dialog.Title className="sr-only">
            {altTextOf(post)}, {at + 1} of {posts.length}
          </Dialog.Title>
          <Stage key={post._id} post={post} />
          <Dialog.Close asChild>
            <IconButton tone="onMedia" label="Close" className="absolute top-3 right-3">
              <X />
            </IconButton>
          </Dialog.Close>
          {previous && (
            <IconButton
              tone="onMedia"
              label="Previous"
              className="absolute top-1/2 left-3 -translate-y-1/2"
              onClick={() => onMove(previous._id)}
            >
              <ChevronLeft />
            </IconButton>
          )}
          {next && (
            <IconButton
              tone="onMedia"
              label="Next"
              className="absolute top-1/2 right-3 -translate-y-1/2"
              onClick={() => onMove(next._id)}
            >
              <ChevronRight />
            </IconButton>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Stage({ post }: { post: Post }) {
  const [isZoomed, setZoomed] = useState(false);
  const toggle = () => setZoomed(!isZoomed);
  return (
    <>
      {post.mediaType === "video" ? (
        <div className="grid min-h-0 flex-1 place-items-center p-2">
          {/* biome-ignore lint/a11y/useMediaCaption: people's own clips come without a transcript; their author describes them */}
          <video
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
        <div className={cx("min-h-0 flex-1", isZoomed ? "overflow-auto" : "overflow-hidden")}>
          {/* Zooming makes the place larger and lets it scroll: fingers, wheels and keys already know how. */}
          <div
            style={isZoomed ? { width: `${ZOOM * 100}%`, height: `${ZOOM * 100}%` } : undefined}
            className="size-full"
          >
            <img
              src={sizedImageUrl(post.mediaUrl, 1080)}
              srcSet={imageSrcSet(post.mediaUrl, post.width) || undefined}
              sizes={isZoomed ? `${ZOOM * 100}vw` : "100vw"}
              alt={altTextOf(post)}
              onDoubleClick={toggle}
              className="size-full object-contain"
            />
          </div>
        </div>
      )}
      <div className="pointer-events-none absolute inset-x-3 bottom-3 flex items-center justify-between gap-3">
        <p className="truncate rounded-full bg-black/60 px-3 py-1.5 text-sm">
          {displayName(post.userId.name)}
        </p>
        {post.mediaType === "image" && (
          <IconButton
            tone="onMedia"
            label={isZoomed ? "Zoom out" : "Zoom in"}
            className="pointer-events-auto"
            onClick={toggle}
          >
            {isZoomed ? <ZoomOut /> : <ZoomIn />}
          </IconButton>
        )}
      </div>
    </>
  );
}
