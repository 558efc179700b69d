/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { configure, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CommentList } from "@/components/posts/comments/comment-list";
import { Toaster } from "@/components/shell/toaster";
import { postsKeys } from "@/lib/posts/client/keys";
import { storeTokens } from "@/lib/sessions/client/stored-session";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi } from "@/tests/browser-api";
import { ownUser } from "@/tests/user-fixture";

// Lazily loaded code on a busy machine may take longer than the default second.
configure({ asyncUtilTimeout: 5_000 });

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
function showComments(answering: (call: ApiCall) => ApiAnswer) {
  const { calls } = fakeApi((call) => {
    if (call.path === "/api/auth/me") return { status: 200, body: { user: me } };
    return answering(call);
  });
  const client = new QueryClient();
  client.setQueryData(postsKeys.detail("post"), { _id: "post", commentsCount: 3 });
  render(
    <QueryClientProvider client={client}>
      <CommentList postId="post" postAuthorId={me._id} />
      <Toaster />
    </QueryClientProvider>,
  );
  const count = () => client.getQueryData<{ commentsCount: number }>(postsKeys.detail("post"))?.commentsCount;
  return { calls, count };
}

async function deleteComment(content: string): Promise<void> {
  const item = (await screen.findByText(content)).closest("li") as HTMLElement;
  await userEvent.click(await within(item).findByRole("button", { name: "Delete comment" }));
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
});

test("a comment that its author deleted first stays gone, and the post counts the others", async () => {
  const left = comments([comment("First")]);
  const { calls, count } = showComments(({ method, path }) => {
    if (method === "DELETE") return errorAnswer(404, "not_found", "This comment is no longer available.");
    return path.includes("limit=1&") || path.endsWith("limit=1") ? left : three;
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
