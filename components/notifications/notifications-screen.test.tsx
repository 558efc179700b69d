/** @jest-environment jsdom */
import { QueryClient } from "@tanstack/react-query";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { NotificationsHeader } from "@/components/notifications/notifications-header";
import { NotificationsScreen } from "@/components/notifications/notifications-screen";
import { notificationsKeys } from "@/lib/notifications/client/cache";
import type { Notification } from "@/lib/notifications/schema";
import { commentPath } from "@/lib/paths";
import { show as showScreen } from "@/tests/browser-api";
import { preserveFocusAsOnScreens } from "@/tests/fresh-browser";
import { notificationOf } from "@/tests/notification-fixture";
import { personOf } from "@/tests/user-fixture";

afterEach(() => window.history.replaceState(null, "", "/"));

preserveFocusAsOnScreens();

const notification = (number: number, overrides: Partial<Notification> = {}) =>
  notificationOf({
    _id: `n${number}`,
    senderId: personOf(`sender-${number}`, `Sender ${number}x`),
    createdAt: new Date(Date.UTC(2026, 10, 20) - number * 60_000).toISOString(),
    ...overrides,
  });

type Page = {
  notifications: Notification[];
  nextCursor: string | null;
  unreadCount?: number;
  newCount?: number;
};
type Handler = (method: string, path: string, body: { ids?: string[] } | undefined) => unknown;

/**
 * Mocks fetch: `answer` returns the response's body, or an Error for a response with status 500.
 */
function serve(answer: Handler): jest.Mock {
  const mock = jest.fn(async (input: string, init: { method: string; body?: string }) => {
    const body = answer(init.method, input, init.body ? JSON.parse(init.body) : undefined);
    const failed = body instanceof Error;
    const json = failed ? { error: "internal", message: body.message } : body;
    const headers = new Headers({ "X-Request-Id": "0190-abc" });
    return { ok: !failed, status: failed ? 500 : 200, headers, json: async () => json, clone: () => ({}) };
  });
  global.fetch = mock as unknown as typeof fetch;
  return mock;
}

const answerOf = ({ notifications, nextCursor, unreadCount = 0, newCount = 0 }: Page) => ({
  notifications,
  nextCursor,
  unreadCount,
  newCount,
  totalCount: 40,
  currentPage: 1,
  totalPages: 2,
});

const newClient = () => new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });

function show(client = newClient()) {
  return showScreen(
    <>
      <NotificationsHeader />
      <NotificationsScreen />
    </>,
    client,
  );
}

const rows = () => screen.getAllByRole("listitem");
/** The colour of a row's icon, which shows the type. */
const colorOf = (index: number) =>
  [...(rows()[index]?.querySelectorAll("span") ?? [])]
    .flatMap((span) => [...span.classList])
    .find((name) => ["bg-like", "bg-comment", "bg-follow", "bg-ink2"].includes(name));
const choose = async (label: string) => {
  await userEvent.click(screen.getByRole("button", { name: /^Filter/ }));
  await userEvent.click(screen.getByRole("menuitemradio", { name: label }));
};

let warnings: unknown[][];
const realFetch = global.fetch;
beforeEach(() => {
  warnings = [];
  jest.spyOn(console, "warn").mockImplementation((...args: unknown[]) => void warnings.push(args));
});
afterEach(() => {
  global.fetch = realFetch;
});

