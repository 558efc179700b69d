/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { PostGrid } from "@/components/profiles/post-grid";
import { PostOverProfile } from "@/components/profiles/post-over-profile";
import { goBack } from "@/lib/dom/back";
import { notificationsKeys } from "@/lib/notifications/client/cache";
import { userPostsOptions } from "@/lib/posts/client/queries";
import { usersKeys } from "@/lib/profiles/client/cache";
import { fakeApi, show as showScreen } from "@/tests/browser-api";
import { postOf } from "@/tests/post-fixture";
import { ownUser } from "@/tests/user-fixture";

jest.mock("@/lib/dom/back", () => ({
  ...jest.requireActual("@/lib/dom/back"),
  goBack: jest.fn(() => true),
}));

const makePost = (id: string) =>
  postOf({ _id: id, caption: `Words of ${id}`, thumbnail: `http://localhost/${id}-small.jpg` });

function show(openId: string, viewerId = "viewer") {
  const { calls } = fakeApi(({ path }) => ({
    status: 200,
    body: path.includes("/comments")
      ? { comments: [], total: 0, nextCursor: null }
      : { post: makePost("elsewhere") },
  }));
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(usersKeys.me(), ownUser({ _id: viewerId }));
  client.setQueryData(notificationsKeys.counts(), { unreadCount: 2, newCount: 0 });
  client.setQueryData(userPostsOptions("kabir").queryKey, {
    pages: [{ posts: ["one", "two", "three"].map(makePost), total: 3, nextCursor: null }],
    pageParams: [null],
  } as never);
  window.history.replaceState(null, "", `/post/${openId}`);
  jest.spyOn(window.history, "replaceState");
  showScreen(
    <>
      <PostGrid options={userPostsOptions("kabir")} label="Posts by Kabir" empty={null} />
      <PostOverProfile userId="kabir" />
    </>,
    client,
  );
  return calls;
}

const dialog = () => screen.findByRole("dialog", { name: "Post" });

test("a tile links to the post's own address", async () => {
  show("two");
  await dialog();
  const tiles = screen.getAllByRole("link", { name: /^Photo by Kabir Rao ?,/, hidden: true });
  expect(tiles.map((tile) => tile.getAttribute("href"))).toEqual(["/post/one", "/post/two", "/post/three"]);
});

test("arrows lead to the posts beside it at once, and the address follows", async () => {
  const calls = show("two");
  const open = await dialog();
  expect(await screen.findByText("Words of two")).toBeTruthy();
  fireEvent.keyDown(open, { key: "ArrowRight" });
  expect(await screen.findByText("Words of three")).toBeTruthy();
  expect(window.location.pathname).toBe("/post/three");
  expect(screen.getByRole("button", { name: "Next post" }).hasAttribute("disabled")).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Previous post" }));
  expect(await screen.findByText("Words of two")).toBeTruthy();
  expect(window.location.pathname).toBe("/post/two");
  expect(calls.filter(({ path }) => !path.includes("/comments"))).toEqual([]);
});

test("arrows in the comment field move its cursor", async () => {
  show("two");
  const field = await screen.findByRole("textbox", { name: "Write a comment" });
  fireEvent.keyDown(field, { key: "ArrowRight" });
  expect(window.location.pathname).toBe("/post/two");
});

test("closing goes back to the profile", async () => {
  show("two");
  await dialog();
  await userEvent.keyboard("{Escape}");
  expect(goBack).toHaveBeenCalledTimes(1);
});

test("a link in it to the same profile closes it", async () => {
  show("two");
  await dialog();
  act(() => window.history.replaceState(null, "", "/profile/kabir"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a post that is not among the loaded ones is asked for", async () => {
  show("elsewhere");
  expect(await screen.findByText("Words of elsewhere")).toBeTruthy();
  act(() => window.history.replaceState(null, "", "/post/one"));
  expect(await screen.findByText("Words of one")).toBeTruthy();
});

test("the author's notifications about each post shown are read", async () => {
  const calls = show("two", "kabir");
  fireEvent.keyDown(await dialog(), { key: "ArrowRight" });
  const read = () => calls.filter(({ path }) => path.endsWith("/mark-all-seen")).map(({ body }) => body);
  await waitFor(() => expect(read()).toEqual([{ postId: "two" }, { postId: "three" }]));
});
