import type { QueryClient } from "@tanstack/react-query";
import type { NewPost, Progress } from "@/components/posts/composer/publishing";
import { createPost } from "@/lib/posts/client/mutations";
import type { Post } from "@/lib/posts/schema";
import { storageErased } from "@/lib/store/signal";
import type { PreparedMedia } from "@/lib/uploads/client/prepare";
import { uploadMedia } from "@/lib/uploads/client/upload";

/**
 * Progress in percent: the bytes sent drive it to 70, the stored file sets it to 90, the server's
 * reply to 100 (docs/product.md, Writing a post).
 */
const SENT = 70;
const STORED = 90;

/** The finished upload, which the next attempt reuses. The server makes only one post of it. */
let uploaded: { file: Blob; url: string } | undefined;
storageErased.subscribe(() => {
  uploaded = undefined;
});

type OnProgress = (progress: Progress) => void;

/** Uploads the media and publishes the post. Rejects when that fails or `signal` is aborted. */
export async function publishPost(
  client: QueryClient,
  { caption, altText, media }: NewPost,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<Post> {
  signal.throwIfAborted();
  const cloudinaryUrl = await upload(media, signal, onProgress);
  signal.throwIfAborted();
  onProgress({ progress: STORED, step: "Publishing your post…", canCancel: false });
  const body = {
    caption,
    altText,
    mediaType: media.mediaType,
    visibility: "everyone",
    cloudinaryUrl,
  } as const;
  const post = await createPost(client, body, signal);
  uploaded = undefined;
  return post;
}

async function upload(media: PreparedMedia, signal: AbortSignal, onProgress: OnProgress): Promise<string> {
  if (uploaded?.file === media.file) return uploaded.url;
  const noun = media.mediaType === "image" ? "photo" : "video";
  const onSent = (share: number) =>
    onProgress({
      progress: share * SENT,
      step: share < 1 ? `Uploading your ${noun}…` : `Preparing your ${noun}…`,
      canCancel: true,
    });
  onSent(0);
  const url = await uploadMedia({ media, onSent, signal });
  uploaded = { file: media.file, url };
  return url;
}
