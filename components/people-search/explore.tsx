"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Compass } from "lucide-react";
import { useId } from "react";
import { PeopleCards } from "@/components/circles/people-cards";
import { TrendingTags } from "@/components/posts/trending-tags";
import { PostGrid } from "@/components/profiles/post-grid";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { ButtonLink } from "@/components/ui/link";
import { useTranslate } from "@/lib/language/translate";
import { suggestionsOptions } from "@/lib/people-search/client/queries";
import { SUGGESTIONS_TO_EXPLORE } from "@/lib/people-search/policy";
import { trendingPicturesOptions, trendingTagsOptions } from "@/lib/posts/client/queries";

/**
 * What there is to find before anything is searched for: tags, people and pictures. What can't be
 * loaded is one message with one retry.
 */
export function Explore() {
  const queries = [
    useQuery(trendingTagsOptions()),
    useQuery(suggestionsOptions(SUGGESTIONS_TO_EXPLORE)),
    useInfiniteQuery(trendingPicturesOptions()),
  ] as const;
  const [tags, people, pictures] = queries;
  const failed = queries.filter((query) => query.isError && !query.data);
  const hasPictures = pictures.isPending || Boolean(pictures.data?.pages[0]?.total);
  const isEmpty = tags.data?.length === 0 && people.data?.length === 0 && !hasPictures && failed.length === 0;
  if (isEmpty) return <EmptyCampus />;
  return (
    <>
      {/* From 1200px the tags are in the rail. */}
      <div className="rail:hidden">
        <TrendingTags bleed />
      </div>
      <PeopleCards />
      {hasPictures && <PopularPictures />}
      {failed.length > 0 && (
        <div className="card-bleed">
          <ErrorState
            error={failed[0]?.error}
            onRetry={() => failed.forEach((query) => void query.refetch())}
            isPending={failed.some((query) => query.isFetching)}
          />
        </div>
      )}
    </>
  );
}

function PopularPictures() {
  const t = useTranslate();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h2 id={headingId} className="px-4 pt-2 pb-3 text-lg md:px-0 md:pt-1">
        {t("Popular this week")}
      </h2>
      <PostGrid options={trendingPicturesOptions()} label={t("Popular photos")} empty={null} />
    </section>
  );
}

function EmptyCampus() {
  const t = useTranslate();
  return (
    <div className="card-bleed">
      <EmptyState
        icon={Compass}
        title={t("Nothing to explore yet")}
        action={<ButtonLink href="/create-post">{t("Create the first post")}</ButtonLink>}
      >
        {t("Tags, people and photos of your campus show up here.")}
      </EmptyState>
    </div>
  );
}
