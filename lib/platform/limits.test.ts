import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { cacheByKey, cacheFor } from "@/lib/platform/cache";
import { networkOf, siteOf } from "@/lib/platform/client-network";
import { db } from "@/lib/platform/db";
import { defaultLimit, LIMIT_NAMES, type LimitName, limitOf } from "@/lib/platform/limits";
import {
  clearExceededLimits,
  countUses,
  refundUses,
  secondsOverLimit,
  sweepLimits,
  takeLimit,
  takeLimits,
} from "@/lib/platform/rate-limit";
import { createSemaphore } from "@/lib/platform/semaphore";
import { takeToken } from "@/lib/platform/token-bucket";
import { resetLimit, setLimit } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

/** What keeps work within bounds: limits, buckets, semaphores, caches. */

describe("a limit", () => {
  beforeAll(useTestDatabase);
  beforeEach(clearExceededLimits);
  afterEach(() => resetLimit("like"));

  /** What may take a limit, without the `limits` of routes, which only name them. */
  const SOURCES = ["app", "lib", "middleware.ts"]
    .flatMap((path) =>
      path.endsWith(".ts")
        ? [path]
        : readdirSync(path, { recursive: true, encoding: "utf8" }).map((file) => `${path}/${file}`),
    )
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && !file.endsWith("platform/rate-limit.ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n")
    .replaceAll(/limits: \[[^\]]*\]/g, "");
  const isTaken = (name: string) =>
    new RegExp(`(?:limit: |take(?:Limit|Token)\\([^()]*|firstDay: [^,]*|\\[)"${name}"`).test(SOURCES);
  const SECURITY = readFileSync("docs/security.md", "utf8");

  /** A window as the table of docs/security.md names it. */
  function spanText(seconds: number): string {
    const days = seconds / 86_400;
    if (Number.isInteger(days)) return days === 1 ? "1 day" : `${days} days`;
    return seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`;
  }

  const take = async (subject: string, times: number) => {
    const results = await Promise.allSettled(Array.from({ length: times }, () => takeLimit("like", subject)));
    return results.filter(({ status }) => status === "fulfilled").length;
  };

  test("allows exactly its count, even for concurrent uses", async () => {
    setLimit("like", 25, 60);
    expect(await take("crowd", 100)).toBe(25);
    expect(await take("another", 5)).toBe(5);
  });

  test("starts over after its window, by the database's clock", async () => {
    setLimit("like", 2, 60);
    expect(await take("patient", 3)).toBe(2);
    await db()
      .sql`UPDATE rate_limits SET expires_at = now() - interval '1 second' WHERE key = 'like:patient'`;
    clearExceededLimits();
    expect(await take("patient", 3)).toBe(2);
  });

  test("answers with Retry-After in seconds and a readable wait", async () => {
    setLimit("like", 1, 3600);
    await take("late", 1);
    await expect(takeLimit("like", "late")).rejects.toMatchObject({
      status: 429,
      headers: { "Retry-After": expect.stringMatching(/^3[56]\d\d$/) },
      message: "You're doing that too often. Please try again in 60 minutes.",
    });
  });

  test("can be read without counting a use", async () => {
    setLimit("like", 2, 60);
    for (let i = 0; i < 5; i++) expect(await secondsOverLimit("like", "careful")).toBe(0);
    await take("careful", 2);
    expect(await secondsOverLimit("like", "careful")).toBeGreaterThan(0);
  });

  test("writes nothing once it is used up", async () => {
    setLimit("like", 2, 60);
    expect(await take("flood", 3)).toBe(2);
    const before = await db().rateLimit.findUniqueOrThrow({ where: { key: "like:flood" } });
    expect(await take("flood", 200)).toBe(0);
    expect(await db().rateLimit.findUniqueOrThrow({ where: { key: "like:flood" } })).toEqual(before);
    await expect(takeLimit("like", "flood")).rejects.toMatchObject({
      status: 429,
      headers: { "Retry-After": expect.stringMatching(/^[1-9]\d*$/) },
    });
  });

  test("can be refunded", async () => {
    setLimit("like", 1, 60);
    expect(await take("unlucky", 2)).toBe(1);
    await refundUses([["like", "unlucky"]]);
    await refundUses([["like", "unlucky"]]);
    expect(await take("unlucky", 2)).toBe(1);
  });

  test("is counted together with others, and any of them can reject", async () => {
    setLimit("like", 1, 60);
    const both = (subject: string) =>
      takeLimits([
        ["follow", subject],
        ["like", "shared"],
      ]);
    await both("a");
    await expect(both("b")).rejects.toMatchObject({ status: 429 });
    expect(await db().rateLimit.findUniqueOrThrow({ where: { key: "follow:b" } })).toMatchObject({
      count: 1,
    });
  });

  test("marks exactly one use as the first past it", async () => {
    setLimit("like", 5, 60);
    const uses = await Promise.all(Array.from({ length: 30 }, () => countUses([["like", "alarm"]])));
    expect(uses.filter(([state]) => state?.isFirstOver)).toHaveLength(1);
  });

  test("can be tuned, and a malformed setting is named", () => {
    setLimit("like", 7, 30);
    expect(limitOf("like")).toEqual({ count: 7, seconds: 30 });
    process.env.LIMIT_LIKE = "many";
    expect(() => limitOf("like")).toThrow("LIMIT_LIKE must look like 100/60 (count/seconds).");
  });

  test("of codes is ten times higher in embedded mode, any other is not", () => {
    delete process.env.LIMIT_CODE_BROWSER;
    expect(limitOf("code_browser")).toEqual({ count: 50, seconds: 900 });
    setLimit("code_browser", 3, 60);
    expect(limitOf("code_browser")).toEqual({ count: 3, seconds: 60 });
    const isHigher = (name: LimitName) => defaultLimit(name, true).count > defaultLimit(name, false).count;
    const higher = LIMIT_NAMES.filter(isHigher);
    const ofCodes = LIMIT_NAMES.filter((name) => name.startsWith("code_"));
    expect(higher).toEqual([...ofCodes, "unknown_address_ip"]);
  });

  test.each(LIMIT_NAMES)("%s is taken, and in production what docs/security.md says", (name) => {
    expect(isTaken(name)).toBe(true);
    const { count, seconds } = defaultLimit(name, false);
    const row = SECURITY.split("\n").find((line) => line.startsWith(`| \`${name}\` `));
    expect(row).toContain(` | ${count.toLocaleString("en")} | ${spanText(seconds)} | `);
  });

  test("is swept long after its window", async () => {
    await take("old", 1);
    await db().sql`UPDATE rate_limits SET expires_at = now() - interval '2 hours' WHERE key = 'like:old'`;
    expect(await sweepLimits()).toBeGreaterThan(0);
    expect(await db().rateLimit.count({ where: { key: "like:old" } })).toBe(0);
  });
});

