import "server-only";
import { keyset } from "@/lib/api/server/keyset";
import { openPosts } from "@/lib/audience/server/posts";
import { db } from "@/lib/platform/db";
import { takeToken } from "@/lib/platform/token-bucket";
import type { BookmarkAnswer, BookmarksQuery, FeedAnswer } from "@/lib/posts/schema";
import { postNotFound, readPage } from "@/lib/posts/server/read";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Bookmarks are private: they notify no one, are counted nowhere, and only their owner reads them.
 */

/**
 * Bookmarks a post or removes the bookmark; toggles when `bookmarked` is omitted. One that is there
 * already retains its time. Throws `not_found`.
 */
export async function setBookmark(
  viewer: Viewer,
  postId: string,
  bookmarked?: boolean,
): Promise<BookmarkAnswer> {
  const [post] = await db().sql<{ isRemoved: boolean }>`
    WITH post AS (
      SELECT p.id FROM posts p WHERE p.id = ${postId}::uuid AND ${openPosts(viewer.id).sql}
    ), removed AS (
      DELETE FROM bookmarks b USING post
      WHERE b.post_id = post.id AND b.user_id = ${viewer.id}::uuid AND ${bookmarked !== true} RETURNING 1
    ), added AS (
      INSERT INTO bookmarks (post_id, user_id) SELECT id, ${viewer.id}::uuid FROM post
      WHERE ${bookmarked !== false} AND NOT EXISTS (SELECT FROM removed)
      ON CONFLICT DO NOTHING
    )
    SELECT EXISTS (SELECT FROM removed) AS "isRemoved" FROM post`;
  if (!post) throw postNotFound();
  return { isBookmarked: bookmarked ?? !post.isRemoved };
}

/**
 * The posts the viewer has bookmarked, the latest bookmark first, also posts of people they have
 * muted: they asked for these. A search reads all of them, so it
 * counts towards the search limit. Throws `rate_limited`.
 */
export async function listBookmarks(viewer: Viewer, query: BookmarksQuery): Promise<FeedAnswer> {
  if (query.q !== "") takeToken("search", viewer.id);
  const bookmarks = Prisma.sql`
    FROM bookmarks b JOIN posts p ON p.id = b.post_id AND ${openPosts(viewer.id).sql}
    WHERE b.user_id = ${viewer.id}::uuid ${query.q === "" ? Prisma.empty : hasWords(query.q)}`;
  const order = { at: Prisma.sql`b.created_at`, id: Prisma.sql`b.post_id` };
  const selection = {
    posts: Prisma.sql`SELECT p.*, b.created_at AS bookmarked_at ${bookmarks} ${keyset(query, order)}`,
    total: Prisma.sql`(SELECT count(*)::int ${bookmarks})`,
    at: Prisma.sql`p.bookmarked_at`,
  };
  return readPage(viewer, query, selection);
}

/** Captions that contain every word of `text`, in any order, case and accents. */
const hasWords = (text: string) => Prisma.sql`
  AND NOT EXISTS (
    SELECT FROM unnest((SELECT string_to_array(fold_name(${text}), ' '))) word
    WHERE strpos(fold_name(p.caption), word) = 0)`;
