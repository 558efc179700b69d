import { cacheFor } from "@/lib/platform/cache";

describe("a cached result", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  test("is read once for concurrent callers and until it expires", async () => {
    let reads = 0;
    const read = async () => ++reads;
    const cached = cacheFor(1_000, read);
    expect(await Promise.all([cached(), cached()])).toEqual([1, 1]);
    jest.advanceTimersByTime(999);
    expect(await cached()).toBe(1);
    jest.advanceTimersByTime(1);
    expect(await cached()).toBe(2);
    cached.clear();
    expect(await cached()).toBe(3);
  });

  test("is shared until it arrives, however long that takes", async () => {
    let arrive = (_result: number): void => {};
    const read = jest.fn(() => new Promise<number>((resolve) => (arrive = resolve)));
    const cached = cacheFor(1_000, read);
    void cached();
    jest.advanceTimersByTime(5_000);
    void cached();
    expect(read).toHaveBeenCalledTimes(1);
    arrive(1);
    expect(await cached()).toBe(1);
  });

  test("is not cached when it is a failure", async () => {
    const read = jest.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValueOnce(2);
    const cached = cacheFor(1_000, read);
    await expect(cached()).rejects.toThrow("away");
    expect(await cached()).toBe(2);
  });

  test("is cached for `failureMs` when it is a failure", async () => {
    const read = jest.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValueOnce(2);
    const cached = cacheFor(1_000, read, 100);
    await expect(cached()).rejects.toThrow("away");
    jest.advanceTimersByTime(99);
    await expect(cached()).rejects.toThrow("away");
    jest.advanceTimersByTime(1);
    expect(await cached()).toBe(2);
  });
});
