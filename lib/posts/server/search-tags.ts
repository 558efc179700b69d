import "server-only";
import { openPosts } from "@/lib/audience/server/posts";
import { read } from "@/lib/platform/replica";
import { TAGS_FOUND_MAX } from "@/lib/posts/policy";
import { tagField } from "@/lib/posts/schema";
import type { TagSearchAnswer } from "@/lib/posts/trending-schema";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * Tags that begin with a text, the exact one first, then the most used. Tags that no visible post
 * carries are left out, because they would reveal hidden people. Text that can't be a tag finds
 * none.
 */
export async function searchTags(viewer: Viewer, text: string): Promise<TagSearchAnswer["tags"]> {
  const { data: prefix } = tagField.safeParse(text.replace(/^#/, ""));
  if (prefix === undefined) return [];
  // Prisma sends it as a pattern of LIKE, where `_` matches any character.
  const startsWith = prefix.replaceAll("_", "\\_");
  const posts = { some: { post: openPosts(viewer.id).where } };
  const select = { tag: true, postsCount: true };
  return read(viewer, async (client) => {
    const [exact, longer] = await Promise.all([
      client.hashtag.findMany({ where: { tag: prefix, posts }, select }),
      client.hashtag.findMany({
        where: { tag: { startsWith, not: prefix }, posts },
        orderBy: [{ postsCount: "desc" }, { tag: "asc" }],
        take: TAGS_FOUND_MAX,
        select,
      }),
    ]);
    return [...exact, ...longer].slice(0, TAGS_FOUND_MAX);
  });
}
