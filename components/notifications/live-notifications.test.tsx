/** @jest-environment jsdom */
import { BroadcastChannel } from "node:worker_threads";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { LiveNotifications } from "@/components/notifications/live-notifications";
import { commentsKeys } from "@/lib/comments/client/queries";
import { useLiveNotifications } from "@/lib/notifications/client/live";
import type { Notification } from "@/lib/notifications/schema";
import { postsKeys, settlePost } from "@/lib/posts/client/cache";
import { usersKeys } from "@/lib/profiles/client/cache";
import { onePage } from "@/lib/query/pages";
import { fakeApi, show } from "@/tests/browser-api";
import { commentOf } from "@/tests/comment-fixture";
import { broadcastBetweenTabs, freshBrowser } from "@/tests/fresh-browser";
import { ownUser } from "@/tests/user-fixture";

jest.mock("@/lib/notifications/client/live", () => ({ useLiveNotifications: jest.fn() }));
jest.mock("@/lib/notifications/client/push-device", () => ({ renewPushSubscription: jest.fn() }));

const liked = {
  type: "like",
  custom: false,
  message: "liked your post",
  senderId: { name: "Kabir Rao" },
} as Notification;

test("equal news is announced again, and several at once by their number", () => {
  const me = ownUser();
  freshBrowser(me);
  fakeApi(() => ({ status: 200, body: { unreadCount: 0 } }));
  show(<LiveNotifications personId={me._id} />);
  const arrive = (arrived: Notification[]) =>
    act(() => jest.mocked(useLiveNotifications).mock.lastCall?.[1].onArrival(arrived));
  const said = () => screen.getByRole("status").firstElementChild;
  arrive([liked]);
  const first = said();
  expect(first?.textContent).toBe("New notification: Kabir Rao liked your post");
  arrive([liked]);
  expect(said()?.textContent).toBe(first?.textContent);
  // A screen reader says what is inserted, and not what stays the same.
  expect(said()).not.toBe(first);
  arrive([liked, liked]);
  expect(said()?.textContent).toBe("2 new notifications");
});

describe("what the person does in another tab", () => {
  const me = ownUser();
  broadcastBetweenTabs(me);

  let client: QueryClient;
  let otherTab: BroadcastChannel;
  beforeEach(() => {
    fakeApi(() => ({ status: 200, body: { unreadCount: 0 } }));
    client = new QueryClient();
    show(<LiveNotifications personId={me._id} />, client);
    otherTab = new BroadcastChannel(`campus-circle-${me._id}`);
  });
  afterEach(() => otherTab.close());

  const listOf = (...ids: string[]) => {
    const comments = ids.map((_id) => commentOf({ _id, content: _id }));
    const commentsCount = ids.filter((id) => !id.startsWith("pending")).length;
    const page = { comments, total: ids.length, commentsCount };
    return onePage({ ...page, currentPage: 1, totalPages: 1, nextCursor: null });
  };
  const isLoadedAgain = () => client.getQueryState(commentsKeys.threads("roof"))?.isInvalidated;

  test("a like shows in this one, and in no one else's", async () => {
    client.setQueryData(postsKeys.detail("roof"), { _id: "roof", isLiked: false, likesCount: 3 });
    const stranger = new BroadcastChannel("campus-circle-someone-else");
    stranger.postMessage({ kind: "post", postId: "roof", change: { likesCount: 99 } });
    stranger.close();
    otherTab.postMessage({ kind: "post", postId: "roof", change: { isLiked: true, likesCount: 4 } });
    await waitFor(() =>
      expect(client.getQueryData(postsKeys.detail("roof"))).toMatchObject({ isLiked: true }),
    );
    expect(client.getQueryData(postsKeys.detail("roof"))).toMatchObject({ likesCount: 4 });
  });

  test("what is done here shows there", async () => {
    const heard = jest.fn();
    otherTab.onmessage = ({ data }: { data: unknown }) => heard(data);
    settlePost(client, "roof", { likesCount: 4 });
    await waitFor(() =>
      expect(heard).toHaveBeenCalledWith({ kind: "post", postId: "roof", change: { likesCount: 4 } }),
    );
  });

  test.each([
    ["lacks it", ["a"], true],
    ["shows it as waiting to be sent", ["pending:b", "a"], true],
    ["has it", ["b", "a"], false],
  ])("a comment has the post's comments loaded again where a tab %s", async (_, ids, isStale) => {
    client.setQueryData(commentsKeys.threads("roof"), listOf(...ids));
    client.setQueryData(postsKeys.detail("roof"), { _id: "roof", commentsCount: 1 });
    otherTab.postMessage({ kind: "post", postId: "roof", change: { commentsCount: 2 } });
    await waitFor(() =>
      expect(client.getQueryData(postsKeys.detail("roof"))).toMatchObject({ commentsCount: 2 }),
    );
    expect(isLoadedAgain()).toBe(isStale);
  });

  test("a new name shows in this one", async () => {
    client.setQueryData(usersKeys.me(), me);
    otherTab.postMessage({ kind: "profile", profile: { ...me, name: "Aarav Rao" } });
    await waitFor(() => expect(client.getQueryData(usersKeys.me())).toMatchObject({ name: "Aarav Rao" }));
  });

  test("a block has everything on screen loaded again", async () => {
    let posts = ["Kabir's", "Tara's"];
    const queryFn = async () => posts;
    const shown = new QueryObserver(client, { queryKey: postsKeys.feed(), queryFn, staleTime: Infinity });
    const stop = shown.subscribe(() => {});
    await waitFor(() => expect(shown.getCurrentResult().data).toHaveLength(2));
    posts = ["Tara's"];
    otherTab.postMessage({ kind: "safety" });
    await waitFor(() => expect(shown.getCurrentResult().data).toEqual(["Tara's"]));
    stop();
  });
});
