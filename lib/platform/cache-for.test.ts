import { cacheFor } from "@/lib/platform/cache-for";

describe("an answer that is held", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test("is asked for once by all who ask at once and within its time", async () => {
    let reads = 0;
    const read = async () => ++reads;
    const held = cacheFor(1_000, read);
    expect(await Promise.all([held(), held()])).toEqual([1, 1]);
    jest.advanceTimersByTime(999);
    expect(await held()).toBe(1);
    jest.advanceTimersByTime(1);
    expect(await held()).toBe(2);
    held.clear();
    expect(await held()).toBe(3);
  });

  test("is shared for as long as it takes to come", async () => {
    let arrive = (_answer: number): void => {};
    const read = jest.fn(() => new Promise<number>((resolve) => (arrive = resolve)));
    const held = cacheFor(1_000, read);
    held();
    jest.advanceTimersByTime(5_000);
    held();
    expect(read).toHaveBeenCalledTimes(1);
    arrive(1);
    expect(await held()).toBe(1);
  });

  test("is not held when it is a failure", async () => {
    const read = jest.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValueOnce(2);
    const held = cacheFor(1_000, read);
    await expect(held()).rejects.toThrow("away");
    expect(await held()).toBe(2);
  });

  test("is held for a time of its own when it is a failure that may not be asked for again at once", async () => {
    const read = jest.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValueOnce(2);
    const held = cacheFor(1_000, read, 100);
    await expect(held()).rejects.toThrow("away");
    jest.advanceTimersByTime(99);
    await expect(held()).rejects.toThrow("away");
    jest.advanceTimersByTime(1);
    expect(await held()).toBe(2);
  });
});
