import "server-only";
import { db } from "@/lib/platform/db";
import type { TrendingTag } from "@/lib/posts/contract";
import { TRENDING_DAYS, TRENDING_TAGS_SHOWN } from "@/lib/posts/limits";
import { hiddenPeople } from "@/lib/users/view";

/** How long the list holds, in milliseconds: everybody sees the same one, so one query a minute is enough. */
const HOLDS_MS = 60_000;

let known: { tags: Promise<TrendingTag[]>; until: number } | undefined;

/** The tags most posts of the last seven days carry, the most first. At most a minute old. */
export function trendingTags(): Promise<TrendingTag[]> {
  if (known && known.until > Date.now()) return known.tags;
  const tags = findTags();
  const entry = { tags, until: Date.now() + HOLDS_MS };
  known = entry;
  // A failure is told to who asked and kept from who asks next.
  tags.catch(() => {
    if (known === entry) known = undefined;
  });
  return tags;
}

function findTags(): Promise<TrendingTag[]> {
  return db().$queryRaw`
    SELECT tag, count(*)::int AS "postsCount" FROM post_hashtags
    WHERE created_at > now() - make_interval(days => ${TRENDING_DAYS})
      AND post_id NOT IN (SELECT id FROM posts WHERE author_id IN ${hiddenPeople})
    GROUP BY tag ORDER BY count(*) DESC, tag LIMIT ${TRENDING_TAGS_SHOWN}`;
}

/** Forgets the list: for tests. */
export function forgetTrendingTags(): void {
  known = undefined;
}
