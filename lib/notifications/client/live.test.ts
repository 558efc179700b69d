/** @jest-environment jsdom */
import { ReadableStream, type ReadableStreamDefaultController } from "node:stream/web";
import { TextDecoder, TextEncoder } from "node:util";
import { BroadcastChannel } from "node:worker_threads";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { createElement, type ReactNode } from "react";
import { ApiClientError } from "@/lib/api/client/api-client-error";
import { api } from "@/lib/api/client/request";
import { subscribe, useLiveNotifications } from "@/lib/notifications/client/live";
import type { NotificationsAnswer } from "@/lib/notifications/schema";
import { spyOnApi } from "@/tests/spy-on-api";

Object.assign(globalThis, { TextDecoder });

/** The Web Locks API: one holder per name, the others queue. */
class FakeLocks {
  private queues = new Map<string, Promise<unknown>>();
  request = (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<unknown>) => {
    const turn = (this.queues.get(name) ?? Promise.resolve()).then(() => {
      if (signal.aborted) throw new DOMException("The request was aborted.", "AbortError");
      return work();
    });
    this.queues.set(
      name,
      turn.catch(() => undefined),
    );
    return turn;
  };
}

type Stream = {
  lastEventId: string | undefined;
  send: (unreadCount: number) => void;
  /** Sends that something happened in a conversation. */
  sendMessage: (conversationId: string) => void;
  /** Sends that a person is hidden from now on. */
  sendHidden: (personId: string) => void;
  /** Sends that there are new posts. */
  sendPosts: () => void;
  /** Breaks the connection. */
  cut: () => void;
};

const page = (unreadCount: number): NotificationsAnswer => ({
  notifications: [],
  totalCount: unreadCount,
  currentPage: 1,
  totalPages: 1,
  nextCursor: null,
  unreadCount,
  newCount: unreadCount,
});

let opened: Stream[];
let unsubscribes: (() => void)[];

/** A server whose streams send only what the test sends. */
const openStream: typeof api.stream = async (_path, { signal, lastEventId }) => {
  let body: ReadableStreamDefaultController<Uint8Array>;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      body = controller;
      signal.addEventListener("abort", () => controller.error(signal.reason));
    },
  });
  const text = (count: number) =>
    `event: notifications\nid: v${count}\ndata: ${JSON.stringify(page(count))}\n\n`;
  opened.push({
    lastEventId,
    send: (count) => body.enqueue(new TextEncoder().encode(text(count))),
    sendMessage: (conversationId) =>
      body.enqueue(
        new TextEncoder().encode(
          `event: message\ndata: ${JSON.stringify({ conversationId, messageId: "m" })}\n\n`,
        ),
      ),
    sendHidden: (personId) =>
      body.enqueue(
        new TextEncoder().encode(`event: safety\ndata: ${JSON.stringify({ hidden: [personId] })}\n\n`),
      ),
    sendPosts: () =>
      body.enqueue(new TextEncoder().encode(`event: posts\ndata: {"isNew":true,"counts":[]}\n\n`)),
    cut: () => body.error(new TypeError("network error")),
  });
  return stream as Awaited<ReturnType<typeof api.stream>>;
};

beforeEach(() => {
  opened = [];
  unsubscribes = [];
  jest.spyOn(api, "stream").mockImplementation(openStream);
  // Reconnects without delay.
  jest.spyOn(Math, "random").mockReturnValue(0);
  Object.assign(window, { BroadcastChannel });
  Object.defineProperty(navigator, "locks", { value: new FakeLocks(), configurable: true });
});
afterEach(() => {
  for (const unsubscribe of unsubscribes) unsubscribe();
});

