import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import {
  hasNewPosts,
  insertPost,
  type PostPages,
  patchPost,
  postItems,
  postsKeys,
  removePost,
  renewCircleFeed,
  replaceFeed,
  restorePost,
  withLike,
} from "@/lib/posts/client/cache";
import type { Post } from "@/lib/posts/schema";
import { postOf } from "@/tests/post-fixture";
import { personOf } from "@/tests/user-fixture";

const author = personOf("ishita", "Ishita Verma");

/** A post; a larger number is newer. */
const post = (number: number, change: Partial<Post> = {}): Post =>
  postOf({
    _id: `post-${number}`,
    userId: author,
    caption: `Post ${number}`,
    likesCount: 3,
    createdAt: new Date(Date.UTC(2026, 0, number)).toISOString(),
    ...change,
  });

function pages(...lists: Post[][]): PostPages {
  const total = lists.flat().length;
  return {
    pages: lists.map((posts, index) => ({
      posts,
      total,
      currentPage: 1,
      totalPages: lists.length,
      nextCursor: index < lists.length - 1 ? `cursor-${index}` : null,
    })),
    pageParams: lists.map((_, index) => (index === 0 ? null : `cursor-${index - 1}`)),
  };
}

const ids = (client: QueryClient, key: readonly string[]) =>
  client.getQueryData<PostPages>(key)?.pages.map((page) => page.posts.map(({ _id }) => Number(_id.slice(5))));
const total = (client: QueryClient, key: readonly string[]) =>
  client.getQueryData<PostPages>(key)?.pages[0]?.total;

/** A cache with two pages of the feed, the posts of two people and of a tag, and a single post. */
function filledClient() {
  const client = new QueryClient();
  client.setQueryData(postsKeys.feed(), pages([post(9), post(8)], [post(5), post(4)]));
  client.setQueryData(postsKeys.ofUser("ishita"), pages([post(8), post(4)]));
  client.setQueryData(postsKeys.ofUser("kabir"), pages([post(7)]));
  client.setQueryData(postsKeys.ofTag("gwalior"), pages([post(8)]));
  client.setQueryData(postsKeys.detail("post-8"), post(8));
  return client;
}

afterEach(() => jest.useRealTimers());

describe("a changed post", () => {
  const editCaption = (shown: Post) => ({ ...shown, caption: "Better" });

  test("is updated in every list and on its own page", () => {
    const client = filledClient();
    patchPost(client, "post-8", editCaption);
    for (const key of [postsKeys.feed(), postsKeys.ofUser("ishita"), postsKeys.ofTag("gwalior")]) {
      const changed = postItems.all(client.getQueryData<PostPages>(key)).find(({ _id }) => _id === "post-8");
      expect(changed?.caption).toBe("Better");
    }
    expect(client.getQueryData<Post>(postsKeys.detail("post-8"))?.caption).toBe("Better");
  });

  test("leaves other posts and lists identical, so that they do not render again", () => {
    const client = filledClient();
    const before = client.getQueryData<PostPages>(postsKeys.feed());
    const kabir = client.getQueryData<PostPages>(postsKeys.ofUser("kabir"));
    patchPost(client, "post-8", editCaption);
    const after = client.getQueryData<PostPages>(postsKeys.feed());
    expect(after?.pages[0]?.posts[0]).toBe(before?.pages[0]?.posts[0]);
    expect(after?.pages[1]).toBe(before?.pages[1]);
    expect(client.getQueryData<PostPages>(postsKeys.ofUser("kabir"))).toBe(kabir);
  });

  test("stays changed when a page requested before the change arrives after it", async () => {
    const client = filledClient();
    let respond = (_: unknown) => {};
    const query = client.getQueryCache().find({ queryKey: postsKeys.feed() });
    const stale = client.getQueryData<PostPages>(postsKeys.feed());
    const fetching = query?.fetch({
      queryKey: postsKeys.feed(),
      queryFn: () => new Promise((resolve) => (respond = resolve)),
    });
    await new Promise(setImmediate);
    patchPost(client, "post-8", (shown) => withLike(shown, true));
    respond(stale);
    await fetching;
    await new Promise(setImmediate);
    const changed = postItems
      .all(client.getQueryData<PostPages>(postsKeys.feed()))
      .find(({ _id }) => _id === "post-8");
    expect(changed).toMatchObject({ isLiked: true, likesCount: 4 });
  });
});