describe("the notifications screen", () => {
  /** A server that knows what is seen: of three notifications, and of ten older ones. Two are new. */
  function serveUnread() {
    const unseen = new Set(["n1", "n2"]);
    let older = 10;
    let newCount = 2;
    const fetched = serve((method, path, body) => {
      const one = /notifications\/(n\d)\/seen/.exec(path)?.[1];
      if (one) unseen.delete(one);
      else if (path.endsWith("/mark-all-seen")) {
        for (const id of body?.ids ?? unseen) unseen.delete(id);
        if (!body?.ids) older = 0;
      } else if (path.endsWith("/viewed")) newCount = 0;
      if (method === "PUT") return { updated: 1 };
      const list = [1, 2, 3].map((number) => notification(number, { seen: !unseen.has(`n${number}`) }));
      const unreadCount = unseen.size + older;
      return answerOf({ notifications: list, nextCursor: null, unreadCount, newCount });
    });
    /** The writes so far. */
    const written = () =>
      fetched.mock.calls.filter(([, { method }]) => method === "PUT").map(([path]) => path);
    return { written };
  }

  const VIEWED = "/api/notifications/viewed";
  const countsIn = (client: QueryClient) => client.getQueryData(notificationsKeys.counts());

  test("looking quiets the bell and leaves what is unread unread", async () => {
    const { written } = serveUnread();
    const client = newClient();
    client.setQueryData(notificationsKeys.counts(), { unreadCount: 12, newCount: 2 });
    const { unmount } = show(client);
    expect(await screen.findAllByText("New")).toHaveLength(2);
    await waitFor(() => expect(written()).toEqual([VIEWED]));
    await waitFor(() => expect(client.isMutating()).toBe(0));
    expect(countsIn(client)).toEqual({ unreadCount: 12, newCount: 0 });
    unmount();
    show(client);
    expect(await screen.findAllByText("New")).toHaveLength(2);
    expect(screen.getByText("9+")).toBeTruthy();
    await choose("Unread");
    expect(rows()).toHaveLength(2);
    expect(written()).toEqual([VIEWED]);
  });

  test("what comes while the screen is open counts until its person comes back to it or leaves", async () => {
    const { written } = serveUnread();
    const client = newClient();
    const { unmount } = show(client);
    await screen.findByText("Sender 1x");
    await waitFor(() => expect(client.isMutating()).toBe(0));
    const arrive = () =>
      act(() => client.setQueryData(notificationsKeys.counts(), { unreadCount: 13, newCount: 1 }));
    const turn = (state: DocumentVisibilityState) => {
      jest.spyOn(document, "visibilityState", "get").mockReturnValue(state);
      fireEvent(document, new Event("visibilitychange"));
    };
    const before = written().length;
    arrive();
    turn("hidden");
    expect(written()).toHaveLength(before);
    turn("visible");
    await waitFor(() => expect(written()).toHaveLength(before + 1));
    await waitFor(() => expect(client.isMutating()).toBe(0));
    arrive();
    unmount();
    await waitFor(() => expect(written()).toEqual(Array(before + 2).fill(VIEWED)));
  });

  test("one notification is marked as read, then all", async () => {
    const { written } = serveUnread();
    show();
    expect(await screen.findByText("9+")).toBeTruthy();
    expect(screen.getAllByText("New")).toHaveLength(2);
    await userEvent.click(screen.getAllByRole("button", { name: "Mark as read" })[0] as HTMLElement);
    await waitFor(() => expect(screen.getAllByText("New")).toHaveLength(1));
    expect(written()).toContain("/api/notifications/n1/seen");
    expect(document.activeElement).toBe(screen.getByText("Sender 1x").closest("li"));
    await userEvent.click(screen.getByRole("button", { name: "Mark All Read" }));
    await waitFor(() => expect(screen.queryByText("New")).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));
    expect(await screen.findByText("All notifications marked as read.")).toBeTruthy();
    expect(screen.queryByText("You've reached the end of your notifications.")).toBeNull();
  });

  test("Mark All Read while the list is first loaded does not stop it", async () => {
    let letListCome = () => {};
    const held = new Promise<void>((resolve) => {
      letListCome = resolve;
    });
    const list = [notification(1)];
    serve((method) =>
      method === "PUT" ? { updated: 1 } : answerOf({ notifications: list, nextCursor: null, unreadCount: 0 }),
    );
    const answer = global.fetch;
    let isFirst = true;
    global.fetch = async (...call) => {
      if (call[1]?.method === "GET" && isFirst) {
        isFirst = false;
        await held;
      }
      return answer(...call);
    };
    const client = newClient();
    client.setQueryData(notificationsKeys.counts(), { unreadCount: 2, newCount: 0 });
    show(client);
    await userEvent.click(await screen.findByRole("button", { name: "Mark All Read" }));
    letListCome();
    expect(await screen.findByText("Sender 1x")).toBeTruthy();
  });

  test("a failed deletion restores the row and is only logged", async () => {
    const list = [notification(1, { seen: false }), notification(2)];
    serve((method) =>
      method === "DELETE"
        ? new Error("no")
        : answerOf({ notifications: list, nextCursor: null, unreadCount: 1 }),
    );
    show();
    await screen.findByText("Sender 1x");
    await userEvent.click(screen.getAllByRole("button", { name: "Delete" })[0] as HTMLElement);
    await waitFor(() => expect(warnings).toHaveLength(1));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("five inert samples stand in while the first load fails", async () => {
    let isUp = false;
    serve(() => (isUp ? answerOf({ notifications: [notification(1)], nextCursor: null }) : new Error("no")));
    show();
    const samples = within(await screen.findByRole("list", { name: "Sample notifications" }));
    expect(samples.getAllByRole("listitem")).toHaveLength(5);
    expect(screen.getByText(/^Reference:/).textContent).toBe("Reference: 0190-abc");
    expect(samples.queryAllByRole("link")).toEqual([]);
    expect(samples.queryAllByRole("button")).toEqual([]);
    expect(screen.queryByRole("button", { name: "Mark All Read" })).toBeNull();
    expect(screen.queryByRole("button", { name: "Load More Notifications" })).toBeNull();
    isUp = true;
    await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
    expect(await screen.findByText("Sender 1x")).toBeTruthy();
    expect(screen.queryByText("Sample notifications")).toBeNull();
  });

  test("an unknown type is shown in grey with its message", async () => {
    const unknown = notification(1, { type: "poll", message: "asked you" });
    serve(() => answerOf({ notifications: [unknown, notification(2)], nextCursor: null }));
    show();
    expect(await screen.findByText(/asked you/)).toBeTruthy();
    expect(rows()).toHaveLength(2);
    expect(colorOf(0)).toBe("bg-ink2");
    await choose("Likes");
    expect(rows()).toHaveLength(1);
  });

  test("a mention quotes its comment, leads to it, and passes the filter Comments", async () => {
    const postId = { _id: "p1", mediaUrl: "/a.jpg", mediaType: "image" as const, thumbnail: "/a.jpg" };
    const message = "mentioned you: “Ask @ishita”";
    const mention = notification(1, { type: "mention", message, postId, commentId: "c1" });
    serve(() => answerOf({ notifications: [mention, notification(2)], nextCursor: null }));
    show();
    const link = await screen.findByRole("link", { name: /mentioned you: “Ask @ishita”/ });
    expect(link.getAttribute("href")).toBe(commentPath("p1", "c1"));
    expect(colorOf(0)).toBe("bg-comment");
    await choose("Comments");
    expect(rows()).toHaveLength(1);
  });

  test("a notification sent by hand says so, is grey, and stands with its type", async () => {
    const sentByHand = { custom: true, message: "liked your post", seen: false };
    const list = ["like", "comment", "follow"].map((type, index) =>
      notification(index, { type, ...sentByHand }),
    );
    serve((_method, path) =>
      path.startsWith("/api/reports")
        ? { reports: [], hasMore: false, nextCursor: null }
        : answerOf({ notifications: list, nextCursor: null, unreadCount: 3 }),
    );
    show();
    expect(await screen.findAllByText(/sent you a notification: liked your post/)).toHaveLength(3);
    for (const index of [0, 1, 2]) expect(colorOf(index)).toBe("bg-ink2");
    await choose("Unread");
    expect(rows()).toHaveLength(3);
    await userEvent.click(screen.getAllByRole("button", { name: "Report" })[0] as HTMLElement);
    expect(await screen.findByRole("dialog", { name: "Report this notification" })).toBeTruthy();
    await userEvent.keyboard("{Escape}");
    for (const label of ["Likes", "Comments", "Follows"]) {
      await choose(label);
      expect(rows()).toHaveLength(1);
      expect(screen.getByText(/sent you a notification/)).toBeTruthy();
    }
  });

  test("older notifications load on demand until the end", async () => {
    serve((_method, path) =>
      path.includes("cursor=older")
        ? answerOf({ notifications: [notification(2)], nextCursor: null })
        : answerOf({ notifications: [notification(1)], nextCursor: "older" }),
    );
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Load More Notifications" }));
    expect(await screen.findByText("Sender 2x")).toBeTruthy();
    expect(rows()).toHaveLength(2);
    expect(screen.getByText("You've reached the end of your notifications.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Load More Notifications" })).toBeNull();
  });

  test("a page that fails is logged, and loading stops until Try Again is pressed", async () => {
    serve((_method, path) =>
      path.includes("cursor=")
        ? new Error("no")
        : answerOf({ notifications: [notification(1)], nextCursor: "x" }),
    );
    show();
    await userEvent.click(await screen.findByRole("button", { name: "Load More Notifications" }));
    expect(await screen.findByText("Older notifications couldn't be loaded.")).toBeTruthy();
    expect(warnings).toHaveLength(1);
    expect(rows()).toHaveLength(1);
  });

  test("a filter without matches loads older pages by itself", async () => {
    serve((_method, path) =>
      path.includes("cursor=older")
        ? answerOf({ notifications: [notification(2, { type: "comment" })], nextCursor: null })
        : answerOf({ notifications: [notification(1)], nextCursor: "older" }),
    );
    show();
    await screen.findByText("Sender 1x");
    await choose("Comments");
    expect(await screen.findByText("Sender 2x")).toBeTruthy();
    expect(rows()).toHaveLength(1);
    await choose("Follows");
    expect(await screen.findByText("No follows notifications found.")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Clear filter" }));
    expect(rows()).toHaveLength(2);
  });

  test("the address holds the filter", async () => {
    serve(() =>
      answerOf({
        notifications: [notification(1), notification(2, { type: "comment" })],
        nextCursor: null,
      }),
    );
    const { unmount } = show();
    await screen.findByText("Sender 1x");
    await choose("Comments");
    expect(window.location.search).toBe("?filter=comments");
    unmount();
    show();
    await screen.findByText("Sender 2x");
    expect(screen.queryByText("Sender 1x")).toBeNull();
    await choose("All Notifications");
    expect(window.location.search).toBe("");
    expect(rows()).toHaveLength(2);
  });

  test("a filter that does not exist shows all", async () => {
    window.history.replaceState(null, "", "?filter=nonsense");
    serve(() => answerOf({ notifications: [notification(1)], nextCursor: null }));
    show();
    expect(await screen.findByText("Sender 1x")).toBeTruthy();
  });

  test("an empty list says that all is read", async () => {
    serve(() => answerOf({ notifications: [], nextCursor: null }));
    show();
    expect(await screen.findByText("You're all caught up! Check back later for new updates.")).toBeTruthy();
    expect(screen.getByText("No notifications")).toBeTruthy();
  });

  test("a picture lies on white once it has loaded, and gives way to a fallback when it fails", async () => {
    const postId = {
      _id: "post",
      mediaUrl: "/gone.jpg",
      mediaType: "image" as const,
      thumbnail: "/gone.jpg",
    };
    serve(() => answerOf({ notifications: [notification(1, { postId })], nextCursor: null }));
    show();
    const row = (await screen.findByText("Sender 1x")).closest("li") as HTMLElement;
    const picture = row.querySelector("[src='/gone.jpg']") as HTMLElement;
    fireEvent.load(picture);
    // Black on transparent is seen in both themes.
    expect(picture.className).toContain("bg-white");
    fireEvent.error(picture);
    expect(row.querySelector("[data-fallback]")).not.toBeNull();
    fireEvent(window, new Event("online"));
    expect(row.querySelector("[src='/gone.jpg']")).not.toBeNull();
  });

  test("a card is its words, and not the picture of its first ones", async () => {
    const card = { text: "The exam is at 14:00", background: "leaf" as const };
    const postId = { _id: "p1", mediaUrl: "/a.jpg", mediaType: "image" as const, thumbnail: "/a.jpg", card };
    serve(() => answerOf({ notifications: [notification(1, { postId })], nextCursor: null }));
    show();
    const row = (await screen.findByText("Sender 1x")).closest("li") as HTMLElement;
    expect(row.querySelector("[data-background=leaf]")?.textContent).toBe("The exam is at 14:00");
    expect(row.querySelector("[src='/a.jpg']")).toBeNull();
  });

  test("grouped likes load older pages until the screen is full", async () => {
    const roof = { _id: "roof", mediaUrl: "/roof.jpg", mediaType: "image" as const, thumbnail: "/roof.jpg" };
    const pages: Record<string, Page> = {
      first: { notifications: [1, 2, 3].map((n) => notification(n, { postId: roof })), nextCursor: "second" },
      second: { notifications: [4, 5].map((n) => notification(n, { postId: roof })), nextCursor: "third" },
      third: { notifications: [notification(6, { type: "follow" })], nextCursor: "fourth" },
    };
    const fetched = serve((_method, path) => {
      const cursor = /cursor=(\w+)/.exec(path)?.[1] ?? "first";
      return answerOf(pages[cursor] ?? { notifications: [], nextCursor: null });
    });
    // Rows of 400 px on a screen of 768: the second one reaches its end.
    jest
      .spyOn(Element.prototype, "getBoundingClientRect")
      .mockImplementation(() => ({ top: screen.queryAllByRole("listitem").length * 400 }) as DOMRect);
    show();
    expect(await screen.findByText("Sender 6x")).toBeTruthy();
    expect(screen.getByText(/and 4 others liked your post/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Load More Notifications" })).toBeTruthy();
    const listCalls = fetched.mock.calls.filter(([path]) => path.startsWith("/api/notifications"));
    expect(listCalls).toHaveLength(3);
  });
});
