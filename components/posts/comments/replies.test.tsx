/** @jest-environment jsdom */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { CommentsPanel } from "@/components/posts/comments/comments-panel";
import { Toaster } from "@/components/shell/toaster";
import type { Comment } from "@/lib/comments/schema";
import { usersKeys } from "@/lib/profiles/client/cache";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, onePageOf } from "@/tests/browser-api";
import { commentOf } from "@/tests/comment-fixture";
import { freshBrowser, preserveFocusAsOnScreens } from "@/tests/fresh-browser";
import { postOf } from "@/tests/post-fixture";
import { ownUser, personOf } from "@/tests/user-fixture";

preserveFocusAsOnScreens();

const me = ownUser();
beforeEach(() => freshBrowser(me));

const list = (comments: Comment[]): ApiAnswer => ({
  status: 200,
  body: { comments, ...onePageOf(comments.length) },
});
const meera = personOf("meera", "Meera Joshi", { username: "meera" });
const first = commentOf({ _id: "first", content: "Which roof?", repliesCount: 1, likesCount: 2 });
const reply = commentOf({ _id: "reply", content: "The hostel", userId: meera, replyTo: "first" });

/** Shows the comments of a post, whose calls `answering` answers first. */
function showPanel(
  answering: (call: ApiCall) => ApiAnswer | undefined = () => undefined,
  comments = [first],
  commentsCount = 2,
) {
  const { calls } = fakeApi((call) => {
    const answer = answering(call);
    if (answer) return answer;
    if (call.path === "/api/auth/me") return { status: 200, body: { user: me } };
    if (call.path.includes("replyTo=first")) return list([reply]);
    return list(comments);
  });
  const client = new QueryClient();
  client.setQueryDefaults(usersKeys.me(), { staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(usersKeys.me(), me);
  render(
    <QueryClientProvider client={client}>
      <CommentsPanel post={postOf({ commentsCount })} id="comments" isTall focusRequests={0} />
      <Toaster />
    </QueryClientProvider>,
  );
  return calls.filter.bind(calls) as typeof calls.filter;
}

const field = () => screen.getByRole("textbox", { name: "Write a comment" });

test("replies stand behind their number, and the first one takes the focus", async () => {
  showPanel();
  await userEvent.click(await screen.findByRole("button", { name: "View 1 reply" }));
  const replies = await screen.findByRole("list", { name: "Replies" });
  expect(within(replies).getByText("The hostel")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(within(replies).getByRole("listitem")));
  expect(screen.queryByRole("button", { name: "View 1 reply" })).toBeNull();
});

test("a reply to a reply names its writer, joins the thread and shows at once", async () => {
  const answer = commentOf({ _id: "new", content: "@meera Thanks", replyTo: "first" });
  const calls = showPanel(({ method }) =>
    method === "POST" ? { status: 201, body: { comment: answer, commentsCount: 3 } } : undefined,
  );
  await userEvent.click(await screen.findByRole("button", { name: "View 1 reply" }));
  const item = (await screen.findByText("The hostel")).closest("li") as HTMLElement;
  await userEvent.click(within(item).getByRole("button", { name: "Reply" }));
  expect(document.activeElement).toBe(field());
  expect(field()).toHaveProperty("value", "@meera ");
  expect(screen.getByText(/^Replying to/).textContent).toBe("Replying to Meera Joshi");
  await userEvent.type(field(), "Thanks{Enter}");
  const replies = screen.getByRole("list", { name: "Replies" });
  await within(replies).findByText("@meera Thanks");
  const sent = () => calls(({ method }) => method === "POST");
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ body: { content: "@meera Thanks", replyTo: "reply" } });
  expect(screen.queryByText(/^Replying to/)).toBeNull();
});

