"use client";

import { useQuery } from "@tanstack/react-query";
import { TrendingUp } from "lucide-react";
import Link from "next/link";
import { PostList } from "@/components/posts/post-list/post-list";
import { EmptyState } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { useTranslate } from "@/lib/language/translate";
import { HOME, tagPath } from "@/lib/paths";
import { trendingOptions, trendingTagsOptions } from "@/lib/posts/client/queries";

/** What moves the campus this week: the tags, then the posts. */
export function TrendingPosts() {
  const t = useTranslate();
  const { data: tags } = useQuery(trendingTagsOptions());
  return (
    <div className="flex flex-col md:gap-4">
      <PageHeader title={t("Trending")} />
      <div className="card-bleed flex flex-col gap-3 px-4 py-4 md:px-5">
        <div className="flex items-center gap-3">
          <span className="grid size-11 shrink-0 place-items-center rounded-full bg-gold-soft text-gold-ink">
            <TrendingUp aria-hidden className="size-5" />
          </span>
          <p className="text-ink2">{t("What people talk about this week")}</p>
        </div>
        {tags && tags.length > 0 && (
          <ul
            aria-label={t("Trending tags")}
            className="flex gap-2 scrollbar-none max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 md:flex-wrap"
          >
            {tags.map(({ tag }) => (
              <li key={tag} className="max-w-64 shrink-0">
                <Link
                  href={tagPath(tag)}
                  prefetch={false}
                  className="inline-flex min-h-11 max-w-full items-center rounded-full bg-soft px-4 font-semibold text-brand text-label transition-colors hover:bg-sunken"
                >
                  <bdi className="truncate">#{tag}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div>
        <PostList options={trendingOptions()} label={t("Trending posts")} empty={<NothingTrending />} />
      </div>
    </div>
  );
}

function NothingTrending() {
  const t = useTranslate();
  return (
    <div className="card-bleed">
      <EmptyState
        icon={TrendingUp}
        title={t("Nothing is trending yet")}
        action={<ButtonLink href={HOME}>{t("Go to the feed")}</ButtonLink>}
      >
        {t("Posts that many people like, comment on or share this week show up here.")}
      </EmptyState>
    </div>
  );
}
