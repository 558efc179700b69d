import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import {
  arrivals,
  insertNotification,
  markSeen,
  markViewed,
  mergeNewestPage,
  type NotificationPages,
  notificationsKeys,
  removeNotification,
  withNewestPage,
} from "@/lib/notifications/client/cache";
import { nextCursorOf } from "@/lib/notifications/client/queries";
import type { Notification, NotificationCounts, NotificationsAnswer } from "@/lib/notifications/schema";
import { pagedList } from "@/lib/query/pages";
import { notificationOf } from "@/tests/notification-fixture";

const notification = (minute: number, fields: Partial<Notification> = {}) =>
  notificationOf({
    _id: `n${minute}`,
    createdAt: new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString(),
    ...fields,
  });

const page = (minutes: number[], fields: Partial<NotificationsAnswer> = {}): NotificationsAnswer => ({
  notifications: minutes.map((minute) => notification(minute)),
  totalCount: 6,
  currentPage: 1,
  totalPages: 3,
  nextCursor: `after ${minutes.at(-1)}`,
  unreadCount: 0,
  newCount: 0,
  ...fields,
});

/** Three pages of two, loaded to the end. */
const loaded = (): NotificationPages => ({
  pages: [page([50, 45]), page([40, 35]), page([30, 25], { nextCursor: null })],
  pageParams: [null, "after 45", "after 35"],
});
const minutes = ({ pages }: NotificationPages) =>
  pages.map(({ notifications }) => notifications.map(({ _id }) => Number(_id.slice(1))));

describe("a new version of the newest page", () => {
  test("puts a new notification at the top and neither loses nor duplicates any", () => {
    const { pages, complete } = withNewestPage(loaded(), page([55, 50], { totalCount: 7 }));
    expect(minutes(pages)).toEqual([[55, 50], [45], [40, 35], [30, 25]]);
    expect(complete).toBe(true);
    expect(pages.pages.at(-1)?.nextCursor).toBeNull();
    expect(pages.pageParams).toHaveLength(pages.pages.length);
  });

  test("drops a deleted notification", () => {
    const { pages, complete } = withNewestPage(loaded(), page([50, 40], { totalCount: 5 }));
    expect(minutes(pages)).toEqual([[50, 40], [35], [30, 25]]);
    expect(complete).toBe(true);
  });

  test("moves a renewed comment to the top", () => {
    const renewed = page([50], {
      notifications: [notification(55, { _id: "n25", seen: false }), notification(50)],
      unreadCount: 1,
    });
    const { pages, complete } = withNewestPage(loaded(), renewed);
    expect(minutes(pages)).toEqual([[25, 50], [45], [40, 35], [30]]);
    expect(complete).toBe(true);
  });

  test("still ends the list when the last page becomes empty", () => {
    const pages: NotificationPages = {
      pages: [page([50, 45]), page([40], { nextCursor: null })],
      pageParams: [null, "after 45"],
    };
    const renewed = page([], {
      notifications: [notification(55, { _id: "n40" }), notification(50)],
      totalCount: 3,
    });
    const after = withNewestPage(pages, renewed).pages;
    expect(minutes(after)).toEqual([[40, 50], [45]]);
    expect(after.pages.at(-1)?.nextCursor).toBeNull();
  });

  test("requires a refetch when it overlaps no loaded page", () => {
    expect(withNewestPage(loaded(), page([90, 80], { totalCount: 40 })).complete).toBe(false);
  });

  test("requires a refetch when the counts show a change in older pages", () => {
    expect(withNewestPage(loaded(), page([50, 45], { totalCount: 5 })).complete).toBe(false);
    const unseen = loaded();
    unseen.pages[1] = { ...page([]), notifications: [notification(40, { seen: false }), notification(35)] };
    expect(withNewestPage(unseen, page([50, 45], { unreadCount: 1 })).complete).toBe(true);
    expect(withNewestPage(unseen, page([50, 45], { unreadCount: 0 })).complete).toBe(false);
  });

  test("replaces a list that fits on one page", () => {
    const short = page([20], { nextCursor: null, totalCount: 1 });
    expect(withNewestPage(loaded(), short)).toEqual({
      pages: { pages: [short], pageParams: [null] },
      complete: true,
    });
  });

  test("does not mutate the cached pages", () => {
    const before = loaded();
    withNewestPage(before, page([55, 50]));
    expect(before).toEqual(loaded());
  });
});

