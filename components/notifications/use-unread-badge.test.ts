/** @jest-environment jsdom */
import { renderHook, waitFor } from "@testing-library/react";
import { countedTitle, useUnreadBadge } from "@/components/notifications/use-unread-badge";

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

  test("gets the count when the next screen sets it, and none of its own before", async () => {
    const titles = () => [...document.head.querySelectorAll("title")].map((title) => title.text);
    document.title = "Explore · Campus Circle";
    const { unmount } = renderHook(() => useUnreadBadge(3));
    expect(titles()).toEqual(["(3) Explore · Campus Circle"]);

    document.head.querySelector("title")?.remove();
    document.head.append(document.createElement("meta"));
    await Promise.resolve();
    expect(titles()).toEqual([]);

    const next = document.createElement("title");
    next.text = "Settings · Campus Circle";
    document.head.append(next);
    await waitFor(() => expect(titles()).toEqual(["(3) Settings · Campus Circle"]));
    unmount();
    expect(titles()).toEqual(["Settings · Campus Circle"]);
  });
});
