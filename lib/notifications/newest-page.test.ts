import type { Notification, NotificationsAnswer } from "@/lib/notifications/contract";
import { arrivals, type NotificationPages, withNewestPage } from "@/lib/notifications/newest-page";

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
  pageParams: [undefined, "after 45", "after 35"],
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
      pageParams: [undefined, "after 45"],
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
      pages: { pages: [short], pageParams: [undefined] },
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
