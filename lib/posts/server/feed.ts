import "server-only";
import type { PageQuery } from "@/lib/api/pagination";
import { listedPosts } from "@/lib/audience/server/posts";
import { FEED_PAGE } from "@/lib/posts/policy";
import type { FeedAnswer } from "@/lib/posts/schema";
import { pageOfPosts, readPage } from "@/lib/posts/server/read";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** The feed of the campus: every active post, newest first. */
export function listFeed(viewer: Viewer, query: PageQuery): Promise<FeedAnswer> {
  const posts = pageOfPosts(query, listedPosts(viewer.id), FEED_PAGE);
  return readPage(viewer, query, {
    posts,
    total: Prisma.sql`(SELECT value FROM tallies WHERE name = 'posts')`,
  });
}

/**
 * The posts of the people the viewer has joined, and their own, newest first. A page of `rows` posts
 * is by the `rows` people whose newest post is newest: of anyone else, each of these has a newer one.
 */
export function listCircleFeed(viewer: Viewer, query: PageQuery): Promise<FeedAnswer> {
  const { cursor, page, limit } = query;
  const rows = (cursor ? 0 : (page - 1) * limit) + limit + 1;
  const circle = Prisma.sql`(
    SELECT followee_id AS id FROM follows WHERE follower_id = ${viewer.id}::uuid UNION ALL SELECT ${viewer.id}::uuid)`;
  const isOlder = cursor
    ? Prisma.sql`(p.created_at, p.id) < (${cursor.at}, ${cursor.id}::uuid)`
    : Prisma.sql`true`;
  const newestOf = (person: Prisma.Sql) => Prisma.sql`
    SELECT p.* FROM posts p WHERE p.author_id = ${person} AND ${isOlder} AND ${listedPosts(viewer.id)}
    ORDER BY p.created_at DESC, p.id DESC`;
  const posts = Prisma.sql`
    SELECT p.* FROM (
      SELECT p.author_id AS id FROM ${circle} person, LATERAL (${newestOf(Prisma.sql`person.id`)} LIMIT 1) p
      ORDER BY p.created_at DESC, p.id DESC LIMIT ${rows}
    ) author, LATERAL (${newestOf(Prisma.sql`author.id`)} LIMIT ${rows}) p
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit + 1} OFFSET ${rows - limit - 1}`;
  const total = Prisma.sql`(SELECT sum(posts_count)::int FROM users WHERE id IN ${circle} AND is_active)`;
  return readPage(viewer, query, { posts, total });
}
