import { emptyText, FILTERS, filterName, passesFilter } from "@/components/notifications/filter";

const like = { type: "like", custom: false, seen: true };
const newComment = { type: "comment", custom: false, seen: false };
const newFollow = { type: "follow", custom: false, seen: false };
const [likeByHand, commentByHand, followByHand] = [like, newComment, newFollow].map((notification) => ({
  ...notification,
  custom: true,
  seen: false,
}));
const unknown = { type: "poll", custom: false, seen: true };
const loaded = [
  like,
  newComment,
  newFollow,
  likeByHand,
  commentByHand,
  followByHand,
  unknown,
] as (typeof like)[];

describe("the filters of the notifications screen", () => {
  test.each([
    ["all", loaded],
    ["unread", [newComment, newFollow, likeByHand, commentByHand, followByHand]],
    ["likes", [like, likeByHand]],
    ["comments", [newComment, commentByHand]],
    ["follows", [newFollow, followByHand]],
  ] as const)("%s shows only its notifications", (filter, shown) => {
    expect(loaded.filter((notification) => passesFilter(filter, notification))).toEqual(shown);
  });

  test("replies and mentions stand under Comments, likes of comments under Likes", () => {
    expect(passesFilter("comments", { type: "reply", seen: true })).toBe(true);
    expect(passesFilter("comments", { type: "mention", seen: true })).toBe(true);
    expect(passesFilter("likes", { type: "comment_like", seen: true })).toBe(true);
  });

  test("the menu offers five filters", () => {
    expect(FILTERS.map(({ label }) => label)).toEqual([
      "All Notifications",
      "Unread",
      "Likes",
      "Comments",
      "Follows",
    ]);
    expect(FILTERS.map(({ value }) => filterName(value))).toEqual([
      "All",
      "Unread",
      "Likes",
      "Comments",
      "Follows",
    ]);
  });

  test("an empty list has a text for each filter", () => {
    expect(emptyText("all")).toBe("You're all caught up! Check back later for new updates.");
    expect(emptyText("likes")).toBe("No likes notifications found.");
  });
});
