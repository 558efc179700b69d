import { emptyText, FILTERS, filterName, passesFilter } from "@/components/notifications/filter";

const like = { type: "like", custom: false, seen: true };
const newComment = { type: "comment", custom: false, seen: false };
const newFollow = { type: "follow", custom: false, seen: false };
const [likeByHand, commentByHand, followByHand] = [like, newComment, newFollow].map((one) => ({
  ...one,
  custom: true,
  seen: false,
}));
const unknown = { type: "mention", custom: false, seen: true };
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
    ["likes", [like]],
    ["comments", [newComment]],
    ["follows", [newFollow]],
  ] as const)("a person who chooses %s sees just those", (filter, shown) => {
    expect(loaded.filter((one) => passesFilter(filter, one))).toEqual(shown);
  });

  test("the menu offers the five filters in the specification's words", () => {
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

  test("an empty list says why", () => {
    expect(emptyText("all")).toBe("You're all caught up! Check back later for new updates.");
    expect(emptyText("likes")).toBe("No likes notifications found.");
  });
});
