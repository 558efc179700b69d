import {
  findNotification,
  withNotification,
  withoutNotification,
  withSeen,
} from "@/lib/notifications/changes";
import type { Notification, NotificationsAnswer } from "@/lib/notifications/contract";
import type { NotificationPages } from "@/lib/notifications/newest-page";
import { nextCursorOf } from "@/lib/notifications/queries";

const notification = (minute: number, given: Partial<Notification> = {}): Notification => ({
  _id: `n${minute}`,
  type: "like",
  custom: false,
  message: "liked your post",
  senderId: { _id: "kabir", name: "Kabir Rao", username: "", avatar: "" },
  postId: null,
  seen: false,
  createdAt: new Date(Date.UTC(2026, 10, 21, 9, minute)).toISOString(),
  ...given,
});

const page = (notifications: Notification[], nextCursor: string | null = null): NotificationsAnswer => ({
  notifications,
  totalCount: 4,
  currentPage: 1,
  totalPages: 2,
  nextCursor,
  unreadCount: 4,
});

const pages = (): NotificationPages => ({
  pages: [page([notification(40), notification(30)], "next"), page([notification(20), notification(10)])],
  pageParams: [undefined, "next"],
});

const ids = (data: NotificationPages) =>
  data.pages.map(({ notifications }) => notifications.map((n) => n._id));

describe("the cached notifications", () => {
  test("a notification is found on whichever page it is", () => {
    expect(findNotification(pages(), "n10")?._id).toBe("n10");
    expect(findNotification(pages(), "n99")).toBeUndefined();
    expect(findNotification(undefined, "n10")).toBeUndefined();
  });

  test("marking some as read leaves the others and the order alone", () => {
    const after = withSeen(pages(), new Set(["n30", "n10"]), true);
    const seen = after.pages.flatMap(({ notifications }) => notifications.map((n) => n.seen));
    expect(seen).toEqual([false, true, false, true]);
    expect(ids(after)).toEqual(ids(pages()));
  });

  test("marking as read can be taken back", () => {
    const some = new Set(["n30"]);
    expect(withSeen(withSeen(pages(), some, true), some, false)).toEqual(pages());
  });

  test.each(["n40", "n30", "n20", "n10"])("deleting %s and having it back restores every place", (id) => {
    const before = pages();
    const removed = findNotification(before, id);
    const without = withoutNotification(before, id);
    expect(ids(without).flat()).toEqual(
      ids(before)
        .flat()
        .filter((one) => one !== id),
    );
    expect(ids(withNotification(without, removed as Notification)).flat()).toEqual(ids(before).flat());
  });

  test("the oldest of all goes back to the end", () => {
    expect(ids(withNotification(pages(), notification(5)))).toEqual([
      ["n40", "n30"],
      ["n20", "n10", "n5"],
    ]);
  });

  test("of two of the same moment the one with the greater id comes first, as the server has it", () => {
    const twin = notification(30, { _id: "n31" });
    expect(ids(withNotification(pages(), twin))[0]).toEqual(["n40", "n31", "n30"]);
  });

  test("one that is there already is not put in twice", () => {
    const before = pages();
    expect(withNotification(before, notification(20))).toBe(before);
  });

  test("patches leave what was cached before as it was", () => {
    const before = pages();
    withSeen(before, new Set(["n40"]), true);
    withoutNotification(before, "n40");
    expect(before).toEqual(pages());
  });

  test("the list ends without a cursor, and at an empty page whatever it says", () => {
    expect(nextCursorOf(page([notification(1)], "more"))).toBe("more");
    expect(nextCursorOf(page([notification(1)]))).toBeUndefined();
    expect(nextCursorOf(page([], "more"))).toBeUndefined();
  });
});