describe("a like", () => {
  test("counts once, however often it is applied", () => {
    expect(withLike(withLike(post(1), true), true)).toMatchObject({ isLiked: true, likesCount: 4 });
    expect(withLike(withLike(post(1), true), false)).toMatchObject({ isLiked: false, likesCount: 3 });
  });
});

describe("a deleted post", () => {
  test("leaves every list and every total", () => {
    const client = filledClient();
    removePost(client, post(8));
    expect(ids(client, postsKeys.feed())).toEqual([[9], [5, 4]]);
    expect(ids(client, postsKeys.ofUser("ishita"))).toEqual([[4]]);
    expect(ids(client, postsKeys.ofTag("gwalior"))).toEqual([[]]);
    expect(total(client, postsKeys.feed())).toBe(3);
    expect(total(client, postsKeys.ofUser("kabir"))).toBe(1);
  });

  test("stays away from a list that arrives with it, until it is restored", () => {
    jest.useFakeTimers();
    const client = new QueryClient();
    const arrive = () => {
      client.removeQueries({ queryKey: postsKeys.feed() });
      client.setQueryData(postsKeys.feed(), pages([post(9), post(8)]));
    };
    removePost(client, post(8));
    arrive();
    expect(ids(client, postsKeys.feed())).toEqual([[9]]);
    restorePost(client, post(8));
    expect(ids(client, postsKeys.feed())).toEqual([[9, 8]]);
    arrive();
    expect(ids(client, postsKeys.feed())).toEqual([[9, 8]]);
    removePost(client, post(8));
    jest.runOnlyPendingTimers();
    arrive();
    expect(ids(client, postsKeys.feed())).toEqual([[9, 8]]);
  });

  test("is restored to its place, and only there, on rollback", () => {
    const client = filledClient();
    const rollback = removePost(client, post(5));
    patchPost(client, "post-8", (shown) => withLike(shown, true));
    rollback();
    expect(ids(client, postsKeys.feed())).toEqual([
      [9, 8],
      [5, 4],
    ]);
    expect(ids(client, postsKeys.ofUser("kabir"))).toEqual([[7]]);
    expect(total(client, postsKeys.feed())).toBe(4);
    expect(postItems.all(client.getQueryData<PostPages>(postsKeys.feed()))[1]?.isLiked).toBe(true);
  });

  test("is restored at the very end when it was the oldest", () => {
    const client = filledClient();
    removePost(client, post(4))();
    expect(ids(client, postsKeys.feed())).toEqual([
      [9, 8],
      [5, 4],
    ]);
  });
});

test("a restored post has the trending lists loaded again, whose order is not by time", () => {
  const client = filledClient();
  for (const key of [postsKeys.trending(), postsKeys.trending("image")])
    client.setQueryData(key, pages([post(8), post(9)]));
  const restore = removePost(client, post(8));
  expect(ids(client, postsKeys.trending())).toEqual([[9]]);
  restore();
  for (const key of [postsKeys.trending(), postsKeys.trending("image")])
    expect(client.getQueryState(key)?.isInvalidated).toBe(true);
});

test("a restored post older than what is loaded has its list loaded again", () => {
  const client = filledClient();
  const feed = pages([post(9), post(8)], [post(5)]);
  client.setQueryData(postsKeys.feed(), { ...feed, pages: feed.pages.slice(0, 1) });
  insertPost(client, post(4));
  expect(ids(client, postsKeys.feed())).toEqual([[9, 8]]);
  expect(client.getQueryState(postsKeys.feed())?.isInvalidated).toBe(true);
  expect(client.getQueryState(postsKeys.ofUser("ishita"))?.isInvalidated).toBe(false);
});

