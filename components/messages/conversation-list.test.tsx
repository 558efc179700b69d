/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConversationList } from "@/components/messages/conversation-list";
import { messagesKeys } from "@/lib/messages/client/queries";
import type { Conversation } from "@/lib/messages/schema";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { conversationOf, KABIR, messageOf } from "@/tests/message-fixture";
import { router } from "@/tests/next-navigation";
import { ownUser } from "@/tests/user-fixture";

const me = ownUser();

beforeEach(() => {
  freshBrowser(me);
  window.history.replaceState(null, "", "/messages");
  window.matchMedia = jest.fn(() => ({ matches: false })) as never;
});

function showList(open?: Conversation): void {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  if (open) client.setQueryData(messagesKeys.conversation(open._id), open);
  show(<ConversationList />, client);
}

/** A server with these conversations; `special` may answer first. */
function serve(
  boxes: Partial<Record<Conversation["box"], Conversation[]>>,
  special: (call: ApiCall) => ApiAnswer | undefined = () => undefined,
) {
  return fakeApi((call) => {
    const { pathname, searchParams } = new URL(call.path, "http://here");
    if (pathname === "/api/auth/me") return { status: 200, body: { user: me } };
    const box = searchParams.get("box") as Conversation["box"];
    const requestsCount = boxes.requests?.length ?? 0;
    return (
      special(call) ?? {
        status: 200,
        body: { conversations: boxes[box] ?? [], requestsCount, hasMore: false, nextCursor: null },
      }
    );
  });
}

test.each([
  ["Hi there", messageOf("Hi there")],
  ["You: Hi there", messageOf("Hi there", { senderId: me._id })],
  ["Message deleted", messageOf("", { isDeleted: true })],
  ["Removed by moderators", messageOf("", { isWithheld: true })],
  [
    "Shared a post",
    messageOf("", {
      post: { _id: "p", isAvailable: true, caption: "", thumbnail: "", authorName: "", authorId: "" },
    }),
  ],
])("a conversation says what was said last: %s", async (shown, lastMessage) => {
  serve({ inbox: [conversationOf({ lastMessage })] });
  showList();
  const row = await screen.findByRole("link", { name: /Kabir Rao/ });
  expect(row.getAttribute("href")).toBe("/messages/c1");
  expect(within(row).getByText(shown)).toBeTruthy();
  expect(within(row).getByText("CSE, class of 2027")).toBeTruthy();
});

test("unread messages are counted, and who is gone is a deleted member", async () => {
  serve({
    inbox: [
      conversationOf({ lastMessage: messageOf("Two"), unreadCount: 12 }),
      conversationOf({ _id: "c2", with: null, lastMessage: messageOf("Bye") }),
    ],
  });
  showList();
  expect((await screen.findByRole("link", { name: /Kabir Rao/ })).textContent).toContain("9+ unread");
  expect(screen.getByRole("link", { name: /Deleted member/ }).textContent).not.toContain("unread");
});

test("requests are in a box of their own, whose tab says how many", async () => {
  const request = conversationOf({ box: "requests", lastMessage: messageOf("May I?") });
  serve({ requests: [request] });
  window.history.replaceState(null, "", "/messages?box=requests");
  showList();
  const row = await screen.findByRole("link", { name: /Kabir Rao/ });
  expect(row.getAttribute("href")).toBe("/messages/c1?box=requests");
  const tab = await screen.findByRole("link", { name: "Requests (1)" });
  expect(tab.getAttribute("aria-current")).toBe("page");
});

test("a request that was opened by its address alone has the requests beside it", async () => {
  const request = conversationOf({ box: "requests", lastMessage: messageOf("May I?") });
  serve({ requests: [request] });
  window.history.replaceState(null, "", "/messages/c1");
  showList(request);
  const row = await screen.findByRole("link", { name: /Kabir Rao/ });
  expect(row.getAttribute("aria-current")).toBe("page");
  const tab = (name: RegExp) => screen.getByRole("link", { name }).getAttribute("aria-current");
  expect([tab(/^Requests/), tab(/^Inbox/)]).toEqual(["page", null]);
});

test.each([
  ["/messages", "No messages yet"],
  ["/messages?box=requests", "No requests"],
])("an empty box says so: %s", async (address, title) => {
  serve({});
  window.history.replaceState(null, "", address);
  showList();
  expect(await screen.findByText(title)).toBeTruthy();
});

test("offline, an empty copy doesn't say that there are none", async () => {
  const onLine = jest.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  serve({});
  window.history.replaceState(null, "", "/messages");
  showList();
  await screen.findByText("No messages yet");
  onLine.mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event("offline")));
  expect(await screen.findByText("Messages need a connection")).toBeTruthy();
  expect(screen.queryByText("No messages yet")).toBeNull();
  onLine.mockRestore();
  act(() => void window.dispatchEvent(new Event("online")));
});

test("a list that can't be loaded offers to try again", async () => {
  let fails = true;
  serve({ inbox: [conversationOf({ lastMessage: messageOf("Back") })] }, () =>
    fails ? errorAnswer(403, "forbidden", "Not now.") : undefined,
  );
  showList();
  const retry = await screen.findByRole("button", { name: "Try Again" });
  fails = false;
  await userEvent.click(retry);
  expect(await screen.findByText("Back")).toBeTruthy();
});

test("a new message goes to a person who is searched for", async () => {
  const { calls } = serve({}, ({ method, path }) => {
    if (path.startsWith("/api/people/recipients")) return { status: 200, body: { people: [KABIR] } };
    return method === "POST" ? { status: 200, body: { conversation: conversationOf() } } : undefined;
  });
  showList();
  await userEvent.click(await screen.findByRole("button", { name: "New message" }));
  const dialog = await screen.findByRole("dialog", { name: "New message" });
  await userEvent.type(within(dialog).getByRole("combobox", { name: "Search people" }), "kabir{Enter}");
  // He is near, but nothing has been found yet.
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
  await within(dialog).findByRole("option", { name: /Kabir Rao/, selected: true });
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(router.push).toHaveBeenCalledWith("/messages/c1"));
  expect(calls).toContainEqual(
    expect.objectContaining({ method: "POST", path: "/api/conversations", body: { userId: "kabir" } }),
  );
});
