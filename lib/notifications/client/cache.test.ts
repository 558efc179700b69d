import { QueryClient } from "@tanstack/react-query";
import {
  arrivals,
  insertNotification,
  markSeen,
  type NotificationPages,
  removeNotification,
  withNewestPage,
} from "@/lib/notifications/client/cache";
import { notificationsKeys } from "@/lib/notifications/client/keys";
import { nextCursorOf } from "@/lib/notifications/client/queries";
import type { Notification, NotificationsAnswer } from "@/lib/notifications/schema";

const one = (minute: number, given: Partial<Notification> = {}): Notification => ({
  _id: `n${minute}`,
  type: "like",
  custom: false,
  message: "liked your post",
  senderId: { _id: "kabir", name: "Kabir Rao", username: "", avatar: "" },
  postId: null,
  seen: true,
  createdAt: new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString(),
  ...given,
});

const page = (minutes: number[], given: Partial<NotificationsAnswer> = {}): NotificationsAnswer => ({
  notifications: minutes.map((minute) => one(minute)),
  totalCount: 6,
  currentPage: 1,
  totalPages: 3,
  nextCursor: `after ${minutes.at(-1)}`,
  unreadCount: 0,
  ...given,
});

/** Three pages of two, loaded to the end. */
const loaded = (): NotificationPages => ({
  pages: [page([50, 45]), page([40, 35]), page([30, 25], { nextCursor: null })],
  pageParams: [null, "after 45", "after 35"],
});
const minutes = ({ pages }: NotificationPages) =>
  pages.map(({ notifications }) => notifications.map(({ _id }) => Number(_id.slice(1))));

describe("the newest page comes anew", () => {
  test("a new one stands at the top and nothing below is lost or doubled", () => {
    const { pages, complete } = withNewestPage(loaded(), page([55, 50], { totalCount: 7 }));
    expect(minutes(pages)).toEqual([[55, 50], [45], [40, 35], [30, 25]]);
    expect(complete).toBe(true);
    expect(pages.pages.at(-1)?.nextCursor).toBeNull();
    expect(pages.pageParams).toHaveLength(pages.pages.length);
  });

  test("one that was deleted is gone", () => {
    const { pages, complete } = withNewestPage(loaded(), page([50, 40], { totalCount: 5 }));
    expect(minutes(pages)).toEqual([[50, 40], [35], [30, 25]]);
    expect(complete).toBe(true);
  });

  test("a comment that was renewed moves to the top", () => {
    const renewed = page([50], {
      notifications: [one(55, { _id: "n25", seen: false }), one(50)],
      unreadCount: 1,
    });
    const { pages, complete } = withNewestPage(loaded(), renewed);
    expect(minutes(pages)).toEqual([[25, 50], [45], [40, 35], [30]]);
    expect(complete).toBe(true);
  });

  test("the end of the list stays its end when the last page has nothing left", () => {
    const pages: NotificationPages = {
      pages: [page([50, 45]), page([40], { nextCursor: null })],
      pageParams: [null, "after 45"],
    };
    const renewed = page([], { notifications: [one(55, { _id: "n40" }), one(50)], totalCount: 3 });
    const after = withNewestPage(pages, renewed).pages;
    expect(minutes(after)).toEqual([[40, 50], [45]]);
    expect(after.pages.at(-1)?.nextCursor).toBeNull();
  });

  test("after a long absence, with nothing in common, the list has to be asked for", () => {
    expect(withNewestPage(loaded(), page([90, 80], { totalCount: 40 })).complete).toBe(false);
  });

  test("something older that was deleted or read elsewhere shows in the counts", () => {
    expect(withNewestPage(loaded(), page([50, 45], { totalCount: 5 })).complete).toBe(false);
    const unseen = loaded();
    unseen.pages[1] = { ...page([]), notifications: [one(40, { seen: false }), one(35)] };
    expect(withNewestPage(unseen, page([50, 45], { unreadCount: 1 })).complete).toBe(true);
    expect(withNewestPage(unseen, page([50, 45], { unreadCount: 0 })).complete).toBe(false);
  });

  test("a list that fits on its newest page is that page", () => {
    const short = page([20], { nextCursor: null, totalCount: 1 });
    expect(withNewestPage(loaded(), short)).toEqual({
      pages: { pages: [short], pageParams: [null] },
      complete: true,
    });
  });

  test("what was cached before is left as it was", () => {
    const before = loaded();
    withNewestPage(before, page([55, 50]));
    expect(before).toEqual(loaded());
  });
});

