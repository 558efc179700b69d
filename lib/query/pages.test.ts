import { isNewer, type Pages, pageItems } from "@/lib/query/pages";

type Thing = { _id: string; createdAt: string };
type Page = { things: Thing[]; total: number };

const things = pageItems("things");

/** A larger number is newer. */
const thing = (number: number, _id = `t${number}`): Thing => ({
  _id,
  createdAt: new Date(Date.UTC(2026, 0, number)).toISOString(),
});

const loaded = (...lists: number[][]): Pages<Page> => ({
  pages: lists.map((numbers) => ({ things: numbers.map((number) => thing(number)), total: 9 })),
  pageParams: lists.map((_, index) => (index === 0 ? null : `cursor-${index}`)),
});
const ids = (data: Pages<Page>) => data.pages.map((page) => page.things.map(({ _id }) => _id).join(" "));
const totals = (data: Pages<Page>) => data.pages.map(({ total }) => total);

test("an item on two pages is listed once", () => {
  expect(things.all(loaded([3, 2], [2, 1])).map(({ _id }) => _id)).toEqual(["t3", "t2", "t1"]);
  expect(things.all<Thing>(undefined)).toEqual([]);
});

test("an item is found on any page", () => {
  expect(things.find(loaded([3], [2, 1]), "t1")?._id).toBe("t1");
  expect(things.find(loaded([3]), "t9")).toBeUndefined();
  expect(things.find<Thing>(undefined, "t1")).toBeUndefined();
});

test("unchanged pages and items keep their identity", () => {
  const before = loaded([3], [2, 1]);
  expect(things.map(before, (item) => item)).toBe(before);
  const after = things.map(before, (item) => (item._id === "t1" ? { ...item } : item));
  expect(after.pages[0]).toBe(before.pages[0]);
  expect(after.pages[1]).not.toBe(before.pages[1]);
  expect(after.pages[1]?.things[0]).toBe(before.pages[1]?.things[0]);
  expect(things.remove(before, "t9")).toBe(before);
});

describe("removing", () => {
  test("removes an item from its page and adjusts the totals", () => {
    const after = things.remove(loaded([3, 2], [1]), "t2");
    expect(ids(after)).toEqual(["t3", "t1"]);
    expect(totals(after)).toEqual([8, 8]);
  });

  test("does not mutate the cached data", () => {
    const before = loaded([3, 2]);
    things.remove(before, "t2");
    expect(before).toEqual(loaded([3, 2]));
  });
});

describe("inserting", () => {
  test.each([5, 4, 3, 2, 1])("%s again restores its position", (number) => {
    const before = loaded([5, 4], [3], [2, 1]);
    const after = things.insert(things.remove(before, `t${number}`), thing(number));
    expect(things.all(after)).toEqual(things.all(before));
    expect(totals(after)).toEqual([9, 9, 9]);
  });

  test("appends an item that is older than everything loaded, even to an empty list", () => {
    expect(ids(things.insert(loaded([5], [4]), thing(1)))).toEqual(["t5", "t4 t1"]);
    expect(ids(things.insert(loaded([]), thing(1)))).toEqual(["t1"]);
  });

  test("changes nothing when the item is already there", () => {
    const before = loaded([3, 2]);
    expect(things.insert(before, thing(2))).toBe(before);
    expect(things.prepend(before, thing(2))).toBe(before);
  });

  test("orders items of the same time by descending id, as the server does", () => {
    expect(ids(things.insert(loaded([3, 2]), thing(2, "t20")))).toEqual(["t3 t20 t2"]);
    expect(isNewer(thing(2, "a"), thing(2, "b"))).toBe(false);
  });
});

test("prepending puts an item first regardless of its time", () => {
  expect(ids(things.prepend(loaded([3], [2]), thing(1)))).toEqual(["t1 t3", "t2"]);
});
