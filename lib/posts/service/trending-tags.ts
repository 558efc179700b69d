import "server-only";
import { db } from "@/lib/platform/db";
import { hold } from "@/lib/platform/hold";
import type { TrendingTag } from "@/lib/posts/contract";
import { TRENDING_DAYS, TRENDING_TAGS_SHOWN } from "@/lib/posts/limits";
import { hiddenPeople } from "@/lib/users/view";

/** How long the list holds, in milliseconds: everybody sees the same one, so one query a minute is enough. */
const HOLDS_MS = 60_000;

/** The tags most posts of the last seven days carry, the most first. At most a minute old. */
export const trendingTags = hold(HOLDS_MS, findTags);

function findTags(): Promise<TrendingTag[]> {
  return db().$queryRaw`
    SELECT tag, count(*)::int AS "postsCount" FROM post_hashtags
    WHERE created_at > now() - make_interval(days => ${TRENDING_DAYS})
      AND post_id NOT IN (SELECT id FROM posts WHERE author_id IN ${hiddenPeople})
    GROUP BY tag ORDER BY count(*) DESC, tag LIMIT ${TRENDING_TAGS_SHOWN}`;
}
