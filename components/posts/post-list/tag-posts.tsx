"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Hash } from "lucide-react";
import { PostList } from "@/components/posts/post-list/post-list";
import { EmptyState } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { useTranslate } from "@/lib/language/translate";
import { tagPostsOptions } from "@/lib/posts/client/queries";
import { formatCount } from "@/lib/text/counts";

/** Every post with a tag. */
export function TagPosts({ tag }: { tag: string }) {
  const t = useTranslate();
  const options = tagPostsOptions(tag);
  const total = useInfiniteQuery(options).data?.pages[0]?.total;
  return (
    <div className="flex flex-col md:gap-4">
      <PageHeader title={`#${tag}`} isHeadingBelow />
      <header className="card-bleed flex items-center gap-3 px-4 py-4 md:px-5">
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-soft text-brand">
          <Hash aria-hidden className="size-5" />
        </span>
        <div className="min-w-0">
          <h1 className="truncate text-xl">#{tag}</h1>
          <p className="text-ink2 text-sm">
            {total === undefined
              ? t("Posts with this tag")
              : t("{total, plural, one {{shown} post} other {{shown} posts}}", {
                  total,
                  shown: formatCount(total),
                })}
          </p>
        </div>
      </header>
      <div>
        <PostList options={options} label={t("Posts with #{tag}", { tag })} empty={<EmptyTag tag={tag} />} />
      </div>
    </div>
  );
}

function EmptyTag({ tag }: { tag: string }) {
  const t = useTranslate();
  return (
    <div className="card-bleed">
      <EmptyState
        icon={Hash}
        title={t("No one has used #{tag} yet", { tag })}
        action={<ButtonLink href="/create-post">{t("Create Post")}</ButtonLink>}
      >
        {t("Use it in a caption to be the first.")}
      </EmptyState>
    </div>
  );
}
