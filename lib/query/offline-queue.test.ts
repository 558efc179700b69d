/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { commentItems } from "@/lib/comments/client/cache";
import { queuedCommentLike } from "@/lib/comments/client/like";
import { queuedComment } from "@/lib/comments/client/mutations";
import { commentsKeys } from "@/lib/comments/client/queries";
import { queuedMessage } from "@/lib/messages/client/mutations";
import { type PostPages, postItems, postsKeys } from "@/lib/posts/client/cache";
import { queuedBookmark, queuedLike } from "@/lib/posts/client/mutations";
import { storeProfile } from "@/lib/profiles/client/stored-profile";
import {
  dequeueTarget,
  enqueue,
  enqueueMessage,
  isWaiting,
  type NewAction,
  queued,
  queuedActions,
} from "@/lib/query/offline-queue";
import { flushQueue, showQueue } from "@/lib/query/send-queue";
import { forgetStoredSession, storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiHandler, errorAnswer, fakeApi } from "@/tests/browser-api";
import { conversationOf, messageOf } from "@/tests/message-fixture";
import { ownUser } from "@/tests/user-fixture";

const handlers = {
  like: queuedLike,
  bookmark: queuedBookmark,
  comment: queuedComment,
  comment_like: queuedCommentLike,
  message: queuedMessage,
};
const away = new ApiClientError(0, "network", "We can't reach the server.");
const like = (liked: boolean, postId = "p1") => ({ kind: "like", postId, liked }) as const;
const bookmark = (bookmarked: boolean) => ({ kind: "bookmark", postId: "p1", bookmarked }) as const;
const comment = (content: string, clientId: string) =>
  ({ kind: "comment", postId: "p1", content, clientId, createdAt: "2026-11-21T03:00:00.000Z" }) as const;

let onLine: jest.SpyInstance;
beforeEach(() => {
  localStorage.clear();
  signIn("me");
  onLine = jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
});
afterEach(() => onLine.mockRestore());

function signIn(_id: string): void {
  storeTokens({ accessToken: `token of ${_id}`, refreshToken: "r" });
  storeProfile(ownUser({ _id }));
}

/** A server that accepts likes, bookmarks and comments of post p1. */
function server(
  handler: ApiHandler = () => errorAnswer(404, "not_found", "This post is no longer available."),
) {
  const author = { _id: "me", name: "Me", username: "", avatar: "" };
  return fakeApi((call) => {
    const body = call.body as { liked?: boolean; bookmarked?: boolean; content?: string; clientId?: string };
    if (!call.path.startsWith("/api/posts/p1/")) return handler(call);
    if (call.path.endsWith("/like")) {
      return { status: 200, body: { isLiked: body.liked, likesCount: 4, likes: [] } };
    }
    if (call.path.endsWith("/bookmark")) return { status: 200, body: { isBookmarked: body.bookmarked } };
    const created = { _id: `c ${body.clientId}`, userId: author, content: body.content, createdAt: "2026" };
    return { status: 201, body: { comment: created, commentsCount: 9 } };
  });
}

