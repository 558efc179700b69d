/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { ApiClientError } from "@/lib/api/client-error";
import { forgetStoredSession, storeProfile, storeTokens } from "@/lib/auth/stored-session";
import { commentsKeys, loadedComments } from "@/lib/comments/queries";
import { sendWaiting } from "@/lib/offline/send-waiting";
import { showWaiting } from "@/lib/offline/show-waiting";
import { waitFor, waitingActs } from "@/lib/offline/waiting";
import { loadedPosts, type PostPages, postsKeys } from "@/lib/posts/queries";
import { type Answering, fakeApi, refusal } from "@/tests/browser-api";
import { ownUser } from "@/tests/own-user";

const away = new ApiClientError(0, "network", "We can't reach the server.");
const like = (liked: boolean, postId = "p1") => ({ kind: "like", postId, liked }) as const;
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

/** A server that knows likes and comments. */
function server(answering: Answering = () => refusal(404, "not_found", "That post is not there any more.")) {
  const author = { _id: "me", name: "Me", username: "", avatar: "" };
  return fakeApi((call) => {
    const body = call.body as { liked?: boolean; content?: string; clientId?: string };
    if (!call.path.startsWith("/api/posts/p1/")) return answering(call);
    if (call.path.endsWith("/like")) {
      return { status: 200, body: { isLiked: body.liked, likesCount: 4, likes: [] } };
    }
    const made = { _id: `c ${body.clientId}`, userId: author, content: body.content, createdAt: "2026" };
    return { status: 201, body: { comment: made, commentsCount: 9 } };
  });
}

describe("an act without a connection", () => {
  test("waits for it, in order, and outlives the page", () => {
    expect(waitFor(away, comment("One", "a"))).toBe(true);
    expect(waitFor(away, like(true))).toBe(true);
    expect(waitingActs()).toEqual([
      { ...comment("One", "a"), personId: "me" },
      { ...like(true), personId: "me" },
    ]);
    expect(JSON.parse(localStorage.getItem("waiting") ?? "")).toEqual(waitingActs());
  });

  test("has the last word on a like; each comment is one of its own", () => {
    for (const liked of [true, false, true, false]) waitFor(away, like(liked));
    waitFor(away, like(true, "p2"));
    waitFor(away, comment("Same", "a"));
    waitFor(away, comment("Same", "b"));
    expect(waitingActs()).toMatchObject([
      { liked: false },
      { postId: "p2" },
      { clientId: "a" },
      { clientId: "b" },
    ]);
  });

  test("fails like any other when the connection is there, or the server refused", () => {
    expect(waitFor(new ApiClientError(500, "internal", "No"), like(true))).toBe(false);
    onLine.mockReturnValue(true);
    expect(waitFor(away, like(true))).toBe(false);
    expect(waitingActs()).toEqual([]);
  });

  test("is its person's: it goes with the session, and with another person's arrival", () => {
    waitFor(away, like(true));
    forgetStoredSession();
    expect(localStorage.getItem("waiting")).toBeNull();
    expect(waitFor(away, like(true))).toBe(false);

    signIn("me");
    waitFor(away, like(true));
    signIn("me");
    expect(waitingActs()).toHaveLength(1);
    signIn("somebody else");
    expect(localStorage.getItem("waiting")).toBeNull();
    localStorage.setItem("waiting", JSON.stringify([{ ...like(true), personId: "me" }]));
    expect(waitingActs()).toEqual([]);
  });

  test("is not disturbed by what else may be in storage", () => {
    for (const junk of ["{", "{}", "[1, null]", '[{"kind":"like","personId":"me"}]', '[{"kind":"run"}]']) {
      localStorage.setItem("waiting", junk);
      expect(waitingActs()).toEqual([]);
    }
    expect(waitFor(away, like(true))).toBe(true);
    expect(waitingActs()).toHaveLength(1);
  });
});

