import "server-only";
import type { PageQuery } from "@/lib/api/pagination";
import { listedPeople } from "@/lib/audience/server/people";
import { listedPosts } from "@/lib/audience/server/posts";
import { ApiError } from "@/lib/platform/errors";
import { FEED_PAGE, type FeedName, NO_CLASS } from "@/lib/posts/policy";
import type { FeedAnswer } from "@/lib/posts/schema";
import { pageOfPosts, readPage } from "@/lib/posts/server/read";
import { seesBatch } from "@/lib/profiles/server/rows";
import type { Viewer } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";

/** The feed of the campus: every active post, newest first. */
function listFeed(viewer: Viewer, query: PageQuery): Promise<FeedAnswer> {
  const posts = pageOfPosts(query, listedPosts(viewer.id), FEED_PAGE);
  return readPage(viewer, query, {
    posts,
    total: Prisma.sql`(SELECT value FROM tallies WHERE name = 'posts')`,
  });
}

/** The posts of the people the viewer has joined, and their own, newest first. */
function listCircleFeed(viewer: Viewer, query: PageQuery): Promise<FeedAnswer> {
  const circle = Prisma.sql`(
    SELECT followee_id AS id FROM follows WHERE follower_id = ${viewer.id}::uuid UNION ALL SELECT ${viewer.id}::uuid)`;
  const total = Prisma.sql`(SELECT sum(posts_count)::int FROM users WHERE id IN ${circle} AND is_active)`;
  return readPage(viewer, query, { posts: newestBy(circle, viewer, query), total });
}

/**
 * The posts of the viewer's department and year, and of their section if they say one, newest
 * first. Whose year they may not see is not among them. Throws `no_class` while they have none.
 */
function listClassFeed(viewer: Viewer, query: PageQuery): Promise<FeedAnswer> {
  const me = Prisma.sql`(SELECT * FROM users WHERE id = ${viewer.id}::uuid
    AND department IS NOT NULL AND batch IS NOT NULL)`;
  // The person at the index's columns by their values, so that it finds the class.
  const members = (column: Prisma.Sql) => Prisma.sql`(
    SELECT ${column} FROM ${me} me JOIN users u ON u.college_name = me.college_name AND u.department = me.department
      AND u.batch = me.batch AND (me.section IS NULL OR u.section = me.section)
    WHERE ${listedPeople(viewer.id).sql} AND ${seesBatch(viewer.id)})`;
  const total = Prisma.sql`(
    SELECT CASE WHEN EXISTS ${me} THEN coalesce(${members(Prisma.sql`sum(u.posts_count)::int`)}, 0) END)`;
  const missing = () => new ApiError("no_class", NO_CLASS);
  return readPage(viewer, query, {
    posts: newestBy(members(Prisma.sql`u.id`), viewer, query),
    total,
    missing,
  });
}

/**
 * The newest posts by people, a set of ids. A page of `rows` posts is by the `rows` people whose
 * newest post is newest: of anyone else, each of these has a newer one.
 */
function newestBy(people: Prisma.Sql, viewer: Viewer, { cursor, page, limit }: PageQuery): Prisma.Sql {
  const rows = (cursor ? 0 : (page - 1) * limit) + limit + 1;
  const isOlder = cursor
    ? Prisma.sql`(p.created_at, p.id) < (${cursor.at}, ${cursor.id}::uuid)`
    : Prisma.sql`true`;
  const newestOf = (person: Prisma.Sql) => Prisma.sql`
    SELECT p.* FROM posts p WHERE p.author_id = ${person} AND ${isOlder} AND ${listedPosts(viewer.id)}
    ORDER BY p.created_at DESC, p.id DESC`;
  return Prisma.sql`
    SELECT p.* FROM (
      SELECT p.author_id AS id FROM ${people} person, LATERAL (${newestOf(Prisma.sql`person.id`)} LIMIT 1) p
      ORDER BY p.created_at DESC, p.id DESC LIMIT ${rows}
    ) author, LATERAL (${newestOf(Prisma.sql`author.id`)} LIMIT ${rows}) p
    ORDER BY p.created_at DESC, p.id DESC LIMIT ${limit + 1} OFFSET ${rows - limit - 1}`;
}

/** A page of the feed of that name. Throws `no_class` for the class of someone who has none. */
export function listFeedNamed(feed: FeedName, viewer: Viewer, query: PageQuery): Promise<FeedAnswer> {
  if (feed === "circle") return listCircleFeed(viewer, query);
  return feed === "class" ? listClassFeed(viewer, query) : listFeed(viewer, query);
}
