import { VIEW_DAYS } from "@/lib/analytics/schema";
import { countPageView, recentViews, viewsOfRecentDays } from "@/lib/analytics/server/page-views";
import { db } from "@/lib/platform/db";
import { disconnect } from "@/lib/platform/db-connections";
import { resetEnvForTests } from "@/lib/platform/env";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
afterEach(async () => {
  recentViews.clear();
  await db().pageView.deleteMany();
});

const DAY = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
const createViews = (path: string, day: string, count: number) =>
  db().pageView.create({ data: { path, day: new Date(day), count } });

describe("the views of the last 14 days", () => {
  test("come oldest first, today last, with a zero for each day without views", async () => {
    const days = await viewsOfRecentDays();
    expect(days).toEqual(
      Array.from({ length: VIEW_DAYS }, (_, i) => ({ day: daysAgo(VIEW_DAYS - 1 - i), views: 0 })),
    );
  });

  test("add up the views of all screens on a day, and leave out older days", async () => {
    await createViews("/mainfeed", daysAgo(13), 5);
    await createViews("/notify", daysAgo(13), 2);
    await createViews("/mainfeed", daysAgo(14), 100);
    await createViews("/mainfeed", daysAgo(1), 2_000_000_000);
    await createViews("/notify", daysAgo(1), 2_000_000_000);
    await countPageView("/mainfeed", "10.0.0.1");
    const days = await viewsOfRecentDays();
    expect(days?.filter(({ views }) => views > 0)).toEqual([
      { day: daysAgo(13), views: 7 },
      { day: daysAgo(1), views: 4_000_000_000 },
      { day: daysAgo(0), views: 1 },
    ]);
  });

  test("are cached for a minute, so that many visitors of the status page cost one query", async () => {
    await viewsOfRecentDays();
    await countPageView("/mainfeed", "10.0.0.1");
    expect((await viewsOfRecentDays())?.at(-1)).toEqual({ day: daysAgo(0), views: 0 });

    jest.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000);
    expect((await viewsOfRecentDays())?.at(-1)?.views).toBe(1);
  });

  test("are undefined, not an error, while the database is down, and read again as soon as it is back", async () => {
    const url = process.env.DATABASE_URL;
    await disconnect();
    process.env.DATABASE_URL = "postgresql://nobody@127.0.0.1:1/away";
    resetEnvForTests();
    expect(await viewsOfRecentDays()).toBeUndefined();

    await disconnect();
    process.env.DATABASE_URL = url;
    resetEnvForTests();
    expect(await viewsOfRecentDays()).toHaveLength(VIEW_DAYS);
  });
});
