import { groupLikes, likesText, sectionsOf } from "@/components/notifications/rows";
import { translate } from "@/lib/language/translate";
import type { Notification } from "@/lib/notifications/schema";
import { notificationOf } from "@/tests/notification-fixture";
import { personOf } from "@/tests/user-fixture";

const post = (id: string) => ({
  _id: id,
  mediaUrl: "/a.jpg",
  mediaType: "image" as const,
  thumbnail: "/a.jpg",
});

/** A like of `postId`, `hours` before noon. */
const like = (hours: number, postId: string | null = "roof", overrides: Partial<Notification> = {}) =>
  notificationOf({
    _id: `${postId}-${hours}`,
    senderId: personOf(`sender-${hours}`, `Sender ${hours}`),
    postId: postId ? post(postId) : null,
    seen: false,
    createdAt: new Date(Date.UTC(2026, 10, 21, 12) - hours * 3_600_000).toISOString(),
    ...overrides,
  });

const ids = (list: Notification[]) =>
  groupLikes(list).map((row) =>
    row.kind === "single" ? row.notification._id : row.notifications.map(({ _id }) => _id),
  );

describe("likes of one post", () => {
  test("are one row, in the place of the newest", () => {
    const comment = like(2, "roof", { _id: "comment", type: "comment", message: "commented: “Hi”" });
    expect(ids([like(1), comment, like(3), like(4)])).toEqual([["roof-1", "roof-3", "roof-4"], "comment"]);
  });

  test("of comments are a row for each comment", () => {
    const of = (hours: number, commentId: string) =>
      like(hours, "roof", { _id: `${commentId}-${hours}`, type: "comment_like", commentId });
    expect(ids([of(1, "a"), of(2, "b"), of(3, "a"), like(4)])).toEqual([["a-1", "a-3"], "b-2", "roof-4"]);
  });

  test("of different posts are different rows", () => {
    expect(ids([like(1, "roof"), like(2, "lab"), like(3, "roof"), like(4, "lab")])).toEqual([
      ["roof-1", "roof-3"],
      ["lab-2", "lab-4"],
    ]);
  });

  test("that are more than a day apart are separate rows", () => {
    expect(ids([like(1), like(25), like(50), like(60)])).toEqual([
      ["roof-1", "roof-25"],
      ["roof-50", "roof-60"],
    ]);
  });

  test("are one row whether seen or not, so that reading one moves nothing", () => {
    expect(ids([like(1), like(2, "roof", { seen: true })])).toEqual([["roof-1", "roof-2"]]);
  });

  test("sent by hand or without a post are not grouped", () => {
    const sentByHand = like(2, "roof", { custom: true });
    expect(ids([like(1), sentByHand, like(3, null), like(4, null)])).toEqual([
      "roof-1",
      "roof-2",
      "null-3",
      "null-4",
    ]);
  });

  test("have the same key while more come in", () => {
    const [before] = groupLikes([like(3), like(4)]);
    const [after] = groupLikes([like(1), like(3), like(4)]);
    expect(after?.key).toBe(before?.key);
  });

  test("have the same key when older ones are loaded or the oldest is deleted", () => {
    const [before] = groupLikes([like(1), like(3), like(4)]);
    for (const list of [
      [like(1), like(3), like(4), like(5)],
      [like(1), like(3)],
    ])
      expect(groupLikes(list)[0]?.key).toBe(before?.key);
  });

  test("grouping loses and duplicates nothing", () => {
    const list = [like(1), like(2, "lab"), like(3), like(4, null), like(5, "lab"), like(40), like(41)];
    expect(ids(list).flat().sort()).toEqual(list.map(({ _id }) => _id).sort());
  });
});

describe("the text of a row of likes", () => {
  test("names two people, and counts more", () => {
    expect(likesText(["Kabir Rao", "Dev Patel"], "like", translate)).toBe("and Dev Patel liked your post");
    expect(likesText(["Kabir Rao", "Dev Patel"], "comment_like", translate)).toBe(
      "and Dev Patel liked your comment",
    );
    expect(likesText(["Kabir Rao", "b", "c", "d", "e"], "like", translate)).toBe(
      "and 4 others liked your post",
    );
    expect(likesText(["Kabir Rao", "דוד"], "like", translate)).toBe("and \u2068דוד\u2069 liked your post");
  });
});

describe("the sections of the list", () => {
  const startOfToday = Date.parse("2026-11-20T00:00:00Z");
  const startOfWeek = Date.parse("2026-11-14T00:00:00Z");
  const at = (time: string) => like(0, null, { createdAt: time, _id: time });
  const titles = (...times: string[]) =>
    sectionsOf(groupLikes(times.map(at)), startOfToday, startOfWeek).map(({ title, rows }) => [
      title,
      rows.length,
    ]);

  test("are today, the six days before it, and earlier", () => {
    expect(
      titles(
        "2026-11-20T23:00:00.000Z",
        "2026-11-20T00:00:00.000Z",
        "2026-11-19T23:59:59.999Z",
        "2026-11-14T00:00:00.000Z",
        "2026-11-13T23:59:59.999Z",
      ),
    ).toEqual([
      ["Today", 2],
      ["This week", 2],
      ["Earlier", 1],
    ]);
  });

  test("without a row are left out", () => {
    expect(titles("2026-11-20T23:00:00.000Z")).toEqual([["Today", 1]]);
    expect(titles()).toEqual([]);
  });

  test("place a group by its newest like", () => {
    const rows = groupLikes([
      like(0, "roof", { createdAt: "2026-11-20T01:00:00.000Z" }),
      like(1, "roof", { createdAt: "2026-11-19T05:00:00.000Z" }),
    ]);
    expect(sectionsOf(rows, startOfToday, startOfWeek)).toEqual([{ title: "Today", rows }]);
  });
});
