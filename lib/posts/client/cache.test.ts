import { QueryClient } from "@tanstack/react-query";
import {
  hasNewPosts,
  type PostPages,
  patchPost,
  postItems,
  prependPost,
  removePost,
  replaceFeed,
  withLike,
} from "@/lib/posts/client/cache";
import { postsKeys } from "@/lib/posts/client/keys";
import type { FeedAnswer, Post } from "@/lib/posts/schema";

const author = { _id: "ishita", name: "Ishita Verma", username: "", avatar: "", collegeName: "MITS" };

/** A post; a larger number is newer. */
function post(number: number, change: Partial<Post> = {}): Post {
  return {
    _id: `post-${number}`,
    userId: author,
    caption: `Post ${number}`,
    mediaUrl: "",
    mediaType: "image",
    hashtags: [],
    visibility: "public",
    likes: [],
    isLiked: false,
    likesCount: 3,
    commentsCount: 0,
    sharesCount: 0,
    isActive: true,
    createdAt: new Date(Date.UTC(2026, 0, number)).toISOString(),
    width: 4,
    height: 3,
    placeholder: "",
    thumbnail: "",
    altText: "",
    ...change,
  };
}

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

/**
 * A browser that shows the feed in two pages, the author's posts, those of a tag and one post
 * alone.
 */
function openBrowser() {
  const client = new QueryClient();
  client.setQueryData(postsKeys.feed(), pages([post(9), post(8)], [post(5), post(4)]));
  client.setQueryData(postsKeys.ofUser("ishita"), pages([post(8), post(4)]));
  client.setQueryData(postsKeys.ofUser("kabir"), pages([post(7)]));
  client.setQueryData(postsKeys.ofTag("gwalior"), pages([post(8)]));
  client.setQueryData(postsKeys.detail("post-8"), post(8));
  return client;
}

afterEach(() => jest.useRealTimers());

describe("a post that changes", () => {
  const better = (shown: Post) => ({ ...shown, caption: "Better" });

  test("is new in every list and on its own page", () => {
    const client = openBrowser();
    patchPost(client, "post-8", better);
    for (const key of [postsKeys.feed(), postsKeys.ofUser("ishita"), postsKeys.ofTag("gwalior")]) {
      const found = postItems.all(client.getQueryData<PostPages>(key)).find(({ _id }) => _id === "post-8");
      expect(found?.caption).toBe("Better");
    }
    expect(client.getQueryData<Post>(postsKeys.detail("post-8"))?.caption).toBe("Better");
  });

  test("leaves other posts and lists the very same objects, so that they are not drawn again", () => {
    const client = openBrowser();
    const before = client.getQueryData<PostPages>(postsKeys.feed());
    const kabir = client.getQueryData<PostPages>(postsKeys.ofUser("kabir"));
    patchPost(client, "post-8", better);
    const after = client.getQueryData<PostPages>(postsKeys.feed());
    expect(after?.pages[0]?.posts[0]).toBe(before?.pages[0]?.posts[0]);
    expect(after?.pages[1]).toBe(before?.pages[1]);
    expect(client.getQueryData<PostPages>(postsKeys.ofUser("kabir"))).toBe(kabir);
  });

  test("stays changed when the next page, asked for before, arrives after", async () => {
    const client = openBrowser();
    let arrive = (_: unknown) => {};
    const loading = client.getQueryCache().find({ queryKey: postsKeys.feed() });
    const old = client.getQueryData<PostPages>(postsKeys.feed());
    const fetching = loading?.fetch({
      queryKey: postsKeys.feed(),
      queryFn: () => new Promise((resolve) => (arrive = resolve)),
    });
    await new Promise(setImmediate);
    patchPost(client, "post-8", (shown) => withLike(shown, true));
    arrive(old);
    await fetching;
    await new Promise(setImmediate);
    const found = postItems
      .all(client.getQueryData<PostPages>(postsKeys.feed()))
      .find(({ _id }) => _id === "post-8");
    expect(found).toMatchObject({ isLiked: true, likesCount: 4 });
  });
});

