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

test("an item that two pages hold is read once", () => {
  expect(things.all(loaded([3, 2], [2, 1])).map(({ _id }) => _id)).toEqual(["t3", "t2", "t1"]);
  expect(things.all<Thing>(undefined)).toEqual([]);
});

test("an item is found on whichever page it is", () => {
  expect(things.find(loaded([3], [2, 1]), "t1")?._id).toBe("t1");
  expect(things.find(loaded([3]), "t9")).toBeUndefined();
  expect(things.find<Thing>(undefined, "t1")).toBeUndefined();
});

test("what does not change stays the very same object", () => {
  const before = loaded([3], [2, 1]);
  expect(things.map(before, (item) => item)).toBe(before);
  const after = things.map(before, (item) => (item._id === "t1" ? { ...item } : item));
  expect(after.pages[0]).toBe(before.pages[0]);
  expect(after.pages[1]).not.toBe(before.pages[1]);
  expect(after.pages[1]?.things[0]).toBe(before.pages[1]?.things[0]);
  expect(things.remove(before, "t9")).toBe(before);
});

describe("removing", () => {
  test("takes an item out of its page, and the totals follow", () => {
    const after = things.remove(loaded([3, 2], [1]), "t2");
    expect(ids(after)).toEqual(["t3", "t1"]);
    expect(totals(after)).toEqual([8, 8]);
  });

  test("leaves what was cached as it was", () => {
    const before = loaded([3, 2]);
    things.remove(before, "t2");
    expect(before).toEqual(loaded([3, 2]));
  });
});

describe("inserting", () => {
  test.each([5, 4, 3, 2, 1])("%s brings it back where it was", (number) => {
    const before = loaded([5, 4], [3], [2, 1]);
    const after = things.insert(things.remove(before, `t${number}`), thing(number));
    expect(things.all(after)).toEqual(things.all(before));
    expect(totals(after)).toEqual([9, 9, 9]);
  });

  test("puts what is older than all that is loaded at the end, also of an empty list", () => {
    expect(ids(things.insert(loaded([5], [4]), thing(1)))).toEqual(["t5", "t4 t1"]);
    expect(ids(things.insert(loaded([]), thing(1)))).toEqual(["t1"]);
  });

  test("changes nothing when it is there already", () => {
    const before = loaded([3, 2]);
    expect(things.insert(before, thing(2))).toBe(before);
    expect(things.prepend(before, thing(2))).toBe(before);
  });

  test("orders two of the same moment by the greater id, as the server does", () => {
    expect(ids(things.insert(loaded([3, 2]), thing(2, "t20")))).toEqual(["t3 t20 t2"]);
    expect(isNewer(thing(2, "a"), thing(2, "b"))).toBe(false);
  });
});

test("prepending puts an item on top whatever its time", () => {
  expect(ids(things.prepend(loaded([3], [2]), thing(1)))).toEqual(["t1 t3", "t2"]);
});
