import type { Post } from "@/lib/posts/schema";

/** The description of a post's media; what stands for it when its author gave none. */
export function altTextOf(post: Pick<Post, "altText" | "mediaType" | "userId">): string {
  const kind = post.mediaType === "image" ? "Photo" : "Video";
  return post.altText || `${kind} by ${post.userId.name}`;
}
