import { HASHTAGS_MAX } from "@/lib/posts/limits";
import type { Post } from "@/lib/posts/schema";
import { tagsIn } from "@/lib/text/rich-text";

/** The unique `#tags` of a caption in order, lower case, without the sign. */
export function hashtagsOf(caption: string): string[] {
  return [...new Set(tagsIn(caption).map(({ tag }) => tag))].slice(0, HASHTAGS_MAX);
}

/** The alt text of a post's media: the author's description, or a generic one. */
export function altTextOf(post: Pick<Post, "altText" | "mediaType" | "userId">): string {
  const kind = post.mediaType === "image" ? "Photo" : "Video";
  return post.altText || `${kind} by ${post.userId.name}`;
}