describe("a like", () => {
  test("counts once however often it is shown", () => {
    expect(withLike(withLike(post(1), true), true)).toMatchObject({ isLiked: true, likesCount: 4 });
    expect(withLike(withLike(post(1), true), false)).toMatchObject({ isLiked: false, likesCount: 3 });
  });
});

describe("a post that is deleted", () => {
  test("leaves every list, and the totals follow", () => {
    const client = openBrowser();
    removePost(client, post(8));
    expect(ids(client, postsKeys.feed())).toEqual([[9], [5, 4]]);
    expect(ids(client, postsKeys.ofUser("ishita"))).toEqual([[4]]);
    expect(ids(client, postsKeys.ofTag("gwalior"))).toEqual([[]]);
    expect(total(client, postsKeys.feed())).toBe(3);
    expect(total(client, postsKeys.ofUser("kabir"))).toBe(1);
  });

  test("comes back where it was, and only there, when the server refuses", () => {
    const client = openBrowser();
    const bringBack = removePost(client, post(5));
    patchPost(client, "post-8", (shown) => withLike(shown, true));
    bringBack();
    expect(ids(client, postsKeys.feed())).toEqual([
      [9, 8],
      [5, 4],
    ]);
    expect(ids(client, postsKeys.ofUser("kabir"))).toEqual([[7]]);
    expect(total(client, postsKeys.feed())).toBe(4);
    expect(postItems.all(client.getQueryData<PostPages>(postsKeys.feed()))[1]?.isLiked).toBe(true);
  });

  test("comes back at the very end when it was the oldest", () => {
    const client = openBrowser();
    removePost(client, post(4))();
    expect(ids(client, postsKeys.feed())).toEqual([
      [9, 8],
      [5, 4],
    ]);
  });
});

describe("a new post", () => {
  test("is on top of the feed, of its author's posts and of its tags, once", () => {
    const client = openBrowser();
    const fresh = post(10, { hashtags: ["gwalior"] });
    prependPost(client, fresh);
    prependPost(client, fresh);
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
    prependPost(client, post(1));
    expect(ids(client, postsKeys.feed())).toEqual([[1]]);
  });

  test("makes no list of a feed that was never loaded", () => {
    const client = new QueryClient();
    prependPost(client, post(1));
    expect(client.getQueryData(postsKeys.feed())).toBeUndefined();
  });
});

describe("what is new since a feed was loaded", () => {
  const mine = { userId: { ...author, _id: "me" } };
  const shown = [post(9, mine), post(5), post(4)];

  test.each([
    ["nothing, when the newest are shown", [post(9, mine), post(5)], false],
    ["a post newer than all of other people's", [post(7)], true],
    ["also below one's own", [post(9, mine), post(8)], true],
    ["never one's own, from another device or just deleted", [post(10, mine), post(5)], false],
    ["nothing, when the newest was deleted", [post(4)], false],
    ["nothing, when nothing is known", [], false],
  ])("is %s", (_name, newest, expected) => {
    expect(hasNewPosts(shown, newest, "me")).toBe(expected);
  });

  test("is anything, in an empty feed", () => {
    expect(hasNewPosts([], [post(1)], "me")).toBe(true);
  });

  test("comes in the place of all that is loaded, also of a page on its way", async () => {
    const client = openBrowser();
    const next = client.getQueryCache().find({ queryKey: postsKeys.feed() });
    const fetching = next?.fetch({ queryKey: postsKeys.feed(), queryFn: () => new Promise(() => {}) });
    await replaceFeed(client, pages([post(10), post(9)]).pages[0] as FeedAnswer);
    await fetching?.catch(() => undefined);
    expect(ids(client, postsKeys.feed())).toEqual([[10, 9]]);
  });
});
