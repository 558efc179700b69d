"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Bookmark, SearchX } from "lucide-react";
import { useMemo } from "react";
import {
  type PostFeedback,
  PostFeedbackProvider,
  usePostFeedback,
} from "@/components/posts/post-card/post-feedback";
import { PostList } from "@/components/posts/post-list/post-list";
import { EmptyState } from "@/components/ui/empty-state";
import { ButtonLink } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { SearchField } from "@/components/ui/search-field";
import { undoToast } from "@/components/ui/toast";
import { useSearchQuery } from "@/lib/dom/use-search-param";
import { useTranslate } from "@/lib/language/translate";
import { BOOKMARKS, HOME } from "@/lib/paths";
import { SEARCH_DEBOUNCE_MS } from "@/lib/people-search/policy";
import { postItems } from "@/lib/posts/client/cache";
import { bookmarksOptions } from "@/lib/posts/client/queries";

/**
 * The posts that the viewer has bookmarked. The words to search for are part of the address. A
 * removed bookmark leaves the list, with a toast that brings it back.
 */
export function BookmarkedPosts() {
  const t = useTranslate();
  const { text, setText, q } = useSearchQuery(BOOKMARKS, SEARCH_DEBOUNCE_MS);
  const options = bookmarksOptions(q);
  const query = useInfiniteQuery(options);
  const feedback = usePostFeedback();
  const withUndo = useMemo<PostFeedback>(
    () => ({ ...feedback, onBookmarkRemoved: (undo) => undoToast(t("Bookmark removed."), undo) }),
    [feedback, t],
  );
  // Without bookmarks there is nothing to search.
  const isEmpty = q === "" && text === "" && query.data && postItems.all(query.data).length === 0;
  return (
    <PostFeedbackProvider value={withUndo}>
      <div className="flex flex-col md:gap-4">
        <PageHeader title={t("Bookmarks")} />
        {!isEmpty && (
          <div className="px-4 py-2 md:p-0">
            <SearchField
              label={t("Search your bookmarks")}
              value={text}
              onChange={setText}
              isPending={query.isFetching && !query.isFetchingNextPage && q !== ""}
            />
          </div>
        )}
        <div>
          <PostList
            options={options}
            label={t("Bookmarks")}
            endText={t("No more bookmarks.")}
            empty={<div className="card-bleed">{q === "" ? <NoBookmarks /> : <NoMatches />}</div>}
          />
        </div>
      </div>
    </PostFeedbackProvider>
  );
}

const NoBookmarks = () => {
  const t = useTranslate();
  return (
    <EmptyState
      icon={Bookmark}
      title={t("No bookmarks yet")}
      action={<ButtonLink href={HOME}>{t("Go to the feed")}</ButtonLink>}
    >
      {t("Press the bookmark below a post to find it here again. Only you see your bookmarks.")}
    </EmptyState>
  );
};

const NoMatches = () => {
  const t = useTranslate();
  return (
    <EmptyState icon={SearchX} title={t("No bookmarks found")}>
      {t("Try fewer or other words of the caption.")}
    </EmptyState>
  );
};