/** A tab, with the unread counts and the conversations it received. */
function openTab(person = "me") {
  const counts: number[] = [];
  const conversations: (string | null)[] = [];
  const hidden: string[] = [];
  const posts: boolean[] = [];
  let isStreaming = false;
  const close = subscribe(person, {
    onPage: ({ unreadCount }) => counts.push(unreadCount),
    onMessage: ({ conversationId }) => conversations.push(conversationId),
    onHidden: (data) => hidden.push(...data.hidden),
    onPosts: ({ isNew }) => posts.push(isNew),
    onStreaming: (streaming) => {
      isStreaming = streaming;
    },
  });
  unsubscribes.push(close);
  return { counts, conversations, hidden, posts, close, isStreaming: () => isStreaming };
}

/** Waits several turns of the event loop: each message between tabs takes one. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 6; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe("the tabs of a browser", () => {
  test("share one stream and its events", async () => {
    const [first, second] = [openTab(), openTab()];
    await settle();
    opened[0]?.send(1);
    await settle();
    expect(opened).toHaveLength(1);
    expect([first.counts, second.counts]).toEqual([[1], [1]]);
    expect([first.isStreaming(), second.isStreaming()]).toEqual([true, false]);
  });

  test("learn of people who are hidden now, each once", async () => {
    const [first, second] = [openTab(), openTab()];
    await settle();
    opened[0]?.sendHidden("kabir");
    await settle();
    expect([first.hidden, second.hidden]).toEqual([["kabir"], ["kabir"]]);
    expect([first.counts, second.counts]).toEqual([[], []]);
  });

  test("learn of new posts, each once", async () => {
    const [first, second] = [openTab(), openTab()];
    await settle();
    opened[0]?.sendPosts();
    await settle();
    expect([first.posts, second.posts]).toEqual([[true], [true]]);
  });

  test("learn of messages, each once", async () => {
    const [first, second] = [openTab(), openTab()];
    await settle();
    opened[0]?.sendMessage("c1");
    opened[0]?.send(1);
    opened[0]?.sendMessage("c2");
    await settle();
    expect([first.conversations, second.conversations]).toEqual([
      ["c1", "c2"],
      ["c1", "c2"],
    ]);
    expect([first.counts, second.counts]).toEqual([[1], [1]]);
    opened[0]?.cut();
    await settle();
    // What has the id of a page is only what was a page.
    expect(opened[1]?.lastEventId).toBe("v1");
  });

  test("send the current page to a tab opened later", async () => {
    openTab();
    await settle();
    opened[0]?.send(3);
    await settle();
    const late = openTab();
    await settle();
    expect(late.counts).toEqual([3]);
    expect(opened).toHaveLength(1);
  });

  test("separate the notifications of different people", async () => {
    openTab("me");
    const other = openTab("other");
    await settle();
    opened[0]?.send(1);
    await settle();
    expect(opened).toHaveLength(2);
    expect(other.counts).toEqual([]);
  });

  test("take over one after the other when the streaming tab closes", async () => {
    const tabs = [openTab(), openTab(), openTab()];
    await settle();
    tabs[0]?.close();
    await settle();
    expect(opened).toHaveLength(2);
    expect(tabs.map((tab) => tab.isStreaming())).toEqual([true, true, false]);
    opened[1]?.send(2);
    await settle();
    expect(tabs.map(({ counts }) => counts)).toEqual([[], [2], [2]]);
    tabs[1]?.close();
    await settle();
    expect(tabs[2]?.isStreaming()).toBe(true);
  });

  test("release the stream and the lock in the back/forward cache", async () => {
    const tab = openTab();
    await settle();
    window.dispatchEvent(new Event("pagehide"));
    // Until it streams again it polls.
    expect(tab.isStreaming()).toBe(false);
    await settle();
    window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
    await settle();
    expect(opened).toHaveLength(2);
    opened[1]?.send(5);
    await settle();
    expect(tab.counts).toEqual([5]);
  });

  test.each(["locks", "channels"])("have one stream each without %s", async (missing) => {
    if (missing === "locks") Reflect.deleteProperty(navigator, "locks");
    else Reflect.deleteProperty(window, "BroadcastChannel");
    const tabs = [openTab(), openTab()];
    await settle();
    opened[1]?.send(1);
    await settle();
    expect(opened).toHaveLength(2);
    expect(tabs.map(({ counts }) => counts)).toEqual([[], [1]]);
  });
});

describe("a stream", () => {
  test("resumes after a broken connection", async () => {
    const tab = openTab();
    await settle();
    opened[0]?.send(1);
    await settle();
    opened[0]?.cut();
    await settle();
    expect(opened.map(({ lastEventId }) => lastEventId)).toEqual([undefined, "v1"]);
    expect(tab.isStreaming()).toBe(true);
  });

  test("reconnects after silence", async () => {
    jest.useFakeTimers();
    const tab = openTab();
    await jest.advanceTimersByTimeAsync(59_000);
    opened[0]?.send(1);
    await jest.advanceTimersByTimeAsync(59_000);
    expect(opened).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(opened).toHaveLength(2);
    tab.close();
    jest.useRealTimers();
  });

  test("respects Retry-After", async () => {
    jest.useFakeTimers();
    jest
      .mocked(api.stream)
      .mockRejectedValueOnce(new ApiClientError(503, "unavailable", "Later.", { retryAfter: 3 }));
    const tab = openTab();
    await jest.advanceTimersByTimeAsync(2_900);
    window.dispatchEvent(new Event("online"));
    await jest.advanceTimersByTimeAsync(0);
    expect(opened).toHaveLength(0);
    await jest.advanceTimersByTimeAsync(200);
    expect(opened).toHaveLength(1);
    tab.close();
    jest.useRealTimers();
  });

  test("ends with the session", async () => {
    jest.mocked(api.stream).mockRejectedValue(new ApiClientError(401, "unauthenticated", "Over."));
    const tab = openTab();
    await settle();
    expect(api.stream).toHaveBeenCalledTimes(1);
    expect(tab.isStreaming()).toBe(false);
  });
});

test("a tab that opens a stream asks for messages it may have missed, and again for posts too", async () => {
  const [onMessage, onPosts] = [jest.fn(), jest.fn()];
  spyOnApi("get").mockResolvedValue(page(0));
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  const handlers = { onArrival: jest.fn(), onMessage, onHidden: jest.fn(), onPosts };
  const { unmount } = renderHook(() => useLiveNotifications("me", handlers), { wrapper });
  await act(settle);
  expect(onPosts).not.toHaveBeenCalled();
  opened[0]?.cut();
  await act(settle);
  expect(onPosts.mock.calls).toEqual([[{ isNew: true, counts: [] }]]);
  expect(onMessage.mock.calls).toEqual([1, 2].map(() => [{ conversationId: null, messageId: null }]));
  unmount();
});

test("a tab without the stream polls every 30 seconds, and one with it does not", async () => {
  jest.useFakeTimers();
  const get = spyOnApi("get").mockResolvedValue(page(0));
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children);
  const other = openTab();
  await jest.advanceTimersByTimeAsync(0);
  const handlers = { onArrival: jest.fn(), onMessage: jest.fn(), onHidden: jest.fn(), onPosts: jest.fn() };
  const { unmount } = renderHook(() => useLiveNotifications("me", handlers), { wrapper });
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(get).toHaveBeenCalledTimes(1);
  await act(() => jest.advanceTimersByTimeAsync(60_000));
  expect(get).toHaveBeenCalledTimes(3);
  // It asks for messages as often, and once more when it gets the stream.
  expect(handlers.onMessage).toHaveBeenCalledTimes(2);
  other.close();
  await act(() => jest.advanceTimersByTimeAsync(0));
  await act(() => jest.advanceTimersByTimeAsync(55_000));
  expect(get).toHaveBeenCalledTimes(3);
  expect(handlers.onMessage).toHaveBeenCalledTimes(3);
  unmount();
  jest.useRealTimers();
});
