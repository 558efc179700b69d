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
import { trimToFirstPage } from "@/lib/posts/client/cache";
import { feedOptions } from "@/lib/posts/client/queries";
import { LINK_COPIED } from "@/lib/posts/policy";

/** The Posts Feed page: the home feed with a Refresh button, and alerts instead of toasts. */
export function PostsFeed() {
  const client = useQueryClient();
  const options = feedOptions();
  const query = useInfiniteQuery(options);
  const [message, setMessage] = useCounted<{ tone: AlertTone; text: string }>();

  const feedback = useMemo<PostFeedback>(() => {
    const alert = (tone: AlertTone, text: string) => setMessage({ tone, text });
    return {
      onLikeError: (error) => alert("error", `Failed to like post: ${messageOf(error)}`),
      onBookmarkError: (error) => alert("error", `Failed to bookmark post: ${messageOf(error)}`),
      commentErrorMessage: (error) => `Failed to add comment: ${messageOf(error)}`,
      onShareError: (error) => alert("error", `Failed to share post: ${messageOf(error)}`),
      onLinkCopied: () => alert("success", LINK_COPIED),
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
          <h1 className="text-2xl">Posts Feed</h1>
          <Button variant="secondary" isPending={query.isRefetching} onClick={refresh}>
            <RefreshCw aria-hidden />
            Refresh
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
                <IconButton label="Dismiss" onClick={() => setMessage(undefined)}>
                  <X />
                </IconButton>
              </div>
            </div>
          </div>
        )}
        <div>
          <PostList
            options={options}
            label="Posts"
            endText="No more posts to load."
            empty={
              <div className="card-bleed">
                <EmptyState
                  icon={Newspaper}
                  title="No posts yet"
                  action={<Button onClick={refresh}>Refresh</Button>}
                >
                  New posts will show up here.
                </EmptyState>
              </div>
            }
          />
        </div>
      </div>
    </PostFeedbackProvider>
  );
}
