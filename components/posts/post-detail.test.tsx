/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PostDetail } from "@/components/posts/post-detail";
import type { Comment } from "@/lib/comments/schema";
import { notificationsKeys } from "@/lib/notifications/client/cache";
import { postsKeys } from "@/lib/posts/client/cache";
import { usersKeys } from "@/lib/profiles/client/cache";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { preferences } from "@/lib/settings/client/preferences";
import { fakeApi, show } from "@/tests/browser-api";
import { commentOf } from "@/tests/comment-fixture";
import { router } from "@/tests/next-navigation";
import { postOf } from "@/tests/post-fixture";
import { ownUser } from "@/tests/user-fixture";

// Loading them for the first time takes long.
beforeAll(() => import("@/components/posts/post-list/post-shortcuts"));

const me = ownUser();
const makePost = (authorId: string) =>
  postOf({ _id: "roof", userId: { ...postOf().userId, _id: authorId }, caption: "Roof" });

/** Opens a post while there are this many unread notifications. Returns what is marked as read. */
async function openPost(
  authorId: string,
  unread: number,
  comments: Comment[] = [],
): Promise<() => unknown[]> {
  storeTokens({ accessToken: "access", refreshToken: "refresh" });
  const { calls } = fakeApi(({ method }) =>
    method === "PUT"
      ? { status: 200, body: { updated: 1 } }
      : {
          status: 200,
          body: {
            comments,
            total: comments.length,
            nextCursor: null,
            notifications: [],
            unreadCount: 0,
            people: [],
          },
        },
  );
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(usersKeys.me(), me);
  client.setQueryData(postsKeys.detail("roof"), makePost(authorId));
  client.setQueryData(notificationsKeys.counts(), { unreadCount: unread, newCount: 0 });
  show(<PostDetail postId="roof" />, client);
  expect(await screen.findByText(comments[0]?.content ?? /^No comments yet/)).toBeTruthy();
  return () => calls.filter(({ method }) => method === "PUT").map(({ path, body }) => [path, body]);
}

test("opening one's own post reads its notifications", async () => {
  const marked = await openPost(me._id, 2);
  await waitFor(() => expect(marked()).toEqual([["/api/notifications/mark-all-seen", { postId: "roof" }]]));
});

test.each([
  ["another person's post", "kabir", 2],
  ["one's own post while nothing is unread", me._id, 0],
])("opening %s marks nothing", async (_case, authorId, unread) => {
  const marked = await openPost(authorId, unread);
  expect(marked()).toEqual([]);
});

test("the post has the focus when a link of the app led to its page, and not otherwise", async () => {
  await openPost("kabir", 0);
  expect(document.activeElement).toBe(document.body);
  cleanup();
  Object.assign(window, {
    navigation: { activation: { entry: { key: "feed" } }, currentEntry: { key: "post" } },
  });
  await openPost("kabir", 0);
  expect(document.activeElement).toBe(screen.getByRole("article"));
  Reflect.deleteProperty(window, "navigation");
});

test("shortcuts apply to the post wherever the focus is", async () => {
  await openPost("kabir", 0);
  await userEvent.keyboard("c");
  const field = screen.getByRole("textbox", { name: "Write a comment" });
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard("{Escape}l");
  expect(document.activeElement).toBe(screen.getByRole("article"));
  expect(screen.getByText("Liked")).toBeTruthy();
  await userEvent.keyboard("s");
  expect(await screen.findByRole("button", { name: "Copy link" })).toBeTruthy();
});

test("r replies to the comment in focus, also from a link in it", async () => {
  await openPost("kabir", 0, [commentOf({ _id: "second", content: "Second" }), commentOf({ _id: "first" })]);
  const second = screen.getByText("Second").closest("li") as HTMLElement;
  await userEvent.keyboard("r");
  expect(screen.queryByText(/^Replying to/)).toBeNull();
  within(second).getByRole("link", { name: "Kabir Rao" }).focus();
  await userEvent.keyboard("r");
  expect(screen.getByText(/^Replying to/).textContent).toBe("Replying to Kabir Rao");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Write a comment" }));
});

test("r does nothing where shortcuts are switched off", async () => {
  preferences.setState({ shortcuts: false });
  await openPost("kabir", 0, [commentOf({ content: "Second" })]);
  (screen.getByText("Second").closest("li") as HTMLElement).focus();
  await userEvent.keyboard("r");
  expect(screen.queryByText(/^Replying to/)).toBeNull();
  preferences.setState({ shortcuts: true });
});

test("deleting it leads to the feed, which takes the focus", async () => {
  await openPost(me._id, 0);
  await userEvent.click(screen.getByRole("button", { name: "Post options" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const question = await screen.findByRole("alertdialog");
  await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
  expect(router.replace.mock.calls).toEqual([["/mainfeed"]]);
  const feed = document.body.appendChild(document.createElement("div"));
  feed.setAttribute("role", "feed");
  feed.tabIndex = -1;
  cleanup();
  expect(document.activeElement).toBe(feed);
  feed.remove();
});
