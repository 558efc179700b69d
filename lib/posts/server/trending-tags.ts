import "server-only";
import { cacheFor } from "@/lib/platform/cache";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { TRENDING_DAYS, TRENDING_TAGS_SHOWN } from "@/lib/posts/limits";
import type { TrendingTag } from "@/lib/posts/schema";

/** All viewers see the same list, so one query a minute is enough. */
const CACHE_MS = 60_000;

/** The most used tags of the last seven days, most used first. At most a minute old. */
export const trendingTags = cacheFor(CACHE_MS, findTags);

async function findTags(): Promise<TrendingTag[]> {
  const tags = await db().postHashtag.groupBy({
    by: ["tag"],
    where: { createdAt: { gt: ago(TRENDING_DAYS, "days") }, post: { author: { isActive: true } } },
    _count: { tag: true },
    orderBy: [{ _count: { tag: "desc" } }, { tag: "asc" }],
    take: TRENDING_TAGS_SHOWN,
  });
  return tags.map(({ tag, _count }) => ({ tag, postsCount: _count.tag }));
}
