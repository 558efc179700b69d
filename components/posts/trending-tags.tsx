"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { Card } from "@/components/ui/card";
import { TextLink } from "@/components/ui/link";
import { Skeleton, SkeletonGroup } from "@/components/ui/skeleton";
import { useTranslate } from "@/lib/language/translate";
import { TRENDING, tagPath } from "@/lib/paths";
import { trendingTagsOptions } from "@/lib/posts/client/queries";
import { TRENDING_TAGS_SHOWN } from "@/lib/posts/policy";
import { formatCount } from "@/lib/text/counts";

/** The tags most people used this week; nothing while there are none. */
export function TrendingTags({ bleed = false }: { bleed?: boolean }) {
  const t = useTranslate();
  const { data, isPending } = useQuery(trendingTagsOptions());
  if (!isPending && !data?.length) return null;
  return (
    <Card bleed={bleed} className={bleed ? "p-4 md:p-5" : "p-5"}>
      <div className="mb-2 flex items-center justify-between gap-3">
        <h2 className="text-lg">{t("Trending on campus")}</h2>
        <TextLink href={TRENDING} prefetch={false} aria-label={t("See all that is trending")}>
          {t("See all")}
        </TextLink>
      </div>
      {data ? (
        <ul aria-label={t("Trending on campus")} className="flex flex-col">
          {data.slice(0, TRENDING_TAGS_SHOWN).map(({ tag, postsCount, peopleCount }) => (
            <li key={tag}>
              <Link
                href={tagPath(tag)}
                prefetch={false}
                className="group flex min-h-13 flex-col justify-center rounded-field"
              >
                <bdi className="truncate font-semibold text-label group-hover:underline">#{tag}</bdi>
                <span className="text-ink2 text-sm">
                  {t(
                    "{postsCount, plural, one {{posts} post} other {{posts} posts}} by {peopleCount, plural, one {{people} person} other {{people} people}}",
                    {
                      postsCount,
                      posts: formatCount(postsCount),
                      peopleCount,
                      people: formatCount(peopleCount),
                    },
                  )}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <SkeletonGroup label={t("Loading tags")} className="flex flex-col" count={TRENDING_TAGS_SHOWN}>
          <div className="flex h-13 flex-col justify-center gap-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3 w-1/3" />
          </div>
        </SkeletonGroup>
      )}
    </Card>
  );
}