describe("an action without a connection", () => {
  /** Does the action, for which the server is away. */
  const doOffline = (action: NewAction, error: Error = away) => queued(action, () => Promise.reject(error));

  test("is queued in order and outlives the page", async () => {
    expect(await doOffline(comment("One", "a"))).toBeUndefined();
    await doOffline(like(true));
    expect(queuedActions()).toEqual([
      { ...comment("One", "a"), personId: "me" },
      { ...like(true), personId: "me" },
    ]);
    expect(JSON.parse(localStorage.getItem("waiting") ?? "")).toEqual(queuedActions());
  });

  test("replaces an earlier like or bookmark of the post; every comment is queued", async () => {
    for (const liked of [true, false, true, false]) await doOffline(like(liked));
    for (const bookmarked of [true, false, true]) await doOffline(bookmark(bookmarked));
    await doOffline(like(true, "p2"));
    await doOffline(comment("Same", "a"));
    await doOffline(comment("Same", "b"));
    expect(queuedActions()).toMatchObject([
      { liked: false },
      { kind: "bookmark", bookmarked: true },
      { postId: "p2" },
      { clientId: "a" },
      { clientId: "b" },
    ]);
  });

  test("is not queued while online, or when the server rejected it", async () => {
    const rejected = new ApiClientError(500, "internal", "No");
    await expect(doOffline(like(true), rejected)).rejects.toBe(rejected);
    onLine.mockReturnValue(true);
    await expect(doOffline(like(true))).rejects.toBe(away);
    expect(queuedActions()).toEqual([]);
  });

  test("waits again when what replaces it fails, and no longer when that is done", async () => {
    await doOffline(like(true));
    await expect(doOffline(like(false), new ApiClientError(500, "internal", "No"))).rejects.toThrow();
    expect(queuedActions()).toMatchObject([{ liked: true }]);
    expect(await queued(like(false), async () => "done")).toBe("done");
    expect(queuedActions()).toEqual([]);
  });

  test("waits when the page was left with it", async () => {
    const leave = async () => void enqueue(comment("One", "a"));
    expect(await queued(comment("One", "a"), leave)).toBeUndefined();
    expect(queuedActions()).toHaveLength(1);
  });

  test("belongs to its person: it is cleared with the session, and when someone else signs in", async () => {
    await doOffline(like(true));
    forgetStoredSession();
    expect(localStorage.getItem("waiting")).toBeNull();
    await expect(doOffline(like(true))).rejects.toBe(away);

    signIn("me");
    await doOffline(like(true));
    signIn("me");
    expect(queuedActions()).toHaveLength(1);
    signIn("someone else");
    expect(localStorage.getItem("waiting")).toBeNull();
    localStorage.setItem("waiting", JSON.stringify([{ ...like(true), personId: "me" }]));
    expect(queuedActions()).toEqual([]);
  });

  test("is queued whatever else is in storage", () => {
    for (const junk of ["{", "{}", "[1, null]", '[{"kind":"like","personId":"me"}]', '[{"kind":"run"}]']) {
      localStorage.setItem("waiting", junk);
      expect(queuedActions()).toEqual([]);
    }
    expect(enqueue(like(true))).toBe(true);
    expect(queuedActions()).toHaveLength(1);
  });
});

describe("back online", () => {
  const rejected = jest.fn();
  beforeEach(() => rejected.mockReset());

  test("everything is sent in order, once, with its client id", async () => {
    enqueue(comment("One", "a"));
    enqueue(like(true));
    enqueue(bookmark(true));
    enqueue(comment("Two", "b"));
    const { calls } = server();
    await flushQueue(new QueryClient(), handlers, rejected);
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ["/api/posts/p1/comments", { content: "One", clientId: "a" }],
      ["/api/posts/p1/like", { liked: true }],
      ["/api/posts/p1/bookmark", { bookmarked: true }],
      ["/api/posts/p1/comments", { content: "Two", clientId: "b" }],
    ]);
    expect(localStorage.getItem("waiting")).toBeNull();
    expect(rejected).not.toHaveBeenCalled();
  });

  test("two tabs together send everything once", async () => {
    enqueue(comment("One", "a"));
    enqueue(comment("Two", "b"));
    let isHeld = false;
    const request = async (_name: string, _options: LockOptions, work: LockGrantedCallback<unknown>) => {
      if (isHeld) return work(null);
      isHeld = true;
      return await work({ name: "", mode: "exclusive" });
    };
    Object.defineProperty(navigator, "locks", { value: { request }, configurable: true });
    const { calls } = server();
    await Promise.all([1, 2].map(() => flushQueue(new QueryClient(), handlers, rejected)));
    Reflect.deleteProperty(navigator, "locks");
    expect(calls.map(({ body }) => body)).toMatchObject([{ clientId: "a" }, { clientId: "b" }]);
  });

  test.each([
    [
      "the connection is gone again",
      () => {
        throw new TypeError("Failed to fetch");
      },
    ],
    ["the server fails", () => errorAnswer(503, "unavailable", "Please try again.")],
    ["the rate limit is reached", () => errorAnswer(429, "rate_limited", "Too fast.")],
  ])("the remaining actions stay queued when %s", async (_case, handler) => {
    enqueue(like(true));
    enqueue(like(true, "p2"));
    enqueue(comment("After that", "a"));
    server(handler as ApiHandler);
    await flushQueue(new QueryClient(), handlers, rejected);
    expect(queuedActions()).toMatchObject([{ postId: "p2" }, { content: "After that" }]);
    expect(rejected).not.toHaveBeenCalled();
  });

  test("a like that was undone while it was being sent is sent again", async () => {
    enqueue(like(true));
    const { calls } = fakeApi(() => {
      if (calls.length === 1) enqueue(like(false));
      return { status: 200, body: { isLiked: calls.length === 1, likesCount: 4, likes: [] } };
    });
    await flushQueue(new QueryClient(), handlers, rejected);
    expect(calls.map(({ body }) => body)).toEqual([{ liked: true }, { liked: false }]);
    expect(queuedActions()).toEqual([]);
  });

  test("a rejected action is reported and removed, and the others are sent", async () => {
    enqueue(like(true, "gone"));
    enqueue(comment("Still here", "a"));
    const { calls } = server();
    await flushQueue(new QueryClient(), handlers, rejected);
    expect(rejected).toHaveBeenCalledTimes(1);
    expect(rejected).toHaveBeenCalledWith(
      expect.objectContaining({ postId: "gone" }),
      "This post is no longer available.",
    );
    expect(calls).toHaveLength(2);
    expect(queuedActions()).toEqual([]);
  });
});