describe("with the connection back", () => {
  const refused = jest.fn();
  beforeEach(() => refused.mockReset());

  test("everything is sent in order, once, under the names it had", async () => {
    waitFor(away, comment("One", "a"));
    waitFor(away, like(true));
    waitFor(away, comment("Two", "b"));
    const { calls } = server();
    expect(await sendWaiting(new QueryClient(), refused)).toBe(false);
    expect(calls.map(({ path, body }) => [path, body])).toEqual([
      ["/api/posts/p1/comments", { content: "One", clientId: "a" }],
      ["/api/posts/p1/like", { liked: true }],
      ["/api/posts/p1/comments", { content: "Two", clientId: "b" }],
    ]);
    expect(localStorage.getItem("waiting")).toBeNull();
    expect(refused).not.toHaveBeenCalled();
  });

  test.each([
    [
      "the connection is gone again",
      () => {
        throw new TypeError("Failed to fetch");
      },
    ],
    ["the server fails", () => refusal(503, "unavailable", "Please try again.")],
    ["it is too much at once", () => refusal(429, "rate_limited", "Too fast.")],
  ])("what is left waits on when %s", async (_why, answering) => {
    waitFor(away, like(true));
    waitFor(away, like(true, "p2"));
    waitFor(away, comment("After that", "a"));
    server(answering as Answering);
    expect(await sendWaiting(new QueryClient(), refused)).toBe(true);
    expect(waitingActs()).toMatchObject([{ postId: "p2" }, { content: "After that" }]);
    expect(refused).not.toHaveBeenCalled();
  });

  test("what was taken back while it was on its way is sent too", async () => {
    waitFor(away, like(true));
    const { calls } = fakeApi(() => {
      if (calls.length === 1) waitFor(away, like(false));
      return { status: 200, body: { isLiked: calls.length === 1, likesCount: 4, likes: [] } };
    });
    await sendWaiting(new QueryClient(), refused);
    expect(calls.map(({ body }) => body)).toEqual([{ liked: true }, { liked: false }]);
    expect(waitingActs()).toEqual([]);
  });

  test("what the server refuses is told and taken off, and the rest goes on", async () => {
    waitFor(away, like(true, "gone"));
    waitFor(away, comment("Still here", "a"));
    const { calls } = server();
    await sendWaiting(new QueryClient(), refused);
    expect(refused).toHaveBeenCalledTimes(1);
    expect(refused).toHaveBeenCalledWith(
      expect.objectContaining({ postId: "gone" }),
      "That post is not there any more.",
    );
    expect(calls).toHaveLength(2);
    expect(waitingActs()).toEqual([]);
  });
});

describe("what waits", () => {
  const page = (post: object) => ({ pages: [{ posts: [post], total: 1 }], pageParams: [null] });

  test("shows as if it had been sent, in what is there and in what comes later", async () => {
    const client = new QueryClient();
    waitFor(away, like(true));
    waitFor(away, comment("From the tunnel", "a"));
    const stop = showWaiting(client);
    client.setQueryData(postsKeys.feed(), page({ _id: "p1", isLiked: false, likesCount: 3 }));
    client.setQueryData(commentsKeys.of("p1"), { pages: [{ comments: [] }], pageParams: [null] });
    await Promise.resolve();
    const [post] = loadedPosts(client.getQueryData<PostPages>(postsKeys.feed()));
    expect(post).toMatchObject({ isLiked: true, likesCount: 4 });
    expect(loadedComments(client.getQueryData(commentsKeys.of("p1")))).toMatchObject([
      { _id: "pending:a", content: "From the tunnel" },
    ]);
    waitFor(away, comment("And again", "b"));
    server();
    await sendWaiting(client, jest.fn());
    expect(loadedComments(client.getQueryData(commentsKeys.of("p1")))).toMatchObject([
      { _id: "c b" },
      { _id: "c a" },
    ]);
    stop();
  });

  test("shows alone where the others' comments can't be loaded, which are asked for later", async () => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
    waitFor(away, comment("Alone", "a"));
    const stop = showWaiting(client);
    const queryKey = commentsKeys.of("p1");
    await client.prefetchInfiniteQuery({
      queryKey,
      queryFn: () => Promise.reject(away),
      initialPageParam: null,
    });
    await Promise.resolve();
    expect(loadedComments(client.getQueryData(queryKey))).toMatchObject([{ content: "Alone" }]);
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
    stop();
  });
});