describe("token bucket", () => {
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
});

describe("semaphore", () => {
  test("rejects a task with 503 when the queue is full", async () => {
    const run = createSemaphore(1, 2);
    const tasks = Array.from({ length: 4 }, () => run(() => delay(5)));
    const results = await Promise.allSettled(tasks);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
    await expect(tasks[3]).rejects.toMatchObject({ code: "unavailable", headers: { "Retry-After": "3" } });
  });

  /** Tasks that end when the test says so. */
  function openTasks(run: ReturnType<typeof createSemaphore>) {
    const begun: string[] = [];
    const ends = new Map<string, (reason?: Error) => void>();
    return {
      begun,
      start: (name: string, person?: string) =>
        run(
          () =>
            new Promise<void>((resolve, reject) => {
              begun.push(name);
              ends.set(name, (reason) => (reason ? reject(reason) : resolve()));
            }),
          person,
        ),
      end: async (name: string, reason?: Error) => {
        ends.get(name)?.(reason);
        await delay(0);
      },
    };
  }

  describe("with bounds for one person", () => {
    test("one of theirs runs and two wait; more are rejected with 429 and run nothing", async () => {
      const { start, begun, end } = openTasks(createSemaphore(2, 20, { running: 1, waiting: 2 }));
      const own = Array.from({ length: 100 }, (_, number) => start(`a${number}`, "a"));
      const results = Promise.allSettled(own);
      await expect(own[99]).rejects.toMatchObject({ code: "rate_limited", headers: { "Retry-After": "3" } });
      // Half of the places are free for everyone else.
      const other = start("b", "b");
      expect(begun).toEqual(["a0", "b"]);
      for (const name of ["a0", "b", "a1", "a2"]) await end(name);
      await other;
      const fulfilled = (await results).filter(({ status }) => status === "fulfilled");
      expect([begun, fulfilled.length]).toEqual([["a0", "b", "a1", "a2"], 3]);
    });

    test("persons take turns, no matter who came first", async () => {
      const { start, begun, end } = openTasks(createSemaphore(1, 20, { running: 1, waiting: 3 }));
      const all = ["a1", "a2", "a3", "a4", "b1", "c1", "b2"].map((name) => start(name, name[0]));
      for (let turn = 0; turn < all.length; turn++) await end(begun.at(-1) ?? "");
      await Promise.all(all);
      expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
    });

    test("no more than so many wait in all, and a failure gives its place to the next", async () => {
      const { start, begun, end } = openTasks(createSemaphore(1, 20, { running: 1, waiting: 2 }));
      const all = Array.from({ length: 22 }, (_, number) => start(`${number}`, `person ${number}`));
      const settled = Promise.allSettled(all);
      await expect(all[21]).rejects.toMatchObject({ code: "unavailable" });
      await end("0", new Error("failed"));
      await expect(all[0]).rejects.toThrow("failed");
      for (let turn = 0; turn < 20; turn++) await end(begun.at(-1) ?? "");
      await settled;
      expect(begun).toHaveLength(21);
    });
  });
});

describe("cache", () => {
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
});

describe("client network", () => {
  test.each([
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:51312", "203.0.113.7"],
    [" 203.0.113.7 ", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
    ["2600:3c00::f03c:91ff:fe24:1", "2600:3c00:0:0::/64"],
    ["2600:3c00:0:0:1::2", "2600:3c00:0:0::/64"],
    ["2600:3C00:0000::1", "2600:3c00:0:0::/64"],
    ["[2600:3c00::1]:8080", "2600:3c00:0:0::/64"],
    ["[2600:3c00::1]", "2600:3c00:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ])("%s belongs to %s", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test.each([
    ["2001:db8:99:0::/64", "2001:db8:99::/48"],
    ["2001:db8:99:ffff::/64", "2001:db8:99::/48"],
    ["2001:db8:9a:0::/64", "2001:db8:9a::/48"],
    ["203.0.113.7", "203.0.113.7"],
    ["unknown", "unknown"],
  ])("the network %s belongs to the site %s", (network, site) => {
    expect(siteOf(network)).toBe(site);
  });

  test.each([
    "",
    "unknown",
    "1",
    "1.2.3",
    "01.2.3.4.5",
    "999.1.1.1",
    "fe80::1::2",
    "evil, 1.2.3.4",
    "localhost",
  ])("%j is not an address", (text) => {
    expect(networkOf(text)).toBe("unknown");
  });
});