describe("a message", () => {
  const message = (text: string, clientId: string) =>
    ({ kind: "message", conversationId: "c1", text, clientId, createdAt: "2026" }) as const;
  const answer = ({ text, clientId }: { text: string; clientId: string }) => ({
    status: 201,
    body: {
      message: messageOf(text, { clientId }),
      conversation: conversationOf({ lastMessage: messageOf(text, { clientId }) }),
    },
  });

  test("is sent with its client id, after those that wait", async () => {
    enqueue(message("One", "a"));
    enqueueMessage(message("Two", "b"));
    const { calls } = fakeApi(({ body }) => answer(body as { text: string; clientId: string }));
    await flushQueue(new QueryClient(), handlers, jest.fn());
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ["/api/conversations/c1/messages", { text: "One", clientId: "a" }],
      ["/api/conversations/c1/messages", { text: "Two", clientId: "b" }],
    ]);
    expect(queuedActions()).toEqual([]);
  });

  test("that is rejected is reported and stays, but is not sent again by itself", async () => {
    enqueue(message("Hello?", "a"));
    const rejected = jest.fn();
    const { calls } = fakeApi(() => errorAnswer(403, "forbidden", "This member doesn't accept messages."));
    await flushQueue(new QueryClient(), handlers, rejected);
    await flushQueue(new QueryClient(), handlers, rejected);
    expect(calls).toHaveLength(1);
    expect(rejected).toHaveBeenCalledTimes(1);
    expect(queuedActions()).toMatchObject([
      { text: "Hello?", failure: "This member doesn't accept messages." },
    ]);
    expect(queuedActions().filter(isWaiting)).toEqual([]);
    dequeueTarget(message("Hello?", "a"));
    expect(queuedActions()).toEqual([]);
  });
});

describe("a queued action", () => {
  const page = (post: object) => ({ pages: [{ posts: [post], total: 1 }], pageParams: [null] });

  test("shows as if it had been sent, in what is there and in what comes later", async () => {
    const client = new QueryClient();
    enqueue(like(true));
    enqueue(comment("From the tunnel", "a"));
    const stop = showQueue(client, handlers);
    client.setQueryData(postsKeys.feed(), page({ _id: "p1", isLiked: false, likesCount: 3 }));
    client.setQueryData(commentsKeys.threads("p1"), { pages: [{ comments: [] }], pageParams: [null] });
    await Promise.resolve();
    const [post] = postItems.all(client.getQueryData<PostPages>(postsKeys.feed()));
    expect(post).toMatchObject({ isLiked: true, likesCount: 4 });
    expect(commentItems.all(client.getQueryData(commentsKeys.threads("p1")))).toMatchObject([
      { _id: "pending:a", content: "From the tunnel" },
    ]);
    enqueue(comment("And again", "b"));
    server();
    await flushQueue(client, handlers, jest.fn());
    expect(commentItems.all(client.getQueryData(commentsKeys.threads("p1")))).toMatchObject([
      { _id: "c b" },
      { _id: "c a" },
    ]);
    stop();
  });

  test("is shown alone where other comments can't be loaded, and those are fetched later", async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
    enqueue(comment("Alone", "a"));
    const stop = showQueue(client, handlers);
    const queryKey = commentsKeys.threads("p1");
    await client.prefetchInfiniteQuery({
      queryKey,
      queryFn: () => Promise.reject(away),
      initialPageParam: null,
    });
    await Promise.resolve();
    expect(commentItems.all(client.getQueryData(queryKey))).toMatchObject([{ content: "Alone" }]);
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
    stop();
  });
});
