import "server-only";
import { activePeople } from "@/lib/audience/server/standing";
import { campusFile } from "@/lib/campus/server/campus";
import { NUMBERS_WEEKS, SMALL_GROUP } from "@/lib/college/policy";
import type { CampusNumbers } from "@/lib/college/schema";
import { cacheFor } from "@/lib/platform/cache";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/generated/client/client";

/** How alive the campus is, without people: small numbers are not shown. */

/** In milliseconds. The same for all admins, and each count reads a month or more. */
const CACHE_MS = 60_000;

/** What the numbers say, counted at most once a minute. `clear` is for tests. */
export const campusNumbers = cacheFor(CACHE_MS, readNumbers);

async function readNumbers(): Promise<CampusNumbers> {
  const [active, hours, weeks] = await Promise.all([countActive(), readFirstComments(), countWeeks()]);
  return { active, hoursToFirstComment: hours, weeks };
}

const large = (count: number): number | null => (count < SMALL_GROUP ? null : count);

/** By their sessions, which are used at least every 15 minutes while someone is there. */
async function countActive(): Promise<CampusNumbers["active"]> {
  const people = (days: number) => Prisma.sql`
    count(*) FILTER (WHERE seen_at > now() - make_interval(days => ${days}))::int`;
  const [row] = await db().sql<{ day: number; week: number; month: number }>`
    SELECT ${people(1)} AS day, ${people(7)} AS week, count(*)::int AS month
    FROM (
      SELECT max(s.last_seen_at) AS seen_at FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.last_seen_at > now() - interval '30 days' AND ${activePeople.sql}
      GROUP BY s.user_id
    ) person`;
  const { day = 0, week = 0, month = 0 } = row ?? {};
  return { day: large(day), week: large(week), month: large(month) };
}

/** The median of how many hours posts waited for the first comment of someone else. */
async function readFirstComments(): Promise<number | null> {
  const [row] = await db().sql<{ posts: number; hours: number | null }>`
    SELECT count(*)::int AS posts,
      percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM first.at - p.created_at) / 3600) AS hours
    FROM posts p
    JOIN users u ON u.id = p.author_id
    CROSS JOIN LATERAL (
      SELECT min(c.created_at) AS at FROM comments c
      WHERE c.post_id = p.id AND c.author_id <> p.author_id AND c.withheld_at IS NULL
    ) first
    WHERE p.created_at > now() - interval '30 days' AND p.is_active AND ${activePeople.sql}
      AND first.at IS NOT NULL`;
  if (!row || row.hours === null || large(row.posts) === null) return null;
  return Math.round(row.hours * 10) / 10;
}

type WeekRow = { from: string; posts: number; comments: number; joined: number };

async function countWeeks(): Promise<CampusNumbers["weeks"]> {
  // A time as the colleges' clocks show it, of which a week begins on Monday.
  const local = (time: Prisma.Sql) =>
    Prisma.sql`date_trunc('week', ${time} AT TIME ZONE ${campusFile.timeZone}::text)`;
  const start = Prisma.sql`(SELECT min("from") AT TIME ZONE ${campusFile.timeZone}::text FROM weeks)`;
  const rows = await db().sql<WeekRow>`
    WITH weeks AS (
      SELECT ${local(Prisma.sql`now()`)} - make_interval(weeks => n) AS "from"
      FROM generate_series(0, ${NUMBERS_WEEKS - 1}::int) n
    ), acts AS (
      SELECT ${local(Prisma.sql`p.created_at`)} AS week, count(*) AS posts, 0 AS comments, 0 AS joined
      FROM posts p JOIN users u ON u.id = p.author_id
      WHERE p.created_at >= ${start} AND p.is_active AND ${activePeople.sql} GROUP BY 1
      UNION ALL
      SELECT ${local(Prisma.sql`c.created_at`)}, 0, count(*), 0
      FROM comments c JOIN users u ON u.id = c.author_id
      WHERE c.created_at >= ${start} AND c.withheld_at IS NULL AND ${activePeople.sql} GROUP BY 1
      UNION ALL
      SELECT ${local(Prisma.sql`u.created_at`)}, 0, 0, count(*)
      FROM users u WHERE u.created_at >= ${start} AND u.verified_at IS NOT NULL AND ${activePeople.sql} GROUP BY 1
    )
    SELECT to_char(w."from", 'YYYY-MM-DD') AS "from", coalesce(sum(a.posts), 0)::int AS posts,
      coalesce(sum(a.comments), 0)::int AS comments, coalesce(sum(a.joined), 0)::int AS joined
    FROM weeks w LEFT JOIN acts a ON a.week = w."from"
    GROUP BY w."from" ORDER BY w."from"`;
  return rows.map(({ from, posts, comments, joined }) => ({
    from,
    posts: large(posts),
    comments: large(comments),
    joined: large(joined),
  }));
}