describe("what a person hears of", () => {
  test("is what is newer than all they had, and unseen", () => {
    const newest = page([], { notifications: [one(60, { seen: false }), one(55), one(50, { seen: false })] });
    expect(arrivals(one(50), newest).map(({ _id }) => _id)).toEqual(["n60"]);
    expect(arrivals(undefined, newest)).toHaveLength(2);
  });
});

describe("what a person does with notifications", () => {
  /** A browser with two pages, of which 50, 45 and 40 are unseen, as is one that is not loaded. */
  function open() {
    const client = new QueryClient();
    const unseen = (minute: number) => one(minute, { seen: false });
    client.setQueryData<NotificationPages>(notificationsKeys.list(), {
      pages: [
        page([], { notifications: [unseen(50), unseen(45)] }),
        page([], { notifications: [unseen(40), one(35)] }),
      ],
      pageParams: [null, "after 45"],
    });
    client.setQueryData(notificationsKeys.unread(), 4);
    const list = () => client.getQueryData<NotificationPages>(notificationsKeys.list()) as NotificationPages;
    const unread = () => client.getQueryData<number>(notificationsKeys.unread());
    const stillUnseen = () =>
      list()
        .pages.flatMap(({ notifications }) => notifications)
        .filter(({ seen }) => !seen)
        .map(({ _id }) => _id);
    return { client, list, unread, stillUnseen };
  }

  test("marking some as seen leaves the others and the order alone, and can be taken back", () => {
    const { client, list, unread, stillUnseen } = open();
    const before = list();
    const rollback = markSeen(client, ["n45", "n35", "n99"]);
    expect(stillUnseen()).toEqual(["n50", "n40"]);
    expect(unread()).toBe(3);
    expect(minutes(list())).toEqual(minutes(before));
    rollback();
    expect(list()).toEqual(before);
    expect(unread()).toBe(4);
  });

  test("marking all counts also those that are not loaded", () => {
    const { client, unread, stillUnseen } = open();
    const rollback = markSeen(client);
    expect(stillUnseen()).toEqual([]);
    expect(unread()).toBe(0);
    rollback();
    expect(stillUnseen()).toEqual(["n50", "n45", "n40"]);
    expect(unread()).toBe(4);
  });

  test.each([
    ["n45", 3],
    ["n35", 4],
  ])("deleting %s counts it, and having it back restores its place", (id, count) => {
    const { client, list, unread } = open();
    const before = list();
    const rollback = removeNotification(client, id);
    expect(minutes(list()).flat()).not.toContain(Number(id.slice(1)));
    expect(unread()).toBe(count);
    rollback();
    expect(minutes(list()).flat()).toEqual(minutes(before).flat());
    expect(unread()).toBe(4);
  });

  test("one that is there already is not put in twice, nor counted", () => {
    const { client, list, unread } = open();
    const before = list();
    insertNotification(client, one(45, { seen: false }))();
    expect(list()).toBe(before);
    expect(unread()).toBe(4);
  });

  test("what was unread is counted again where nothing was", () => {
    const { client, unread } = open();
    client.setQueryData(notificationsKeys.unread(), 0);
    insertNotification(client, one(55, { seen: false }));
    expect(unread()).toBe(1);
  });
});

test("the list ends without a cursor, and at an empty page whatever it says", () => {
  expect(nextCursorOf(page([10], { nextCursor: "more" }))).toBe("more");
  expect(nextCursorOf(page([10], { nextCursor: null }))).toBeNull();
  expect(nextCursorOf(page([], { nextCursor: "more" }))).toBeNull();
});