test("a reply that fails comes back with whom it answers", async () => {
  showPanel(({ method }) =>
    method === "POST" ? errorAnswer(404, "not_found", "This comment is no longer available.") : undefined,
  );
  await userEvent.click(await screen.findByRole("button", { name: "Reply" }));
  await userEvent.type(field(), "Mine{Enter}");
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(field()).toHaveProperty("value", "Mine");
  expect(screen.getByText(/^Replying to/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Cancel reply" }));
  expect(screen.queryByText(/^Replying to/)).toBeNull();
});

test("a like shows at once, and goes again when it fails", async () => {
  let fails = false;
  const calls = showPanel(({ method }) => {
    if (method !== "POST") return undefined;
    if (fails) return errorAnswer(503, "unavailable", "The database is away.");
    return { status: 200, body: { isLiked: true, likesCount: 3 } };
  });
  await userEvent.click(await screen.findByRole("button", { name: "Like comment" }));
  expect(screen.getByRole("button", { name: "3 likes" })).toBeTruthy();
  await waitFor(() => expect(calls(({ method }) => method === "POST")).toHaveLength(1));
  fails = true;
  await userEvent.click(screen.getByRole("button", { name: "Unlike comment" }));
  expect(await screen.findByText("That like couldn't be saved. Please try again.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Unlike comment" })).toBeTruthy();
});

test("an own comment is edited, and says so with what it said before", async () => {
  const { _id, name, username, avatar, affiliation } = me;
  const own = commentOf({
    _id: "own",
    content: "Frist",
    userId: { _id, name, username, avatar, affiliation },
  });
  const edited = { ...own, content: "First", editedAt: "2026-01-02T00:00:00.000Z" };
  const versions = [{ _id: "version", text: "Frist", at: "2026-01-02T00:00:00.000Z" }];
  const calls = showPanel(
    ({ method, path }) => {
      if (method === "PUT") return { status: 200, body: { comment: edited } };
      if (method === "DELETE" && path.endsWith("/comments/own/history/version")) return { status: 204 };
      return path.endsWith("/history") ? { status: 200, body: { versions } } : undefined;
    },
    [own],
  );
  await userEvent.click(await screen.findByRole("button", { name: "Edit comment" }));
  const dialog = await screen.findByRole("dialog", { name: "Edit comment" });
  const words = within(dialog).getByRole("textbox", { name: /^Comment/ });
  await userEvent.clear(words);
  await userEvent.type(words, "First");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  expect(await screen.findByText("First")).toBeTruthy();
  await waitFor(() =>
    expect(calls(({ method }) => method === "PUT")).toMatchObject([{ body: { content: "First" } }]),
  );
  await userEvent.click(await screen.findByRole("button", { name: "edited" }));
  const history = await screen.findByRole("dialog", { name: "What it said before" });
  expect(await within(history).findByText("Frist")).toBeTruthy();
  await userEvent.click(within(history).getByRole("button", { name: "Remove from history" }));
  const question = await screen.findByRole("alertdialog", { name: "Remove this from the history?" });
  await userEvent.click(within(question).getByRole("button", { name: "Remove" }));
  expect(await within(history).findByText("There is nothing to read.")).toBeTruthy();
  expect(within(history).queryByText("Frist")).toBeNull();
});

test("a first comment deleted while replies stand stays without its words", async () => {
  showPanel(undefined, [
    commentOf({ _id: "first", userId: null, content: "", repliesCount: 1, isDeleted: true }),
  ]);
  const item = (await screen.findByText("Deleted comment")).closest("li") as HTMLElement;
  expect(within(item).queryByRole("button", { name: "Reply" })).toBeNull();
  await userEvent.click(within(item).getByRole("button", { name: "View 1 reply" }));
  expect(await within(item).findByText("The hostel")).toBeTruthy();
});

test("where the viewer may not comment there is neither field nor Reply", async () => {
  fakeApi(({ path }) => (path === "/api/auth/me" ? { status: 200, body: { user: me } } : list([first])));
  const client = new QueryClient();
  client.setQueryData(usersKeys.me(), me);
  render(
    <QueryClientProvider client={client}>
      <CommentsPanel post={postOf({ canComment: false })} id="comments" isTall focusRequests={0} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText("Comments on this post are limited by its author.")).toBeTruthy();
  expect(await screen.findByText("Which roof?")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Reply" })).toBeNull();
});

test("what others write meanwhile is offered, and comes with a press", async () => {
  const latest = commentOf({ _id: "latest", content: "Just now", createdAt: "2026-01-02T00:00:00.000Z" });
  let lists = 0;
  showPanel(
    ({ path }) => {
      if (!path.includes("/comments?")) return undefined;
      const isFirst = ++lists === 1;
      const answer = list(isFirst ? [first] : [latest, first]);
      return { ...answer, body: { ...(answer.body as object), commentsCount: isFirst ? 2 : 3 } };
    },
    [],
    3,
  );
  const button = await screen.findByRole("button", { name: "1 new comment" });
  expect(screen.queryByText("Just now")).toBeNull();
  await userEvent.click(button);
  const item = (await screen.findByText("Just now")).closest("li");
  await waitFor(() => expect(document.activeElement).toBe(item));
  expect(screen.queryByRole("button", { name: /new comment/ })).toBeNull();
});
