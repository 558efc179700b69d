/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { act, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { ConversationScreen } from "@/components/messages/conversation-screen";
import { Toaster } from "@/components/shell/toaster";
import { focusNext } from "@/lib/dom/next-field";
import { messagesKeys } from "@/lib/messages/client/queries";
import type { Conversation, Message } from "@/lib/messages/schema";
import { type QueuedMessage, queuedActions } from "@/lib/query/offline-queue";
import { type ApiAnswer, type ApiCall, errorAnswer, fakeApi, show } from "@/tests/browser-api";
import { freshBrowser } from "@/tests/fresh-browser";
import { conversationOf, KABIR, messageOf } from "@/tests/message-fixture";
import { router } from "@/tests/next-navigation";
import { ownUser, profileOf } from "@/tests/user-fixture";

const me = ownUser();
const mine = (text: string, overrides: Partial<Message> = {}) =>
  messageOf(text, { senderId: me._id, createdAt: new Date().toISOString(), ...overrides });

let onLine: jest.SpyInstance;
beforeEach(() => {
  freshBrowser(me);
  onLine = jest.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  window.matchMedia = jest.fn(() => ({ matches: false })) as never;
  Element.prototype.scrollTo = () => {};
});
afterEach(() => onLine.mockRestore());

type Server = {
  conversation?: Partial<Conversation>;
  /** Newest first. */
  messages?: Message[];
  answer?: (call: ApiCall) => ApiAnswer | Promise<ApiAnswer> | undefined;
};

/** Opens a conversation; what is sent is confirmed with its client id. */
function open({ conversation: overrides = {}, messages = [], answer }: Server = {}) {
  const said = [...messages];
  const current = () => conversationOf({ lastMessage: said[0] ?? null, ...overrides });
  const api = fakeApi((call) => {
    const special = answer?.(call);
    if (special) return special;
    const { method, path, body } = call;
    if (path === "/api/auth/me") return { status: 200, body: { user: me } };
    if (path === "/api/users/kabir")
      return { status: 200, body: { user: profileOf(ownUser(KABIR), { isMuted: true, mutedUntil: null }) } };
    if (path.endsWith("/seen")) return { status: 200, body: { unreadCount: 0 } };
    if (method === "POST" && path.endsWith("/messages")) {
      const { text, clientId } = body as { text: string; clientId: string };
      const message = mine(text, { _id: `id of ${text}`, clientId });
      said.unshift(message);
      return { status: 201, body: { message, conversation: current() } };
    }
    if (path.startsWith("/api/conversations/c1/messages"))
      return { status: 200, body: { messages: said, hasMore: false, nextCursor: null } };
    return { status: 200, body: { conversation: current() } };
  });
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { networkMode: "always" } },
  });
  show(
    <>
      <ConversationScreen conversationId="c1" />
      <Toaster />
    </>,
    client,
  );
  return { ...api, client };
}

const field = () => screen.findByRole("textbox", { name: "Write a message" });
const log = () => screen.findByRole("log");

test.each([
  ["with a mouse, takes the focus", false],
  ["with a finger, leaves the screen free of a keyboard", true],
])("the field of a conversation chosen %s", async (_case, isTouch) => {
  window.matchMedia = jest.fn(() => ({ matches: isTouch })) as never;
  HTMLTextAreaElement.prototype.checkVisibility = () => true;
  focusNext("message");
  open();
  const composer = await field();
  expect(document.activeElement === composer).toBe(!isTouch);
});

test("the field of a conversation that is opened by its address leaves the focus alone", async () => {
  open();
  const composer = await field();
  expect(document.activeElement).not.toBe(composer);
});
const bubble = async (text: string) =>
  (await within(await log()).findByText(text)).closest("li") as HTMLElement;
const sentTexts = (calls: ApiCall[]) =>
  calls.flatMap(({ method, path, body }) =>
    method === "POST" && path.endsWith("/messages") ? [(body as { text: string }).text] : [],
  );

test("in place of what moderators removed it says so, without a menu", async () => {
  open({ messages: [mine("", { _id: "removed", clientId: "removed", isWithheld: true })] });
  expect(within(await bubble("Removed by moderators")).queryByRole("button")).toBeNull();
});

