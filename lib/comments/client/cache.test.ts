import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import {
  type CommentPages,
  commentItems,
  forgetDeleted,
  insertComment,
  keyOf,
  removeComment,
  settleComment,
} from "@/lib/comments/client/cache";
import { commentsKeys, commentsOptions } from "@/lib/comments/client/queries";
import { commentOf } from "@/tests/comment-fixture";
import { spyOnApi } from "@/tests/spy-on-api";

const comment = (id: string) => commentOf({ _id: id, content: id });

function openClient(...lists: string[][]) {
  const client = new QueryClient();
  const pages = lists.map((ids) => ({
    comments: ids.map(comment),
    total: 9,
    commentsCount: 2,
    currentPage: 1,
    totalPages: 1,
    nextCursor: null,
    previousCursor: null,
    aroundId: null,
  }));
  client.setQueryData<CommentPages>(commentsKeys.threads("post"), {
    pages,
    pageParams: lists.map(() => null),
  });
  return client;
}

const ids = (client: QueryClient) =>
  commentItems.all(client.getQueryData<CommentPages>(commentsKeys.threads("post"))).map(({ _id }) => _id);

test("a new comment appears once, at the top", () => {
  const client = openClient(["b"], ["a"]);
  insertComment(client, "post", comment("c"));
  insertComment(client, "post", comment("c"));
  expect(ids(client)).toEqual(["c", "b", "a"]);
});

test("the confirmed comment replaces the pending one", () => {
  const client = openClient(["pending:1", "b"], ["a"]);
  settleComment(client, "post", "pending:1", { comment: comment("c"), commentsCount: 3 });
  settleComment(client, "post", "pending:1", { comment: comment("c"), commentsCount: 3 });
  expect(ids(client)).toEqual(["c", "b", "a"]);
});

test("the confirmed comment shows even when the pending one was lost", () => {
  const client = openClient(["b"]);
  settleComment(client, "post", "pending:1", { comment: comment("c"), commentsCount: 3 });
  expect(ids(client)).toEqual(["c", "b"]);
});

test("a deleted comment is removed from the page it was on", () => {
  const client = openClient(["c", "b"], ["a"]);
  removeComment(client, "post", comment("a"));
  expect(ids(client)).toEqual(["c", "b"]);
});

const known = (client: QueryClient) =>
  client.getQueryData<CommentPages>(commentsKeys.threads("post"))?.pages[0]?.commentsCount;

test("an own comment has the same key once it is confirmed, and the list the element with the focus", () => {
  const client = openClient(["pending:1", "b"]);
  settleComment(client, "post", "pending:1", { comment: comment("c"), commentsCount: 3 });
  expect(["c", "b"].map((id) => keyOf(comment(id)))).toEqual(["pending:1", "b"]);
});

test("a listed comment that someone else deletes hides no later one", () => {
  const client = openClient(["b", "a"]);
  const counted = (commentsCount: number) =>
    forgetDeleted(client, [{ _id: "post", likesCount: 0, commentsCount, sharesCount: 0 }]);
  counted(3);
  expect(known(client)).toBe(2);
  counted(1);
  expect(known(client)).toBe(1);
  counted(2);
  expect(known(client)).toBe(1);
});

test("a deletion of one's own is not counted by the stream, too", () => {
  const client = openClient(["b", "a"]);
  void client
    .getMutationCache()
    .build(client, {
      mutationKey: commentsKeys.deletion("post"),
      mutationFn: () => new Promise<void>(() => undefined),
    })
    .execute(undefined);
  forgetDeleted(client, [{ _id: "post", likesCount: 0, commentsCount: 1, sharesCount: 0 }]);
  expect(known(client)).toBe(2);
});

test("an own comment is known, however often its answer comes, and what came besides is not", () => {
  const client = openClient(["pending:1", "b"]);
  settleComment(client, "post", "pending:1", { comment: comment("c"), commentsCount: 5 });
  settleComment(client, "post", "pending:1", { comment: comment("c"), commentsCount: 5 });
  expect(known(client)).toBe(3);
});

test("a list that is closed while it loads, and opened again, is asked for once", async () => {
  const page = { comments: [comment("a")], nextCursor: null, previousCursor: null };
  const get = spyOnApi("get").mockResolvedValue(page);
  const client = new QueryClient();
  const open = () => new InfiniteQueryObserver(client, commentsOptions("post")).subscribe(() => undefined);
  open()();
  open();
  await client.fetchInfiniteQuery(commentsOptions("post"));
  expect(ids(client)).toEqual(["a"]);
  expect(get).toHaveBeenCalledTimes(1);
});
