import { countedTitle } from "@/components/notifications/use-unread-badge";

describe("the tab's title", () => {
  test.each([
    ["Campus Circle", 3, "(3) Campus Circle"],
    ["(3) Campus Circle", 4, "(4) Campus Circle"],
    ["(3) Campus Circle", 0, "Campus Circle"],
    ["Campus Circle", 10, "(9+) Campus Circle"],
    ["(9+) Settings · Campus Circle", 0, "Settings · Campus Circle"],
    ["Campus Circle", 0, "Campus Circle"],
  ])("%s with %i unread is %s", (title, unread, shown) => {
    expect(countedTitle(title, unread)).toBe(shown);
  });
});
