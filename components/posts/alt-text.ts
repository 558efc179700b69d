import type { Post } from "@/lib/posts/schema";

/** The alt text of a post's media: the author's description, or a generic one. */
export function altTextOf(post: Pick<Post, "altText" | "mediaType" | "userId">): string {
  const kind = post.mediaType === "image" ? "Photo" : "Video";
  return post.altText || `${kind} by ${post.userId.name}`;
}
