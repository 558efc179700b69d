"use client";

import { useEffect, useRef, useState } from "react";
import { messageOf } from "@/lib/api/client/api-client-error";
import { usePublishPost } from "@/lib/posts/client/mutations";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";

/**
 * Progress in percent: the bytes sent drive it to 70, the stored file sets it to 90, the server's
 * reply to 100 (docs/product.md, Writing a post).
 */
const SENT = 70;
const STORED = 90;

/** How long the success message shows before the form is empty again. */
const SUCCESS_MS = 1_500;

export type NewPost = { caption: string; altText: string; media: PreparedMedia };

export type PublishState =
  | { phase: "idle"; note?: string }
  | { phase: "working"; progress: number; step: string; canCancel: boolean }
  | { phase: "done"; post: NewPost }
  | { phase: "failed"; message: string };

const IDLE: PublishState = { phase: "idle" };

/**
 * Uploads and publishes one post at a time. After a failure, the next attempt reuses the finished
 * upload. The server creates only one post for each upload, however often it is submitted.
 * `onPublished` runs at once, and from then on the object URL of the media belongs to this hook.
 * `onDone` runs when the success message disappears.
 */
export function usePublish({ onPublished, onDone }: { onPublished: () => void; onDone: () => void }) {
  const [state, setState] = useState<PublishState>(IDLE);
  const running = useRef<AbortController>(undefined);
  const stored = useRef<{ file: Blob; url: string }>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const preview = useRef<PreparedMedia>(undefined);
  const { mutateAsync: publish } = usePublishPost();

  const revokePreview = () => {
    if (preview.current) URL.revokeObjectURL(preview.current.objectUrl);
    preview.current = undefined;
  };
  useEffect(() => {
    return () => {
      running.current?.abort();
      clearTimeout(timer.current);
      if (preview.current) URL.revokeObjectURL(preview.current.objectUrl);
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
    // Loaded on first use: most visits upload nothing.
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
      preview.current = media;
      onPublished();
      timer.current = setTimeout(() => {
        revokePreview();
        setState(IDLE);
        onDone();
      }, SUCCESS_MS);
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

  return { state, start, cancel: () => running.current?.abort(), reset: () => setState(IDLE) };
}

const noun = (mediaType: PreparedMedia["mediaType"]) => (mediaType === "image" ? "photo" : "video");
