import { emptyText, FILTERS, filterName, passesFilter } from "@/components/notifications/filter";

const like = { type: "like", seen: true } as const;
const newComment = { type: "comment", seen: false } as const;
const newFollow = { type: "follow", seen: false } as const;
const loaded = [like, newComment, newFollow];

describe("the filters of the notifications screen", () => {
  test.each([
    ["all", loaded],
    ["unread", [newComment, newFollow]],
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
