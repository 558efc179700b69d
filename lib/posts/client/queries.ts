import { type QueryKey, queryOptions } from "@tanstack/react-query";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { type PostPages, postsKeys } from "@/lib/posts/client/cache";
import { FEED_PAGE, type FeedName, GRID_PAGE, LIKERS_PAGE, LOG_IN_TO_VIEW } from "@/lib/posts/policy";
import type { FeedAnswer } from "@/lib/posts/schema";
import { pagedList } from "@/lib/query/pages";
import { storedAccessToken } from "@/lib/sessions/client/stored-session";

/** One page of a list of posts. */
type LoadPage = (
  page: { limit: number; cursor: string | undefined },
  signal: AbortSignal,
) => Promise<FeedAnswer>;

function postList(queryKey: QueryKey, loadPage: LoadPage, limit = FEED_PAGE) {
  return {
    ...pagedList(queryKey, async (cursor, signal) => {
      if (!storedAccessToken()) throw new ApiClientError(401, "signed_out", LOG_IN_TO_VIEW);
      return loadPage({ limit, cursor }, signal);
    }),
    // A list never reorders itself while it is read; a visit or Refresh reloads it.
    staleTime: Number.POSITIVE_INFINITY,
  };
}

export type PostListOptions = ReturnType<typeof postList>;

/** The whole campus is what the API answers by default. */
const nameOf = (feed: FeedName) => (feed === "campus" ? undefined : feed);
const newestFirst = (feed: FeedName) => ({ sort: "-createdAt", feed: nameOf(feed) });

/** The posts of a feed, newest first. */
export const feedOptions = (feed: FeedName = "campus") =>
  postList(postsKeys.feed(feed), (page, signal) =>
    api.get("/posts", { query: { ...newestFirst(feed), ...page }, signal }),
  );

/** One person's posts, newest first. */
export const userPostsOptions = (userId: string) =>
  postList(postsKeys.ofUser(userId), (query, signal) =>
    api.get("/users/{userId}/posts", { params: { userId }, query, signal }),
  );

/** The posts with a tag (lower case, without `#`), newest first. */
export const tagPostsOptions = (tag: string) =>
  postList(postsKeys.ofTag(tag), (page, signal) => api.get("/posts", { query: { tag, ...page }, signal }));

export const postOptions = (postId: string) =>
  queryOptions({
    queryKey: postsKeys.detail(postId),
    queryFn: ({ signal }) =>
      api.get("/posts/{postId}", { params: { postId }, signal }).then(({ post }) => post),
  });

/** The newest few posts of a feed, to check whether there are new ones. */
export const newestPostsOptions = (feed: FeedName, limit: number) =>
  queryOptions({
    queryKey: postsKeys.newest(feed, limit),
    queryFn: ({ signal }) =>
      api.get("/posts", { query: { feed: nameOf(feed), limit }, signal }).then(({ posts }) => posts),
    retry: false,
  });

/**
 * The viewer's bookmarks whose captions have the words `q`, the latest first. A bookmark that is
 * removed is only hidden, so that its Undo brings the post back to its place.
 */
export const bookmarksOptions = (q: string) => ({
  ...postList(postsKeys.bookmarksWith(q), (page, signal) =>
    api.get("/bookmarks", { query: { q: q || undefined, ...page }, signal }),
  ),
  select: withoutRemoved,
});

const withoutRemoved = (data: PostPages): PostPages => ({
  ...data,
  pages: data.pages.map((page) => ({ ...page, posts: page.posts.filter((post) => post.isBookmarked) })),
});

/** This week's trending posts, best first. */
export const trendingOptions = () =>
  postList(postsKeys.trending(), (query, signal) => api.get("/posts/trending", { query, signal }));

/** The pictures among them, for a grid. */
export const trendingPicturesOptions = () =>
  postList(
    postsKeys.trending("image"),
    (page, signal) => api.get("/posts/trending", { query: { mediaType: "image", ...page }, signal }),
    GRID_PAGE,
  );

/** The people who like a post, latest first. */
export const likersOptions = (postId: string) => ({
  ...pagedList(postsKeys.likers(postId), (cursor, signal) =>
    api.get("/posts/{postId}/likes", { params: { postId }, query: { limit: LIKERS_PAGE, cursor }, signal }),
  ),
  // Someone may have liked it since the list was last open.
  staleTime: 0,
});

/** Tags that begin with a text. */
export const tagSearchOptions = (q: string) =>
  queryOptions({
    queryKey: postsKeys.tagSearch(q),
    queryFn: ({ signal }) => api.get("/search/tags", { query: { q }, signal }).then(({ tags }) => tags),
    enabled: q !== "",
  });

/** This week's trending tags; at most a minute old, as on the server. */
export const trendingTagsOptions = () =>
  queryOptions({
    queryKey: postsKeys.trendingTags(),
    queryFn: ({ signal }) => api.get("/tags/trending", { signal }).then(({ tags }) => tags),
    staleTime: 60_000,
  });
