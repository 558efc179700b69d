"use client";

import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Hash, SearchX } from "lucide-react";
import Link from "next/link";
import { PeopleList } from "@/components/circles/people-list";
import { PersonSkeletons } from "@/components/circles/person-row";
import { foundText } from "@/components/people-picker/person-option";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { QueryError } from "@/components/ui/error-state";
import { useTranslate } from "@/lib/language/translate";

import { tagPath } from "@/lib/paths";
import { searchedTag, searchOptions } from "@/lib/people-search/client/queries";
import { tagSearchOptions } from "@/lib/posts/client/queries";
import { userItems } from "@/lib/profiles/client/cache";
import { SEARCH_MAX, SEARCH_TOO_LONG } from "@/lib/text/errors";

/** The people and tags found for a query. One that begins with `#` is for tags alone. */
export function useSearchResults(q: string) {
  const t = useTranslate();
  const tag = searchedTag(q);
  const isTagOnly = q.startsWith("#");
  const peopleQuery = useInfiniteQuery({
    ...searchOptions(isTagOnly || q.length > SEARCH_MAX ? "" : q),
    placeholderData: keepPreviousData,
  });
  const tagsQuery = useQuery({ ...tagSearchOptions(tag), placeholderData: keepPreviousData });
  const tags = (tag !== "" && tagsQuery.data) || [];
  const people = q === "" || isTagOnly ? [] : userItems.all(peopleQuery.data);
  const isIdle = q === "" || q === "#";
  const isPending =
    !isIdle && ((peopleQuery.isFetching && !peopleQuery.isFetchingNextPage) || tagsQuery.isFetching);
  const total = peopleQuery.data?.pages[0]?.total;
  const found = [
    tags.length > 0 && t("{count, plural, one {# tag} other {# tags}} found", { count: tags.length }),
    !isTagOnly && total !== undefined && foundText(total, t),
  ];
  return {
    q,
    isTagOnly,
    peopleQuery,
    tagsQuery,
    people,
    tags,
    isIdle,
    isPending,
    /** For screen readers. */
    message: isPending || isIdle ? "" : found.filter(Boolean).join(", "),
  };
}

type Results = ReturnType<typeof useSearchResults>;

type Props = {
  results: Results;
  /** Begins the ids of the lists and of their rows. */
  id: string;
  /** The active row. */
  rowId: string | undefined;
  onOpen: () => void;
};

/** Tags, then people. */
export function SearchResults({ results, id, rowId, onOpen }: Props) {
  const t = useTranslate();
  const { q, isTagOnly, tags, tagsQuery, peopleQuery } = results;
  if (q.length > SEARCH_MAX) {
    return (
      <Card bleed>
        <EmptyState icon={SearchX} title={t(SEARCH_TOO_LONG)}>
          {t("Try a few words of it.")}
        </EmptyState>
      </Card>
    );
  }
  const foundTags = tags.length > 0 && (
    <FoundTags id={`${id}-tags`} tags={tags} rowId={rowId} onOpen={onOpen} />
  );
  if (isTagOnly) return foundTags || <NoTags query={tagsQuery} />;
  return (
    <>
      {foundTags}
      <Card bleed className="p-4 md:p-5">
        <PeopleList
          label={t("Search results")}
          grid={{ id: `${id}-people`, rowId }}
          query={peopleQuery}
          onOpen={onOpen}
          empty={
            <EmptyState icon={SearchX} title={t("No users found")}>
              {q.length < 3
                ? t("One or two letters find your circle and class. Type three to search the whole campus.")
                : t("Check the spelling, or try a part of the name, the username or the whole College ID.")}
            </EmptyState>
          }
        />
      </Card>
    </>
  );
}

const CELL = { role: "gridcell" };

type FoundTagsProps = Pick<Results, "tags"> & Pick<Props, "id" | "rowId" | "onOpen">;

function FoundTags({ id, tags, rowId, onOpen }: FoundTagsProps) {
  const t = useTranslate();
  return (
    <Card bleed className="p-4 md:p-5">
      {/* biome-ignore lint/a11y/useSemanticElements: no table; aria-activedescendant needs rows */}
      <div role="grid" id={id} aria-label={t("Tags")} className="flex flex-col">
        {tags.map(({ tag, postsCount }) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the combobox
          <div
            key={tag}
            role="row"
            id={`${id}-${tag}`}
            aria-selected={`${id}-${tag}` === rowId}
            className="-mx-2 scroll-my-24 rounded-field px-2 py-1.5 aria-selected:bg-sunken"
          >
            <div {...CELL}>
              <Link
                href={tagPath(tag)}
                prefetch={false}
                onClick={onOpen}
                className="group flex min-h-11 items-center gap-3 rounded-field"
              >
                <span className="grid size-11 shrink-0 place-items-center rounded-full bg-soft text-brand">
                  <Hash aria-hidden className="size-5" />
                </span>
                <span className="flex min-w-0 items-baseline gap-1.5">
                  <bdi className="truncate font-semibold text-label group-hover:underline">#{tag}</bdi>
                  <span className="shrink-0 text-ink2 text-sm">
                    · {t("{postsCount, plural, one {# post} other {# posts}}", { postsCount })}
                  </span>
                </span>
              </Link>
            </div>
          </div>
        ))}
      </div>
    </Card>
  );
}

/** Tags that are still searched for, could not be, or do not exist. */
function NoTags({ query }: { query: Results["tagsQuery"] }) {
  const t = useTranslate();
  const content = () => {
    if (query.isPending) return <PersonSkeletons count={1} label={t("Loading tags")} />;
    if (query.isError) return <QueryError query={query} />;
    return (
      <EmptyState icon={Hash} title={t("No tags found")}>
        {t("Check the spelling, or be the first to use it in a caption.")}
      </EmptyState>
    );
  };
  return (
    <Card bleed className="p-4 md:p-5">
      {content()}
    </Card>
  );
}
