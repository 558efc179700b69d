import { cacheByKey, cacheFor } from "@/lib/platform/cache";

describe("results by key", () => {
  let now = 1_000;
  beforeEach(() => {
    jest.spyOn(performance, "now").mockImplementation(() => now);
  });

  test("are read once each until they expire, are forgotten or are too many", async () => {
    let reads = 0;
    const read = async (key: string) => `${key} ${++reads}`;
    const cached = cacheByKey({ ms: 1_000, max: 2 }, read);
    expect(await Promise.all([cached("a"), cached("a"), cached("b")])).toEqual(["a 1", "a 1", "b 2"]);
    now += 999;
    expect(await cached("a")).toBe("a 1");
    now += 2;
    expect(await cached("a")).toBe("a 3");
    cached.forget("a");
    expect(await cached("a")).toBe("a 4");
    await cached("b");
    await cached("c");
    expect([await cached("a"), await cached("c")]).toEqual(["a 7", "c 6"]);
  });

  test("are read again after a failure, and what is forgotten while it is read is not cached", async () => {
    const read = jest.fn().mockRejectedValueOnce(new Error("away")).mockResolvedValue("here");
    const cached = cacheByKey({ ms: 1_000, max: 2 }, read);
    await expect(cached("a")).rejects.toThrow("away");
    expect(await cached("a")).toBe("here");
    cached.forget("a");
    const late = cached("a");
    cached.forget("a");
    await late;
    await cached("a");
    expect(read).toHaveBeenCalledTimes(4);
  });
});

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
