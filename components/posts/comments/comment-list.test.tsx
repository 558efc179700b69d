/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ComponentProps } from "react";
import { CommentList } from "@/components/posts/comments/comment-list";
import { Toaster } from "@/components/shell/toaster";
import { postsKeys } from "@/lib/posts/client/cache";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi } from "@/tests/browser-api";
import { commentOf } from "@/tests/comment-fixture";
import { preserveFocusAsOnScreens } from "@/tests/fresh-browser";
import { postOf } from "@/tests/post-fixture";
import { ownUser } from "@/tests/user-fixture";

preserveFocusAsOnScreens();

const me = ownUser();
const IN_TIME = ["First", "Second", "Third", "Fourth"];
/** A comment of this minute. */
const comment = (content: string, minute = IN_TIME.indexOf(content)) =>
  commentOf({ _id: content, content, createdAt: `2026-01-01T00:0${minute}:00.000Z` });
const comments = (list: unknown[], cursors = {}): ApiAnswer => ({
  status: 200,
  body: { comments: list, total: list.length, currentPage: 1, totalPages: 1, nextCursor: null, ...cursors },
});

beforeEach(() => {
  localStorage.clear();
  storeTokens({ accessToken: "access", refreshToken: "refresh" });
});

/** Shows the viewer's own post, whose cached count is three comments. */
function showComments(
  answering: (call: ApiCall) => ApiAnswer,
  props: Partial<ComponentProps<typeof CommentList>> = {},
) {
  const { calls } = fakeApi((call) => {
    if (call.path === "/api/auth/me") return { status: 200, body: { user: me } };
    return answering(call);
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(postsKeys.detail("post"), { _id: "post", commentsCount: 3 });
  render(
    <QueryClientProvider client={client}>
      <CommentList
        post={{ _id: "post", userId: { ...me, collegeName: "MITS" }, canComment: true, commentsCount: 3 }}
        onReply={() => undefined}
        {...props}
      />
      <Toaster />
    </QueryClientProvider>,
  );
  const count = () => client.getQueryData<{ commentsCount: number }>(postsKeys.detail("post"))?.commentsCount;
  return { calls, count };
}

/** Two pages of comments, the newest first. */
function twoPages({ path }: ApiCall): ApiAnswer {
  const isOlder = path.includes("cursor=older");
  if (isOlder) return comments([comment("Second"), comment("First")]);
  return comments([comment("Fourth"), comment("Third")], { nextCursor: "older" });
}
const shownTexts = () => screen.getAllByRole("listitem").map((item) => item.querySelector("p")?.textContent);

async function deleteComment(content: string): Promise<void> {
  const item = (await screen.findByText(content)).closest("li") as HTMLElement;
  await userEvent.click(await within(item).findByRole("button", { name: "Comment options" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete comment" }));
  const dialog = await screen.findByRole("alertdialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
}

const three = comments(["Third", "Second", "First"].map((content) => comment(content)));

test("a deleted comment disappears, and the post shows the server's count", async () => {
  const { count } = showComments(({ method }) =>
    method === "DELETE" ? { status: 200, body: { message: "Deleted.", commentsCount: 2 } } : three,
  );
  await deleteComment("Second");
  await waitFor(() => expect(count()).toBe(2));
  expect(screen.queryByText("Second")).toBeNull();
  expect(await screen.findByText("Comment deleted.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByText("Third").closest("li"));
});

test("a comment that its author deleted first stays gone, and the post counts the others", async () => {
  const left: ApiAnswer = { status: 200, body: { post: postOf({ _id: "post", commentsCount: 1 }) } };
  const { calls, count } = showComments(({ method, path }) => {
    if (method === "DELETE") return errorAnswer(404, "not_found", "This comment is no longer available.");
    return path === "/api/posts/post" ? left : three;
  });
  await deleteComment("Second");
  await waitFor(() => expect(count()).toBe(1));
  expect(calls.filter(({ method }) => method === "DELETE")).toHaveLength(1);
  expect(screen.queryByText("Second")).toBeNull();
  expect(screen.queryByText(/couldn't be deleted/)).toBeNull();
});

test("a comment whose post has been deleted meanwhile stays gone", async () => {
  let isGone = false;
  const { calls } = showComments(({ method }) => {
    if (method === "DELETE") isGone = true;
    return isGone ? errorAnswer(404, "not_found", "This post is no longer available.") : three;
  });
  await deleteComment("Second");
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ method: "GET" }));
  expect(screen.queryByText("Second")).toBeNull();
  expect(screen.queryByText(/couldn't be deleted/)).toBeNull();
});

test("a comment that cannot be deleted returns, with a toast", async () => {
  const { count } = showComments(({ method }) =>
    method === "DELETE" ? errorAnswer(503, "unavailable", "The database is away.") : three,
  );
  await deleteComment("Second");
  expect(await screen.findByText("That comment couldn't be deleted. Please try again.")).toBeTruthy();
  expect(screen.getByText("Second")).toBeTruthy();
  expect(count()).toBe(3);
});

test("they read in the order they were written, with earlier ones above, of which the nearest gets the focus", async () => {
  showComments(twoPages);
  expect(await screen.findByText("Fourth")).toBeTruthy();
  expect(shownTexts()).toEqual(["Third", "Fourth"]);
  await userEvent.click(screen.getByRole("button", { name: "View earlier comments" }));
  await waitFor(() => expect(shownTexts()).toEqual(["First", "Second", "Third", "Fourth"]));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText("Second").closest("li")));
  expect(screen.queryByRole("button", { name: "View earlier comments" })).toBeNull();
});

describe("an address that leads to a comment", () => {
  const openAt = (id: string) => {
    window.location.hash = `#comment-${id}`;
  };
  afterEach(() => {
    window.location.hash = "";
  });
  const lists = (calls: ApiCall[]) =>
    calls.map(({ path }) => path).filter((path) => path.includes("/comments"));

  test("focuses and marks it where it is loaded", async () => {
    openAt("Third");
    const { calls } = showComments(twoPages, { isLinked: true });
    const item = (await screen.findByText("Third")).closest("li");
    await waitFor(() => expect(document.activeElement).toBe(item));
    expect(item?.querySelector(".animate-mark")).toBeTruthy();
    expect(document.querySelectorAll(".animate-mark")).toHaveLength(1);
    expect(lists(calls)).toHaveLength(1);
  });

  test("shows the ones around an old one, and goes on to the newest from there", async () => {
    openAt("Second");
    showComments(
      (call) => {
        if (call.path.includes("around=Second"))
          return comments([comment("Second"), comment("First")], { aroundId: "Second", previousCursor: "n" });
        if (call.path.includes("before=n")) return comments([comment("Fourth"), comment("Third")]);
        return comments([comment("Fourth")], { nextCursor: "older" });
      },
      { isLinked: true },
    );
    const item = await screen.findByText("Second");
    await waitFor(() => expect(document.activeElement).toBe(item.closest("li")));
    expect(shownTexts()).toEqual(["First", "Second"]);
    await userEvent.click(screen.getByRole("button", { name: "View newer comments" }));
    await waitFor(() => expect(shownTexts()).toEqual(IN_TIME));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText("Third").closest("li")));
    expect(screen.queryByRole("button", { name: "View newer comments" })).toBeNull();
  });

  test("opens the thread of a reply around it, with earlier and later ones at hand", async () => {
    openAt("reply");
    const reply = (_id: string) => commentOf({ _id, content: `A ${_id}`, replyTo: "First" });
    const { calls } = showComments(
      ({ path }) => {
        const first = { ...comment("First"), repliesCount: 50 };
        const isAround = path.includes("around=reply");
        if (!path.includes("replyTo=First"))
          return comments([first], { aroundId: isAround ? "First" : null });
        if (isAround)
          return comments([reply("reply")], { aroundId: "reply", previousCursor: "p", nextCursor: "n" });
        if (path.includes("before=p")) return comments([reply("much earlier"), reply("little earlier")]);
        return path.includes("cursor=n") ? comments([reply("later")]) : comments([reply("first reply")]);
      },
      { isLinked: true },
    );
    const item = (await screen.findByText("A reply")).closest("li");
    await waitFor(() => expect(document.activeElement).toBe(item));
    expect(shownTexts()).toEqual(["First", "A reply"]);
    expect(item?.querySelector(".animate-mark")).toBeTruthy();
    expect(lists(calls).filter((path) => path.includes("replyTo"))).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "View earlier replies" }));
    const earlier = (await screen.findByText("A little earlier")).closest("li");
    await waitFor(() => expect(document.activeElement).toBe(earlier));
    await userEvent.click(screen.getByRole("button", { name: "View more replies" }));
    expect(await screen.findByText("A later")).toBeTruthy();
    expect(shownTexts()).toEqual(["First", "A much earlier", "A little earlier", "A reply", "A later"]);
    expect(screen.queryByRole("button", { name: /^View/ })).toBeNull();
  });

  test("finds a reply beyond what is loaded of its thread", async () => {
    const reply = (_id: string) => commentOf({ _id, content: `A ${_id}`, replyTo: "First" });
    showComments(
      ({ path }) => {
        const first = { ...comment("First"), repliesCount: 50 };
        const isAround = path.includes("around=reply");
        if (!path.includes("replyTo=First"))
          return comments([first], { aroundId: isAround ? "First" : null });
        return isAround
          ? comments([reply("reply")], { aroundId: "reply" })
          : comments([reply("first reply")]);
      },
      { isLinked: true },
    );
    await userEvent.click(await screen.findByRole("button", { name: "View 50 replies" }));
    expect(await screen.findByText("A first reply")).toBeTruthy();
    openAt("reply");
    const item = (await screen.findByText("A reply")).closest("li");
    await waitFor(() => expect(document.activeElement).toBe(item));
  });

  test("finds a reply that is newer than the loaded lists, and offers it no more", async () => {
    const reply = commentOf({ _id: "reply", content: "A reply", replyTo: "First" });
    const other = commentOf({ _id: "other", content: "Another", replyTo: "First" });
    let isWritten = false;
    showComments(
      ({ path }) => {
        const now = { commentsCount: isWritten ? 3 : 2 };
        const aroundId = (id: string) => (path.includes("around=reply") ? id : null);
        if (path.includes("replyTo=First"))
          return comments(isWritten ? [other, reply] : [other], { aroundId: aroundId("reply"), ...now });
        const first = { ...comment("First"), repliesCount: 1 };
        return comments([first], { aroundId: aroundId("First"), ...now });
      },
      { isLinked: true },
    );
    await userEvent.click(await screen.findByRole("button", { name: "View 1 reply" }));
    expect(await screen.findByText("Another")).toBeTruthy();
    expect(screen.getByRole("button", { name: "1 new comment" })).toBeTruthy();
    isWritten = true;
    openAt("reply");
    const item = (await screen.findByText("A reply")).closest("li");
    await waitFor(() => expect(document.activeElement).toBe(item));
    expect(screen.queryByRole("button", { name: "1 new comment" })).toBeNull();
  });

  test("says calmly that it is gone, and shows the others", async () => {
    openAt("gone");
    showComments(
      ({ path }) =>
        path.includes("around=gone")
          ? errorAnswer(404, "not_found", "This comment is no longer available.")
          : three,
      { isLinked: true },
    );
    expect(await screen.findByText("This comment is no longer available.")).toBeTruthy();
    expect(shownTexts()).toEqual(["First", "Second", "Third"]);
  });

  test("that is deleted later leaves a list that still loads what is new", async () => {
    openAt("Second");
    let isDeleted = false;
    showComments(
      ({ path }) => {
        if (!path.includes("around=Second")) return comments([comment("Fourth")], { commentsCount: 3 });
        if (isDeleted) return errorAnswer(404, "not_found", "This comment is no longer available.");
        return comments([comment("Second")], { aroundId: "Second", commentsCount: 2 });
      },
      { isLinked: true },
    );
    expect(await screen.findByText("Second")).toBeTruthy();
    isDeleted = true;
    await userEvent.click(await screen.findByRole("button", { name: "1 new comment" }));
    expect(await screen.findByText("Fourth")).toBeTruthy();
    expect(screen.queryByText("Second")).toBeNull();
  });

  test("does nothing in lists that it is not for", async () => {
    openAt("Second");
    const { calls } = showComments(twoPages);
    expect(await screen.findByText("Third")).toBeTruthy();
    expect(lists(calls)).toHaveLength(1);
  });
});
