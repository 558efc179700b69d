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
import { preserveFocusAsOnScreens } from "@/tests/fresh-browser";
import { postOf } from "@/tests/post-fixture";
import { ownUser } from "@/tests/user-fixture";

preserveFocusAsOnScreens();

const me = ownUser();
const comment = (
  content: string,
  author = { _id: "kabir", name: "Kabir Rao", username: "", avatar: "" },
) => ({
  _id: content,
  userId: author,
  content,
  createdAt: "2026-01-01T00:00:00.000Z",
});
const comments = (list: unknown[]): ApiAnswer => ({
  status: 200,
  body: { comments: list, total: list.length, currentPage: 1, totalPages: 1, nextCursor: null },
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
  const client = new QueryClient();
  client.setQueryData(postsKeys.detail("post"), { _id: "post", commentsCount: 3 });
  render(
    <QueryClientProvider client={client}>
      <CommentList
        post={{ _id: "post", userId: { ...me, collegeName: "MITS" }, canComment: true }}
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
  const list = isOlder
    ? [comment("Second", ishita), comment("First")]
    : [comment("Fourth"), comment("Third")];
  const paging = { total: 4, currentPage: 1, totalPages: 2, nextCursor: isOlder ? null : "older" };
  return { status: 200, body: { comments: list, ...paging } };
}
const ishita = { _id: "ishita", name: "Ishita Verma", username: "", avatar: "" };
const shownTexts = () => screen.getAllByRole("listitem").map((item) => item.querySelector("p")?.textContent);

async function deleteComment(content: string): Promise<void> {
  const item = (await screen.findByText(content)).closest("li") as HTMLElement;
  await userEvent.click(await within(item).findByRole("button", { name: "Comment options" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Delete comment" }));
  const dialog = await screen.findByRole("alertdialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
}

const three = comments(["First", "Second", "Third"].map((content) => comment(content)));

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

test("more comments follow the newest ones, and the first of them gets the focus", async () => {
  showComments(twoPages);
  await userEvent.click(await screen.findByRole("button", { name: "View more comments" }));
  await waitFor(() => expect(shownTexts()).toEqual(["Fourth", "Third", "Second", "First"]));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText("Second").closest("li")));
});

test("oldest first, they read in the order they were written, with earlier ones above", async () => {
  showComments(twoPages, { order: "oldest first" });
  expect(await screen.findByText("Fourth")).toBeTruthy();
  expect(shownTexts()).toEqual(["Third", "Fourth"]);
  await userEvent.click(screen.getByRole("button", { name: "View earlier comments" }));
  await waitFor(() => expect(shownTexts()).toEqual(["First", "Second", "Third", "Fourth"]));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText("First").closest("li")));
  expect(screen.queryByRole("button", { name: "View earlier comments" })).toBeNull();
});

describe("an address that leads to a person's comment", () => {
  beforeEach(() => {
    window.location.hash = "#comment-by-ishita";
  });
  afterEach(() => {
    window.location.hash = "";
  });

  test("loads older comments until it is there, and focuses it", async () => {
    const { calls } = showComments(twoPages, { isLinked: true });
    const item = (await screen.findByText("Second")).closest("li");
    await waitFor(() => expect(document.activeElement).toBe(item));
    expect(calls.filter(({ path }) => path.includes("/comments")).length).toBe(2);
  });

  test("gives up after five pages", async () => {
    const { calls } = showComments(
      ({ path }) => {
        const number = Number(/cursor=(\d+)/.exec(path)?.[1] ?? 0);
        const body = {
          comments: [comment(`Comment ${number}`)],
          total: 100,
          currentPage: 1,
          totalPages: 100,
          nextCursor: String(number + 1),
        };
        return { status: 200, body };
      },
      { isLinked: true },
    );
    expect(await screen.findByText("Comment 4")).toBeTruthy();
    expect(await screen.findByRole("button", { name: "View more comments" })).toBeTruthy();
    expect(calls.filter(({ path }) => path.includes("/comments")).length).toBe(5);
  });

  test("does nothing in lists that it is not for", async () => {
    const { calls } = showComments(twoPages);
    expect(await screen.findByText("Third")).toBeTruthy();
    expect(calls.filter(({ path }) => path.includes("/comments")).length).toBe(1);
  });
});
