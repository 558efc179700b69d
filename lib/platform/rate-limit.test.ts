import { readdirSync, readFileSync } from "node:fs";
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
import { resetLimit, setLimit } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

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

describe("a limit", () => {
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
