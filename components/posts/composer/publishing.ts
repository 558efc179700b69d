"use client";

import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { useStore } from "zustand/react";
import { createStore } from "zustand/vanilla";
import type { ReadyMedia } from "@/components/posts/composer/chosen-media";
import { toast } from "@/components/ui/toast";
import { messageOf } from "@/lib/api/client/api-client-error";
import { COMPOSE_OFFLINE } from "@/lib/paths";
import { POST_UPLOADED } from "@/lib/posts/policy";
import { storageErased } from "@/lib/store/signal";

/**
 * Uploads and publishes one post at a time. It belongs to the tab and not to a composer, so that it
 * goes on while the person looks at other screens. Until the post is published its draft stays as
 * it is, so a failure loses nothing.
 */

export type NewPost = { caption: string; items: readonly ReadyMedia[] };

/** How far one file is; `share` of its bytes have been sent. */
export type FileProgress = {
  phase: "waiting" | "sending" | "processing" | "done" | "failed";
  share: number;
};
type Files = Readonly<Record<string, FileProgress>>;

/** `progress` is in percent, of all files together. */
export type Progress = { progress: number; step: string; canCancel: boolean; files: Files };

export type PublishState =
  | { phase: "idle"; note?: string }
  | ({ phase: "working" } & Progress)
  | { phase: "done"; post: NewPost }
  | { phase: "failed"; message: string; files: Files };

/** How long a composer shows the success message before it is empty again. */
const SUCCESS_MS = 1_500;

const IDLE: PublishState = { phase: "idle" };

const publishing = createStore<PublishState>(() => IDLE);
const setState = (state: PublishState) => publishing.setState(state, true);

let running: AbortController | undefined;

/** What shows the state now. `onDone`: it shows success itself, and closes afterwards. */
type Viewer = { onDone?: () => void };
const viewers = new Set<Viewer>();

// The person logged out, or another person signed in.
storageErased.subscribe(() => {
  running?.abort();
  running = undefined;
  endSuccess();
  setState(IDLE);
});

type Context = {
  client: QueryClient;
  navigate: (path: string) => void;
  /** Runs once the post exists. From then on the object URLs of its media are not the caller's. */
  onPublished: () => Promise<void>;
};

export async function startPublishing(post: NewPost, context: Context): Promise<void> {
  if (running) return;
  const attempt = new AbortController();
  running = attempt;
  setState({ phase: "working", progress: 0, step: "Uploading…", canCancel: true, files: {} });
  window.addEventListener("beforeunload", askBeforeUnload);
  try {
    // Loaded on first use: most visits publish nothing.
    const { publishPost } = await import("@/components/posts/composer/publish-post");
    const { _id } = await publishPost(context.client, post, attempt.signal, (progress) => {
      if (!attempt.signal.aborted) setState({ phase: "working", ...progress });
    });
    // The person has logged out: nothing of theirs may show any more.
    if (running !== attempt) return;
    await context.onPublished();
    showSuccess(post, () => context.navigate(`/post/${_id}`));
  } catch (error) {
    if (running === attempt) showFailure(error, attempt.signal.aborted, context.navigate);
  } finally {
    if (running === attempt) running = undefined;
    window.removeEventListener("beforeunload", askBeforeUnload);
  }
}

let successTimer: ReturnType<typeof setTimeout> | undefined;

function showSuccess(post: NewPost, view: () => void): void {
  setState({ phase: "done", post });
  if ([...viewers].some(({ onDone }) => onDone)) {
    successTimer = setTimeout(() => {
      endSuccess();
      for (const { onDone } of viewers) onDone?.();
    }, SUCCESS_MS);
  } else {
    endSuccess();
    toast.success(POST_UPLOADED, { action: { label: "View", onClick: view } });
  }
}

function endSuccess(): void {
  clearTimeout(successTimer);
  const state = publishing.getState();
  if (state.phase !== "done") return;
  for (const { media, source } of state.post.items)
    for (const url of new Set([media.objectUrl, source.objectUrl])) URL.revokeObjectURL(url);
  setState(IDLE);
}

function showFailure(error: unknown, isCancelled: boolean, navigate: Context["navigate"]): void {
  if (isCancelled) {
    setState({ phase: "idle", note: "Upload cancelled. Nothing was posted." });
    return;
  }
  const message = `Upload failed: ${messageOf(error)}`;
  const state = publishing.getState();
  setState({ phase: "failed", message, files: state.phase === "working" ? state.files : {} });
  if (viewers.size > 0) return;
  toast.error(message, { action: { label: "Open draft", onClick: () => navigate(COMPOSE_OFFLINE) } });
}

/** Closing the tab would end the upload. */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

export const cancelPublishing = () => running?.abort();

/** Forgets how the last attempt ended. */
export const resetPublishing = () => {
  if (!running) setState(IDLE);
};

/**
 * The state of publishing, for something that shows it. With `onDone` it shows success itself, and
 * `onDone` runs when that is over; otherwise a toast says it.
 */
export function usePublishing(onDone: (() => void) | undefined): PublishState {
  const handleDone = useEffectEvent(() => onDone?.());
  const showsSuccess = onDone !== undefined;
  useEffect(() => {
    const viewer: Viewer = showsSuccess ? { onDone: () => handleDone() } : {};
    viewers.add(viewer);
    return () => {
      viewers.delete(viewer);
    };
  }, [showsSuccess]);
  return useStore(publishing);
}