describe("sending", () => {
  test("a message shows at once, and is confirmed in its place", async () => {
    let confirm = () => {};
    const confirmed = new Promise<void>((resolve) => {
      confirm = resolve;
    });
    const { calls } = open();
    const { fetch } = window;
    window.fetch = async (...call) => {
      if (call[1]?.method === "POST") await confirmed;
      return fetch(...call);
    };
    await userEvent.type(await field(), "Hello{Enter}");
    expect((await field()).textContent).toBe("");
    const shown = await bubble("Hello");
    expect(shown.textContent).toContain("Sending…");
    confirm();
    await waitFor(() => expect(shown.textContent).not.toContain("Sending…"));
    expect(shown.isConnected).toBe(true);
    expect(sentTexts(calls)).toEqual(["Hello"]);
  });

  test("several in a row arrive in the order they were written", async () => {
    const { calls } = open();
    await userEvent.type(await field(), "One{Enter}Two{Enter}Three{Enter}");
    await waitFor(() => expect(sentTexts(calls)).toEqual(["One", "Two", "Three"]));
  });

  test("one that failed can be sent again, as the same message, or be discarded", async () => {
    let fails = true;
    const { calls } = open({
      answer: ({ method, path }) =>
        method === "POST" && path.endsWith("/messages") && fails
          ? errorAnswer(503, "unavailable", "Please try again later.")
          : undefined,
    });
    await userEvent.type(await field(), "Keep{Enter}Drop{Enter}");
    expect((await bubble("Keep")).textContent).toContain("Not sent. Please try again later.");
    const dropped = await bubble("Drop");
    await userEvent.click(await within(dropped).findByRole("button", { name: "Discard" }));
    expect(dropped.isConnected).toBe(false);
    fails = false;
    await userEvent.click(within(await bubble("Keep")).getByRole("button", { name: "Retry" }));
    await waitFor(async () => expect((await bubble("Keep")).textContent).not.toContain("Not sent"));
    const ids = calls.flatMap(({ body }) => {
      const { text, clientId } = (body ?? {}) as { text?: string; clientId?: string };
      return text === "Keep" ? [clientId] : [];
    });
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(queuedActions()).toEqual([]);
  });

  test("those unanswered when the page is left are sent from the next one", async () => {
    let confirm = () => {};
    const confirmed = new Promise<void>((resolve) => {
      confirm = resolve;
    });
    open();
    const { fetch } = window;
    window.fetch = async (...call) => {
      if (call[1]?.method === "POST") await confirmed;
      return fetch(...call);
    };
    await userEvent.type(await field(), "One{Enter}Two{Enter}");
    await bubble("Two");
    act(() => void window.dispatchEvent(new Event("pagehide")));
    expect(queuedActions()).toMatchObject([{ text: "One" }, { text: "Two" }]);
    // Back from the browser's cache, the answers come after all.
    act(() => void window.dispatchEvent(new Event("pageshow")));
    await act(async () => confirm());
    await waitFor(() => expect(queuedActions()).toEqual([]));
  });

  test("none overtakes one that leaving the page has cut off", async () => {
    let cutOff = () => {};
    const { calls } = open();
    const { fetch } = window;
    window.fetch = (...call) =>
      call[1]?.method === "POST" && String(call[1].body).includes("One")
        ? new Promise((_resolve, reject) => {
            cutOff = () => reject(new TypeError("Failed to fetch"));
          })
        : fetch(...call);
    await userEvent.type(await field(), "One{Enter}Two{Enter}");
    await bubble("Two");
    await act(async () => {
      window.dispatchEvent(new Event("pagehide"));
      cutOff();
    });
    await waitFor(() => expect(screen.queryByText("Sending…")).toBeNull());
    expect(sentTexts(calls)).toEqual([]);
    expect(queuedActions()).toMatchObject([{ text: "One" }, { text: "Two" }]);
    act(() => void window.dispatchEvent(new Event("pageshow")));
  });

  test("one that was not sent is still there after a reload", async () => {
    const away = ({ method }: ApiCall) =>
      method === "POST" ? errorAnswer(500, "internal", "Something went wrong.") : undefined;
    open({ answer: away });
    await userEvent.type(await field(), "Stays{Enter}");
    expect((await bubble("Stays")).textContent).toContain("Not sent");
    document.body.replaceChildren();
    open();
    expect((await bubble("Stays")).textContent).toContain("Not sent");
  });

  test("one that arrived without an answer is no longer not sent once it is seen to be there", async () => {
    const lost = ({ method }: ApiCall) =>
      method === "POST" ? errorAnswer(503, "unavailable", "Please try again later.") : undefined;
    open({ answer: lost });
    await userEvent.type(await field(), "Arrived{Enter}Did not{Enter}");
    expect((await bubble("Did not")).textContent).toContain("Not sent");
    const [arrived] = queuedActions() as QueuedMessage[];
    document.body.replaceChildren();
    open({ messages: [mine("Arrived", { clientId: arrived?.clientId ?? "" })] });
    expect((await bubble("Arrived")).textContent).not.toContain("Not sent");
    expect(queuedActions()).toMatchObject([{ text: "Did not" }]);
  });

  test("without a connection it waits in the queue, and later ones behind it", async () => {
    open({
      answer: ({ method }) => {
        if (method === "POST") throw new TypeError("Failed to fetch");
        return undefined;
      },
    });
    await field();
    onLine.mockReturnValue(false);
    await userEvent.type(await field(), "From the tunnel{Enter}");
    expect((await bubble("From the tunnel")).textContent).toContain("Waiting to send");
    onLine.mockReturnValue(true);
    await userEvent.type(await field(), "And after{Enter}");
    await waitFor(() =>
      expect(queuedActions()).toMatchObject([{ text: "From the tunnel" }, { text: "And after" }]),
    );
  });

  test("Shift+Enter breaks the line, and so does Enter on a touch screen", async () => {
    const { calls } = open();
    await userEvent.type(await field(), "One{Shift>}{Enter}{/Shift}Two");
    expect(await field()).toHaveProperty("value", "One\nTwo");
    window.matchMedia = jest.fn(() => ({ matches: true })) as never;
    await userEvent.type(await field(), "{Enter}Three");
    expect(await field()).toHaveProperty("value", "One\nTwo\nThree");
    expect(sentTexts(calls)).toEqual([]);
  });

  test("a text that is too long cannot be sent, and says so", async () => {
    open();
    const area = await field();
    await userEvent.click(area);
    await userEvent.paste("a".repeat(2_001));
    expect(await screen.findByText("1 character too many")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Send message" })).toHaveProperty("disabled", true);
  });

  test("where writing is not possible, the reason stands in the place of the field", async () => {
    open({ conversation: { canWrite: false, cannotWrite: "This member doesn't accept new messages." } });
    expect(await screen.findByText("This member doesn't accept new messages.")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  test("who writes a request reads how many messages are left", async () => {
    open({ conversation: { messagesLeft: 2 }, messages: [mine("Hi")] });
    expect(await screen.findByText("You can send 2 more messages until Kabir Rao accepts.")).toBeTruthy();
  });
});

test("before the first message it says who it is, and two ways to begin fill the field", async () => {
  open({
    answer: ({ path }) =>
      path === "/api/users/kabir"
        ? {
            status: 200,
            body: {
              user: profileOf(ownUser({ ...KABIR, bio: "Lenses and late trains" }), { isInMyCircle: true }),
            },
          }
        : undefined,
  });
  expect(await screen.findByText("Lenses and late trains")).toBeTruthy();
  expect(screen.getByText("Joined your circle")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /^Hi Kabir/ }));
  expect(await field()).toHaveProperty("value", "Hi Kabir! 👋");
  expect(document.activeElement).toBe(await field());
  // Another press would replace what one has written.
  await userEvent.type(await field(), " Are you at the library?");
  expect(screen.queryByRole("button", { name: /^Hi Kabir/ })).toBeNull();
});

describe("reading", () => {
  test("what is unread has a line above it, and is reported as seen", async () => {
    const { calls } = open({
      conversation: { unreadCount: 2, firstUnreadId: "New" },
      messages: [messageOf("Newer"), messageOf("New"), messageOf("Old")],
    });
    const line = within(await log()).getByText("New messages");
    expect(line.nextElementSibling?.textContent).toContain("New");
    await waitFor(() =>
      expect(calls).toContainEqual(
        expect.objectContaining({
          method: "PUT",
          path: "/api/conversations/c1/seen",
          body: { messageId: "Newer" },
        }),
      ),
    );
  });

  test("what could not be reported as seen is reported again on coming back, and not before", async () => {
    const failures: (() => void)[] = [];
    const { client } = open({
      conversation: { unreadCount: 1 },
      messages: [messageOf("Hi")],
      answer: ({ path }) =>
        path.endsWith("/seen")
          ? new Promise((resolve) => {
              failures.push(() => resolve(errorAnswer(403, "forbidden", "Not now.")));
            })
          : undefined,
    });
    const visibility = jest.spyOn(document, "visibilityState", "get");
    const leaveAndComeBack = [
      () => {
        for (const state of ["hidden", "visible"] as const) {
          visibility.mockReturnValue(state);
          act(() => void document.dispatchEvent(new Event("visibilitychange")));
        }
      },
      () => {
        for (const isOnline of [false, true]) {
          onLine.mockReturnValue(isOnline);
          act(() => void window.dispatchEvent(new Event(isOnline ? "online" : "offline")));
        }
      },
      () => {},
    ];
    for (const [index, comeBack] of leaveAndComeBack.entries()) {
      await waitFor(() => expect(failures).toHaveLength(index + 1));
      failures[index]?.();
      await waitFor(() => expect(client.isMutating()).toBe(0));
      // The next answer still says that it is unread.
      await act(() => client.refetchQueries({ queryKey: messagesKeys.conversation("c1") }));
      expect(failures).toHaveLength(index + 1);
      comeBack();
    }
    visibility.mockRestore();
  });

  test("what the log does not have yet is not reported as seen", async () => {
    const { calls } = open({
      conversation: { unreadCount: 1, lastMessage: messageOf("On its way") },
      messages: [messageOf("There")],
    });
    await bubble("There");
    await waitFor(() => expect(calls.filter(({ path }) => path.endsWith("/messages"))).toHaveLength(2));
    expect(calls.some(({ method }) => method === "PUT")).toBe(false);
  });

  test("a request is not reported as seen, and is accepted", async () => {
    let box: Conversation["box"] = "requests";
    const conversation = () => conversationOf({ box, unreadCount: 1, lastMessage: messageOf("Hi") });
    const { calls } = open({
      messages: [messageOf("Hi")],
      answer: ({ path }) => {
        if (path.endsWith("/accept")) box = "inbox";
        return path.endsWith("/accept") || path === "/api/conversations/c1"
          ? { status: 200, body: { conversation: conversation() } }
          : undefined;
      },
    });
    await bubble("Hi");
    expect(calls.some(({ method }) => method === "PUT")).toBe(false);
    await userEvent.click(screen.getByRole("button", { name: "Accept" }));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Accept" })).toBeNull());
    expect(document.activeElement).toBe(await field());
    await waitFor(() => expect(calls.some(({ method }) => method === "PUT")).toBe(true));
  });

  test("the field gets the focus of Accept, also when a hint comes before the answer", async () => {
    const requested = conversationOf({ box: "requests", lastMessage: messageOf("Hi") });
    const accepted = { ...requested, box: "inbox" as const };
    let accept = () => {};
    const isAccepted = new Promise<void>((resolve) => {
      accept = resolve;
    });
    const { client } = open({
      conversation: requested,
      messages: [messageOf("Hi")],
      answer: ({ path }) =>
        path.endsWith("/accept")
          ? isAccepted.then(() => ({ status: 200, body: { conversation: accepted } }))
          : undefined,
    });
    await userEvent.click(await screen.findByRole("button", { name: "Accept" }));
    act(() => client.setQueryData(messagesKeys.conversation("c1"), accepted));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Accept" })).toBeNull());
    accept();
    await waitFor(async () => expect(document.activeElement).toBe(await field()));
  });

  test("a later message of the conversation is loaded, and announced", async () => {
    const said = [messageOf("First")];
    const { client } = open({
      answer: ({ path }) =>
        path.startsWith("/api/conversations/c1/messages")
          ? { status: 200, body: { messages: said, hasMore: false, nextCursor: null } }
          : undefined,
    });
    await bubble("First");
    const second = messageOf("Second", { createdAt: "2026-11-22T10:01:00.000Z" });
    said.unshift(second);
    act(() => client.setQueryData(messagesKeys.conversation("c1"), conversationOf({ lastMessage: second })));
    await bubble("Second");
    expect(await screen.findByText("Kabir Rao: Second")).toBeTruthy();
    // Not for good: the words of a message that is deleted would stay.
    await waitFor(() => expect(screen.queryByText("Kabir Rao: Second")).toBeNull(), { timeout: 3_000 });
  });

  test("what could not be loaded is loaded with the next answer, even if that is like the last", async () => {
    const warn = jest.spyOn(console, "warn").mockImplementation(() => {});
    let said = [messageOf("First")];
    let fails = false;
    const { client } = open({
      answer: ({ path }) => {
        if (path === "/api/conversations/c1")
          return { status: 200, body: { conversation: conversationOf({ lastMessage: said[0] ?? null }) } };
        if (!path.startsWith("/api/conversations/c1/messages")) return undefined;
        return fails
          ? errorAnswer(500, "internal", "Something went wrong.")
          : { status: 200, body: { messages: said, hasMore: false, nextCursor: null } };
      },
    });
    await bubble("First");
    said = [messageOf("Second", { createdAt: "2026-11-22T10:01:00.000Z" }), ...said];
    const ask = () => act(() => client.refetchQueries({ queryKey: messagesKeys.conversation("c1") }));
    fails = true;
    await ask();
    await waitFor(() => expect(warn).toHaveBeenCalled());
    fails = false;
    await ask();
    await bubble("Second");
    warn.mockRestore();
  });

  test("the newest message changes when moderators remove it, and when they release it", async () => {
    const message = messageOf("Hello");
    let shown = message;
    const { client } = open({
      answer: ({ path }) =>
        path.startsWith("/api/conversations/c1/messages")
          ? { status: 200, body: { messages: [shown], hasMore: false, nextCursor: null } }
          : undefined,
    });
    await bubble("Hello");
    for (const [next, text] of [
      [{ ...message, text: "", isWithheld: true }, "Removed by moderators"],
      [message, "Hello"],
    ] as const) {
      shown = next;
      act(() => client.setQueryData(messagesKeys.conversation("c1"), conversationOf({ lastMessage: next })));
      await bubble(text);
    }
  });

  test("an own message says when it was seen", async () => {
    open({ conversation: { seenUpTo: "Hello" }, messages: [mine("Later"), mine("Hello")] });
    expect((await bubble("Hello")).textContent).toContain("Seen");
    expect((await bubble("Later")).textContent).not.toContain("Seen");
  });

  test("a post is a card that leads to it; one that is gone says so", async () => {
    const post = {
      _id: "p1",
      isAvailable: true,
      caption: "Sunrise",
      thumbnail: "/sunrise.jpg",
      authorName: "Meera",
      authorId: "m",
    };
    const gone = { ...post, _id: "p2", isAvailable: false, caption: "", authorName: "", authorId: "" };
    open({
      messages: [
        messageOf("", { _id: "2", clientId: "2", post: gone }),
        messageOf("", { _id: "1", clientId: "1", post }),
      ],
    });
    const card = await screen.findByRole("link", { name: /Meera’s post/ });
    expect(card.getAttribute("href")).toBe("/post/p1");
    expect(screen.getByText("This post is no longer available.")).toBeTruthy();
  });

  test("a post of words alone is shown as its words", async () => {
    const post = {
      _id: "p1",
      isAvailable: true,
      caption: "The exam is at 14:00",
      background: "leaf" as const,
      thumbnail: "/sunrise.jpg",
      authorName: "Meera",
      authorId: "m",
    };
    open({ messages: [messageOf("", { post })] });
    const card = await screen.findByRole("link", { name: /Meera’s post/ });
    expect(card.querySelector("[data-background=leaf]")?.textContent).toBe("The exam is at 14:00");
    expect(card.querySelector("img")).toBeNull();
  });

  test("a conversation that can't be loaded offers to try again", async () => {
    const { answer } = open({ answer: () => errorAnswer(403, "forbidden", "Not now.") });
    const retry = await screen.findByRole("button", { name: "Try Again" });
    answer(({ path }) =>
      path.endsWith("/messages")
        ? { status: 200, body: { messages: [messageOf("Back")], hasMore: false, nextCursor: null } }
        : { status: 200, body: { conversation: conversationOf() } },
    );
    await userEvent.click(retry);
    expect(await screen.findByText("Back")).toBeTruthy();
  });
});

describe("deleting", () => {
  test("an own message goes for both, for an hour; that of the other does not", async () => {
    const old = mine("Old", { createdAt: "2026-01-01T00:00:00.000Z" });
    const { calls } = open({
      messages: [mine("Oops"), messageOf("Theirs"), old],
      answer: ({ method }) =>
        method === "DELETE"
          ? { status: 200, body: { message: mine("Oops", { text: "", isDeleted: true }) } }
          : undefined,
    });
    const options = async (text: string) =>
      userEvent.click(within(await bubble(text)).getByRole("button", { name: "Message options" }));
    const choices = () => screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
    for (const [text, expected] of [
      ["Theirs", ["Copy text", "Report message"]],
      ["Old", ["Copy text"]],
    ] as const) {
      await options(text);
      expect(choices()).toEqual(expected);
      await userEvent.keyboard("{Escape}");
    }
    const oops = await bubble("Oops");
    await waitFor(async () => {
      await options("Oops");
      expect(choices()).toEqual(["Copy text", "Delete"]);
    });
    await userEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
    await userEvent.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }),
    );
    await waitFor(() => expect(oops.textContent).toContain("Message deleted"));
    expect(calls).toContainEqual(
      expect.objectContaining({ method: "DELETE", path: "/api/conversations/c1/messages/Oops" }),
    );
  });

  test("a finger that rests on a message opens its menu, and so does the right button of a mouse", async () => {
    open({ messages: [messageOf("Theirs")] });
    const words = within(await bubble("Theirs")).getByText("Theirs");
    const down = createEvent.pointerDown(words);
    Object.defineProperty(down, "pointerType", { value: "touch" });
    fireEvent(words, down);
    expect(await screen.findByRole("menuitem", { name: "Report message" })).toBeTruthy();
    fireEvent.pointerUp(words);
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("menu")).toBeNull();
    fireEvent.contextMenu(words);
    expect(await screen.findByRole("menuitem", { name: "Copy text" })).toBeTruthy();
  });

  test("who is muted can be unmuted, and who is blocked is left", async () => {
    const { calls } = open({
      messages: [messageOf("Hi")],
      answer: ({ path }) =>
        path.endsWith("/block") ? { status: 200, body: { isBlocked: true } } : undefined,
    });
    await userEvent.click(await screen.findByRole("button", { name: "Conversation options" }));
    expect(await screen.findByRole("menuitem", { name: "Unmute Kabir Rao" })).toBeTruthy();
    await userEvent.click(screen.getByRole("menuitem", { name: "Block Kabir Rao" }));
    const dialog = await screen.findByRole("alertdialog");
    await userEvent.click(within(dialog).getByRole("button", { name: "Block" }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/messages"));
    expect(calls).toContainEqual(
      expect.objectContaining({ path: "/api/users/kabir/block", body: { blocked: true } }),
    );
  });

  test("with someone hidden, the last message they wrote is reported", async () => {
    const theirs = { senderId: null };
    const { calls } = open({
      conversation: {
        with: null,
        canWrite: false,
        cannotWrite: "You can't send messages to this member any more.",
      },
      messages: [
        mine("What?"),
        messageOf("", { ...theirs, _id: "gone", clientId: "gone", isDeleted: true }),
        messageOf("Threat", theirs),
        messageOf("Before", theirs),
      ],
      answer: ({ method, path }) => {
        if (!path.startsWith("/api/reports")) return undefined;
        return method === "POST"
          ? errorAnswer(400, "validation", "Not now.")
          : { status: 200, body: { reports: [], hasMore: false, nextCursor: null } };
      },
    });
    await bubble("Threat");
    await userEvent.click(screen.getByRole("button", { name: "Conversation options" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Report their last message" }));
    await userEvent.click(await screen.findByRole("radio", { name: /Spam/ }));
    await userEvent.click(screen.getByRole("button", { name: /Send report/ }));
    await waitFor(() =>
      expect(calls).toContainEqual(
        expect.objectContaining({
          method: "POST",
          path: "/api/reports",
          body: expect.objectContaining({ subject: "message", subjectId: "Threat" }),
        }),
      ),
    );
  });

  test("a conversation is deleted after a question, and left", async () => {
    const { calls } = open({ messages: [messageOf("Hi")] });
    await userEvent.click(await screen.findByRole("button", { name: "Conversation options" }));
    await userEvent.click(await screen.findByRole("menuitem", { name: "Delete conversation" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(dialog.textContent).toContain("Kabir Rao still has it.");
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/messages"));
    expect(calls).toContainEqual(
      expect.objectContaining({ method: "DELETE", path: "/api/conversations/c1" }),
    );
  });
});