describe("a new post", () => {
  test("appears once at the top of the feed, its author's posts and its tags", () => {
    const client = filledClient();
    const fresh = post(10, { hashtags: ["gwalior"] });
    insertPost(client, fresh);
    insertPost(client, fresh);
    expect(ids(client, postsKeys.feed())).toEqual([
      [10, 9, 8],
      [5, 4],
    ]);
    expect(ids(client, postsKeys.ofUser("ishita"))).toEqual([[10, 8, 4]]);
    expect(ids(client, postsKeys.ofTag("gwalior"))).toEqual([[10, 8]]);
    expect(ids(client, postsKeys.ofUser("kabir"))).toEqual([[7]]);
    expect(total(client, postsKeys.feed())).toBe(5);
  });

  test("is the first of an empty feed", () => {
    const client = new QueryClient();
    client.setQueryData(postsKeys.feed(), pages([]));
    insertPost(client, post(1));
    expect(ids(client, postsKeys.feed())).toEqual([[1]]);
  });

  test("creates no list when the feed was never loaded", () => {
    const client = new QueryClient();
    insertPost(client, post(1));
    expect(client.getQueryData(postsKeys.feed())).toBeUndefined();
  });
});

describe("the circle's feed", () => {
  const circle = postsKeys.feed("circle");

  test("has one's own new and restored posts, too, and lacks deleted ones", () => {
    const client = filledClient();
    client.setQueryData(circle, pages([post(9), post(5)]));
    removePost(client, post(9))();
    removePost(client, post(5));
    insertPost(client, post(10));
    expect(ids(client, circle)).toEqual([[10, 9]]);
  });

  test("is refreshed by itself", async () => {
    const client = filledClient();
    client.setQueryData(circle, pages([post(9), post(5)]));
    client.setQueryData(postsKeys.fresh("circle"), pages([post(10)]));
    await replaceFeed(client, "circle");
    expect(ids(client, circle)).toEqual([[10]]);
    expect(ids(client, postsKeys.feed())).toEqual([
      [9, 8],
      [5, 4],
    ]);
  });

  test.each([
    ["at once where it is empty", [], 1],
    ["when it is next opened where it is being read", [post(9)], 0],
  ])("is loaded again after a join %s", async (_name, posts, fetches) => {
    const client = new QueryClient();
    const queryFn = jest.fn(async () => pages([post(10)]).pages[0]);
    client.setQueryData(circle, pages(posts));
    const options = { queryKey: circle, queryFn, initialPageParam: null, getNextPageParam: () => null };
    const observer = new InfiniteQueryObserver(client, { ...options, staleTime: Number.POSITIVE_INFINITY });
    const stop = observer.subscribe(() => {});
    renewCircleFeed(client);
    await new Promise(setImmediate);
    expect(queryFn).toHaveBeenCalledTimes(fetches);
    stop();
    observer.subscribe(() => {})();
    await new Promise(setImmediate);
    expect(queryFn).toHaveBeenCalledTimes(1);
  });
});

test("a restored bookmark has the list of bookmarks loaded again", () => {
  const client = filledClient();
  client.setQueryData(postsKeys.bookmarksWith(""), pages([post(9, { isBookmarked: true })]));
  restorePost(client, post(10, { isBookmarked: true }));
  expect(client.getQueryState(postsKeys.bookmarksWith(""))?.isInvalidated).toBe(true);
});

describe("new posts since the feed was loaded", () => {
  const mine = { userId: { ...author, _id: "me" } };
  const shown = [post(9, mine), post(5), post(4)];

  test.each([
    ["no, when the newest are shown", [post(9, mine), post(5)], false],
    ["yes, with a post newer than all by other people", [post(7)], true],
    ["yes, also below one's own", [post(9, mine), post(8)], true],
    ["no, with only one's own from another device", [post(10, mine), post(5)], false],
    ["no, when the newest was deleted", [post(4)], false],
    ["no, without an answer", [], false],
  ])("%s", (_name, newest, expected) => {
    expect(hasNewPosts(shown, newest, "me")).toBe(expected);
  });

  test("yes, with any post in an empty feed", () => {
    expect(hasNewPosts([], [post(1)], "me")).toBe(true);
  });

  test("replace everything loaded and cancel a page still loading", async () => {
    const client = filledClient();
    const query = client.getQueryCache().find({ queryKey: postsKeys.feed() });
    const fetching = query?.fetch({ queryKey: postsKeys.feed(), queryFn: () => new Promise(() => {}) });
    client.setQueryData(postsKeys.fresh("campus"), pages([post(10), post(9)]));
    await replaceFeed(client, "campus");
    await fetching?.catch(() => undefined);
    expect(ids(client, postsKeys.feed())).toEqual([[10, 9]]);
  });
});
