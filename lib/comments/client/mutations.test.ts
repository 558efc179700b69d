/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { type CommentPages, commentItems } from "@/lib/comments/client/cache";
import { queuedComment } from "@/lib/comments/client/mutations";
import { commentsKeys } from "@/lib/comments/client/queries";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

const action = {
  kind: "comment",
  personId: "me",
  postId: "post",
  content: "Count me in",
  clientId: "1",
  createdAt: "2026-11-28T10:00:00.000Z",
} as const;

test.each([
  ["a comment", {}, commentsKeys.threads("post")],
  ["a reply", { threadId: "thread", replyTo: "thread" }, commentsKeys.replies("post", "thread")],
])(
  "%s written offline where none could be loaded is shown alone until they are",
  async (_, place, queryKey) => {
    freshBrowser(ownUser());
    const client = new QueryClient();
    const queryFn = () => Promise.reject(new TypeError("Failed to fetch"));
    await client.prefetchQuery({ queryKey, queryFn, retry: false });
    const shown = () =>
      commentItems.all(client.getQueryData<CommentPages>(queryKey)).map(({ content }) => content);
    for (let time = 0; time < 2; time++) queuedComment.show?.(client, { ...action, ...place });
    expect(shown()).toEqual(["Count me in"]);
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
    queuedComment.clear?.(client, { ...action, ...place });
    expect(shown()).toEqual([]);
  },
);
