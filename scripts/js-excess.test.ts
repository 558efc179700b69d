import { budgetsFor, excessOf, inKilobytes } from "./js-excess.mjs";

describe("the budget of JavaScript", () => {
  test("is kept to the byte", () => {
    expect(excessOf({ "/mainfeed": 180_000 }, { "/mainfeed": 180 })).toEqual([]);
  });

  test("that is exceeded is said with the page, its size and its budget", () => {
    const sizes = { "/": 150_000, "/mainfeed": 180_001 };
    expect(excessOf(sizes, { "/": 160, "/mainfeed": 180 })).toEqual([
      "/mainfeed loads 180.1 kB of JavaScript; its budget is 180 kB.",
    ]);
  });

  test("is asked of every page, and of pages alone", () => {
    expect(excessOf({ "/new": 99_950 }, { "/old": 90 })).toEqual([
      "/new has no budget: it loads 100.0 kB of JavaScript.",
      "/old has a budget and is no page.",
    ]);
  });

  test("that is made from sizes leaves a little room, in the order of the addresses", () => {
    const sizes = { "/mainfeed": 179_001, "/": 150_000 };
    expect(Object.entries(budgetsFor(sizes))).toEqual([
      ["/", 152],
      ["/mainfeed", 182],
    ]);
    expect(excessOf(sizes, budgetsFor(sizes))).toEqual([]);
  });

  test.each([
    [180_000, "180.0"],
    [180_001, "180.1"],
    [99, "0.1"],
  ])("%d bytes read as %s kB", (bytes, text) => {
    expect(inKilobytes(bytes)).toBe(text);
  });
});
