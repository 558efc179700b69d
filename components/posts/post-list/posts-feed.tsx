"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Newspaper, RefreshCw, X } from "lucide-react";
import { useMemo } from "react";
import { type PostFeedback, PostFeedbackProvider } from "@/components/posts/post-card/post-feedback";
import { PostList } from "@/components/posts/post-list/post-list";
import { Alert, type AlertTone } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { IconButton } from "@/components/ui/icon-button";
import { messageOf } from "@/lib/api/client/api-client-error";
import { useCounted } from "@/lib/dom/field-hooks";
import { translate, useTranslate } from "@/lib/language/translate";
import { trimToFirstPage } from "@/lib/posts/client/cache";
import { feedOptions } from "@/lib/posts/client/queries";
import { LINK_COPIED } from "@/lib/posts/policy";

/** The Posts Feed page: the home feed with a Refresh button, and alerts instead of toasts. */
export function PostsFeed() {
  const t = useTranslate();
  const client = useQueryClient();
  const options = feedOptions();
  const query = useInfiniteQuery(options);
  const [message, setMessage] = useCounted<{ tone: AlertTone; text: string }>();

  const feedback = useMemo<PostFeedback>(() => {
    const alert = (tone: AlertTone, words: string) => setMessage({ tone, text: words });
    return {
      onLikeError: (error) =>
        alert("error", translate("Failed to like post: {error}", { error: messageOf(error) })),
      onBookmarkError: (error) =>
        alert("error", translate("Failed to bookmark post: {error}", { error: messageOf(error) })),
      commentErrorMessage: (error) =>
        translate("Failed to add comment: {error}", { error: messageOf(error) }),
      onShareError: (error) =>
        alert("error", translate("Failed to share post: {error}", { error: messageOf(error) })),
      onLinkCopied: () => alert("success", translate(LINK_COPIED)),
      commentPath: "comment",
    };
  }, [setMessage]);
  const refresh = () => {
    setMessage(undefined);
    trimToFirstPage(client, options.queryKey);
    void query.refetch();
  };
  return (
    <PostFeedbackProvider value={feedback}>
      <div className="flex flex-col gap-2 md:gap-4">
        <header className="flex items-center justify-between gap-3 px-4 pt-3 md:px-0 md:pt-0">
          <h1 className="text-2xl">{t("Posts Feed")}</h1>
          <Button variant="secondary" isPending={query.isRefetching} onClick={refresh}>
            <RefreshCw aria-hidden />
            {t("Refresh")}
          </Button>
        </header>
        {message && (
          // Sticky: the post it is about may be far down the list.
          <div className="sticky top-2 z-20 px-2 md:top-4 md:px-0">
            <div className="relative">
              <Alert key={message.count} tone={message.tone} className="pr-13 shadow-float">
                {message.text}
              </Alert>
              <div className="absolute top-0 right-1">
                <IconButton label={t("Dismiss")} onClick={() => setMessage(undefined)}>
                  <X />
                </IconButton>
              </div>
            </div>
          </div>
        )}
        <div>
          <PostList
            options={options}
            label={t("Posts")}
            endText={t("No more posts to load.")}
            empty={
              <div className="card-bleed">
                <EmptyState
                  icon={Newspaper}
                  title={t("No posts yet")}
                  action={<Button onClick={refresh}>{t("Refresh")}</Button>}
                >
                  {t("New posts will show up here.")}
                </EmptyState>
              </div>
            }
          />
        </div>
      </div>
    </PostFeedbackProvider>
  );
}
