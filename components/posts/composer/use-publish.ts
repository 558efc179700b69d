"use client";

import { useEffect, useRef, useState } from "react";
import { messageOf } from "@/lib/api/client/api-client-error";
import { usePublishPost } from "@/lib/posts/client/mutations";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";

/**
 * The marks of the progress bar (the specification, §9; contract §7): bytes really sent drive it to
 * 70, a stored file puts it at 90, the server's reply at 100. Nothing is made up.
 */
const SENT = 70;
const STORED = 90;

/**
 * The success message stands this long before the form is new again (the specification, §9), in
 * milliseconds.
 */
const DONE_FOR = 1_500;

export type NewPost = { caption: string; altText: string; media: PreparedMedia };

export type Publishing =
  | { phase: "idle"; note?: string }
  | { phase: "working"; progress: number; step: string; canCancel: boolean }
  | { phase: "done"; post: NewPost }
  | { phase: "failed"; message: string };

const IDLE: Publishing = { phase: "idle" };

/**
 * Uploads and publishes one post at a time. A failed try keeps what was uploaded, so that trying
 * again starts where it ended; the server makes one post of one upload however often it is
 * submitted. `onPublished` hears at once and hands the media over, `onDone` hears when the success
 * message has stood its time.
 */
export function usePublish({ onPublished, onDone }: { onPublished: () => void; onDone: () => void }) {
  const [state, setState] = useState<Publishing>(IDLE);
  const running = useRef<AbortController>(undefined);
  const stored = useRef<{ file: Blob; url: string }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef<PreparedMedia>(undefined);
  const { mutateAsync: publish } = usePublishPost();

  const letGo = () => {
    if (shown.current) URL.revokeObjectURL(shown.current.objectUrl);
    shown.current = undefined;
  };
  useEffect(() => {
    return () => {
      running.current?.abort();
      clearTimeout(timer.current);
      if (shown.current) URL.revokeObjectURL(shown.current.objectUrl);
    };
  }, []);

  const upload = async ({ file, fileName, mediaType, poster }: PreparedMedia, signal: AbortSignal) => {
    if (stored.current?.file === file) return stored.current.url;
    const onSent = (share: number) =>
      setState({
        phase: "working",
        progress: share * SENT,
        step: share < 1 ? `Uploading your ${noun(mediaType)}…` : `Preparing your ${noun(mediaType)}…`,
        canCancel: true,
      });
    onSent(0);
    // Loaded with the first upload.
    const { uploadMedia } = await import("@/lib/uploads/client/upload");
    const url = await uploadMedia({ file, fileName, mediaType, poster, onSent, signal });
    stored.current = { file, url };
    return url;
  };

  const start = async (post: NewPost) => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    try {
      const cloudinaryUrl = await upload(post.media, controller.signal);
      setState({ phase: "working", progress: STORED, step: "Publishing your post…", canCancel: false });
      const { caption, altText, media } = post;
      await publish({ caption, altText, mediaType: media.mediaType, visibility: "everyone", cloudinaryUrl });
      setState({ phase: "done", post });
      stored.current = undefined;
      shown.current = media;
      onPublished();
      timer.current = setTimeout(() => {
        letGo();
        setState(IDLE);
        onDone();
      }, DONE_FOR);
    } catch (error) {
      const isCancelled = controller.signal.aborted;
      setState(
        isCancelled
          ? { phase: "idle", note: "Upload cancelled. Nothing was posted." }
          : { phase: "failed", message: `Upload failed: ${messageOf(error)}` },
      );
    } finally {
      running.current = undefined;
    }
  };

  return { state, start, cancel: () => running.current?.abort(), forget: () => setState(IDLE) };
}

const noun = (mediaType: PreparedMedia["mediaType"]) => (mediaType === "image" ? "photo" : "video");
