import { takeToken } from "@/lib/platform/token-bucket";
import { resetLimit, setLimit } from "@/tests/limits";

let now = 0;
beforeEach(() => {
  jest.spyOn(performance, "now").mockImplementation(() => now);
});
afterEach(() => resetLimit("read"));

/** How many of `attempts` uses are allowed. */
function take(subject: string, attempts: number): number {
  let taken = 0;
  for (let use = 0; use < attempts; use++) {
    try {
      takeToken("read", subject);
      taken++;
    } catch (error) {
      expect(error).toMatchObject({ code: "rate_limited", headers: { "Retry-After": "1" } });
    }
  }
  return taken;
}

test("allows a burst of 6,000 reads, then a hundred a second", () => {
  expect(take("at once", 7_000)).toBe(6_000);
  now += 1_000;
  expect(take("at once", 7_000)).toBe(100);
  for (let second = 0; second < 180; second++) {
    now += 1_000;
    expect(take("steady", 100)).toBe(100);
  }
  now += 60_000;
  expect(take("at once", 7_000)).toBe(6_000);
});

test("a use may count as several", () => {
  setLimit("read", 12, 12);
  takeToken("read", "rows", 5);
  takeToken("read", "rows", 5);
  expect(() => takeToken("read", "rows", 5)).toThrow("in 3 seconds");
  expect(take("rows", 5)).toBe(2);
  now += 12_000;
  takeToken("read", "rows", 50);
  expect(take("rows", 1)).toBe(0);
});

test("subjects do not affect each other", () => {
  setLimit("read", 1, 1);
  expect(take("one", 5)).toBe(1);
  expect(take("another", 5)).toBe(1);
});

test("drops the least recently used subjects first", () => {
  setLimit("read", 2, 900_000);
  take("active", 1);
  for (let number = 0; number < 30_000; number++) {
    take(`stranger ${number}`, 1);
    if (number === 10_000) expect(take("active", 1)).toBe(1);
    if (number === 20_000) expect(() => takeToken("read", "active")).toThrow("too often");
  }
});
