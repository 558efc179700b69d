/** @jest-environment jsdom */
import { BroadcastChannel } from "node:worker_threads";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, waitFor } from "@testing-library/react";
import { settleComment } from "@/lib/comments/client/cache";
import { commentsKeys } from "@/lib/comments/client/queries";
import { useOtherTabsComments } from "@/lib/comments/client/tabs";
import type { Comment } from "@/lib/comments/schema";
import { onePage } from "@/lib/query/pages";
import { freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

const me = ownUser();

beforeEach(() => {
  Object.assign(window, { BroadcastChannel });
  freshBrowser(me);
});
afterEach(() => {
  Reflect.deleteProperty(window, "BroadcastChannel");
});

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

test("a comment in one tab has the person's other tabs load that post's comments again", async () => {
  const here = openTab("pending:b", "a");
  const other = openTab("a");
  const waiting = openTab("pending:b", "a");
  settleComment(here, "roof", "pending:b", { comment: comment("b"), commentsCount: 2 });
  await waitFor(() => expect(isLoadedAgain(other)).toBe(true));
  await waitFor(() => expect(isLoadedAgain(waiting)).toBe(true));
  expect(isLoadedAgain(here)).toBe(false);
});