test("a notification that arrives while older ones load stays in the list", async () => {
  const client = new QueryClient();
  const list = () => client.getQueryData<NotificationPages>(notificationsKeys.list()) as NotificationPages;
  client.setQueryData<NotificationPages>(notificationsKeys.list(), {
    pages: [page([50, 45])],
    pageParams: [null],
  });
  let answer = (_page: NotificationsAnswer) => {};
  const answered = new Promise<NotificationsAnswer>((resolve) => {
    answer = resolve;
  });
  const observer = new InfiniteQueryObserver(
    client,
    pagedList(notificationsKeys.list(), () => answered),
  );
  const loading = observer.fetchNextPage();
  mergeNewestPage(client, page([55, 50], { totalCount: 7 }));
  expect(minutes(list())[0]).toEqual([55, 50]);
  answer(page([40, 35]));
  await loading;
  expect(minutes(list())).toEqual([[55, 50], [45], [40, 35]]);
});

describe("announced notifications", () => {
  test("are unseen and newer than the latest one", () => {
    const newest = page([], {
      notifications: [notification(60, { seen: false }), notification(55), notification(50, { seen: false })],
    });
    expect(arrivals(notification(50), newest).map(({ _id }) => _id)).toEqual(["n60"]);
    expect(arrivals(undefined, newest)).toHaveLength(2);
  });
});

describe("optimistic writes", () => {
  /** A cache with two pages, of which 50, 45 and 40 are unseen, as is one that is not loaded. */
  function openClient() {
    const client = new QueryClient();
    const unseen = (minute: number) => notification(minute, { seen: false });
    client.setQueryData<NotificationPages>(notificationsKeys.list(), {
      pages: [
        page([], { notifications: [unseen(50), unseen(45)] }),
        page([], { notifications: [unseen(40), notification(35)] }),
      ],
      pageParams: [null, "after 45"],
    });
    client.setQueryData(notificationsKeys.counts(), { unreadCount: 4, newCount: 3 });
    const list = () => client.getQueryData<NotificationPages>(notificationsKeys.list()) as NotificationPages;
    const counts = () => client.getQueryData<NotificationCounts>(notificationsKeys.counts());
    const unread = () => counts()?.unreadCount;
    const stillUnseen = () =>
      list()
        .pages.flatMap(({ notifications }) => notifications)
        .filter(({ seen }) => !seen)
        .map(({ _id }) => _id);
    return { client, list, counts, unread, stillUnseen };
  }

  test("marking some as seen leaves the others and the order alone, and can be rolled back", () => {
    const { client, list, unread, stillUnseen } = openClient();
    const before = list();
    const rollback = markSeen(client, ["n45", "n35", "n99"]);
    expect(stillUnseen()).toEqual(["n50", "n40"]);
    expect(unread()).toBe(3);
    expect(minutes(list())).toEqual(minutes(before));
    rollback();
    expect(list()).toEqual(before);
    expect(unread()).toBe(4);
  });

  test("marking all also counts those not loaded", () => {
    const { client, counts, unread, stillUnseen } = openClient();
    const rollback = markSeen(client);
    expect(stillUnseen()).toEqual([]);
    expect(counts()).toEqual({ unreadCount: 0, newCount: 0 });
    rollback();
    expect(stillUnseen()).toEqual(["n50", "n45", "n40"]);
    expect(unread()).toBe(4);
  });

  test("viewing quiets the bell and leaves what is unseen unseen", () => {
    const { client, counts, stillUnseen } = openClient();
    const rollback = markViewed(client);
    expect(counts()).toEqual({ unreadCount: 4, newCount: 0 });
    expect(stillUnseen()).toEqual(["n50", "n45", "n40"]);
    rollback();
    expect(counts()).toEqual({ unreadCount: 4, newCount: 3 });
  });

  test.each([
    ["n45", 3],
    ["n35", 4],
  ])("deleting %s updates the count, and rolling back restores its place", (id, count) => {
    const { client, list, unread } = openClient();
    const before = list();
    const rollback = removeNotification(client, id);
    expect(minutes(list()).flat()).not.toContain(Number(id.slice(1)));
    expect(unread()).toBe(count);
    rollback();
    expect(minutes(list()).flat()).toEqual(minutes(before).flat());
    expect(unread()).toBe(4);
  });

  test("inserting an existing notification changes nothing", () => {
    const { client, list, unread } = openClient();
    const before = list();
    insertNotification(client, notification(45, { seen: false }))();
    expect(list()).toBe(before);
    expect(unread()).toBe(4);
  });

  test("inserting an unread notification increments a count of zero", () => {
    const { client, unread } = openClient();
    client.setQueryData(notificationsKeys.counts(), { unreadCount: 0, newCount: 0 });
    insertNotification(client, notification(55, { seen: false }));
    expect(unread()).toBe(1);
  });
});

test("the list ends without a cursor, or at an empty page", () => {
  expect(nextCursorOf(page([10], { nextCursor: "more" }))).toBe("more");
  expect(nextCursorOf(page([10], { nextCursor: null }))).toBeNull();
  expect(nextCursorOf(page([], { nextCursor: "more" }))).toBeNull();
});
