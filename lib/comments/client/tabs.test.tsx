/** @jest-environment jsdom */
import { BroadcastChannel } from "node:worker_threads";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { settleComment } from "@/lib/comments/client/cache";
import { commentsKeys } from "@/lib/comments/client/queries";
import { useOtherTabsComments } from "@/lib/comments/client/tabs";
import type { Comment } from "@/lib/comments/schema";
import { tabsOf } from "@/lib/posts/client/cache";
import { onePage } from "@/lib/query/pages";
import { broadcastBetweenTabs } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

const me = ownUser();

broadcastBetweenTabs(me);

const comment = (_id: string): Comment => ({ _id, userId: me, content: _id, createdAt: "2026-01-01" });
const listOf = (...ids: string[]) =>
  onePage({ comments: ids.map(comment), total: ids.length, currentPage: 1, totalPages: 1, nextCursor: null });

function Tab() {
  useOtherTabsComments(me._id);
  return null;
}

/** A tab with a cache of its own, in which these comments of the post are loaded. */
function openTab(...ids: string[]): QueryClient {
  const client = new QueryClient();
  client.setQueryData(commentsKeys.of("roof"), listOf(...ids));
  render(
    <QueryClientProvider client={client}>
      <Tab />
    </QueryClientProvider>,
  );
  return client;
}

const isLoadedAgain = (client: QueryClient) => client.getQueryState(commentsKeys.of("roof"))?.isInvalidated;

/** What another tab, or this one, broadcasts after a comment: the server counts two now. */
function broadcast(tabId: number): void {
  const channel = new BroadcastChannel(tabsOf(me._id));
  channel.postMessage({ postId: "roof", change: { commentsCount: 2 }, tabId });
  channel.close();
}

test.each([
  ["that lacks it", ["a"]],
  ["that shows it as waiting to be sent", ["pending:b", "a"]],
])("a comment in another tab has a tab %s load that post's comments again", async (_, ids) => {
  const client = openTab(...ids);
  broadcast(1);
  await waitFor(() => expect(isLoadedAgain(client)).toBe(true));
});

test("a comment in this tab, or one that this tab has, loads nothing again", async () => {
  const here = openTab("pending:c", "pending:b", "a");
  const upToDate = openTab("b", "a");
  settleComment(here, "roof", "pending:b", { comment: comment("b"), commentsCount: 5 });
  broadcast(1);
  const behind = openTab("a");
  broadcast(1);
  await waitFor(() => expect(isLoadedAgain(behind)).toBe(true));
  expect(isLoadedAgain(here)).toBe(false);
  expect(isLoadedAgain(upToDate)).toBe(false);
});
