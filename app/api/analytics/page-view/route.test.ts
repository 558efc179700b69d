import { db } from "@/lib/platform/db";
import { api } from "@/tests/api";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const views = () => db().pageView.findMany({ orderBy: { path: "asc" }, select: { path: true, count: true } });
const view = (path: unknown, ip = "10.0.0.1") => api.post("/analytics/page-view", { body: { path }, ip });

describe("POST /api/analytics/page-view", () => {
  afterEach(async () => {
    await db().pageView.deleteMany();
    delete process.env.LIMIT_PAGE_VIEW;
  });

  test("counts a view without identifying the visitor", async () => {
    const first = await view("/mainfeed");
    expect(first.status).toBe(204);
    expect(first.headers.has("Set-Cookie")).toBe(false);
    await view("/mainfeed");
    expect(await views()).toEqual([{ path: "/mainfeed", count: 2 }]);
  });

  test("counts each of many simultaneous views", async () => {
    await Promise.all(Array.from({ length: 30 }, () => view("/notify")));
    expect(await views()).toEqual([{ path: "/notify", count: 30 }]);
  });

  test("stores which screen it was, without ids", async () => {
    await view("/profile/0190a1b2-aaaa-7bbb-8ccc-1234567890ab?tab=ishita@mitsgwl.ac.in");
    await view("/ishita@mitsgwl.ac.in");
    expect(await views()).toEqual([
      { path: "/other", count: 1 },
      { path: "/profile/{userId}", count: 1 },
    ]);
  });

  test("silently stops counting above the limit", async () => {
    process.env.LIMIT_PAGE_VIEW = "2/60";
    for (let i = 0; i < 4; i++) expect((await view("/up", "10.0.0.9")).status).toBe(204);
    expect(await views()).toEqual([{ path: "/up", count: 2 }]);
  });

  test.each([undefined, 7, "mainfeed", "", `/${"x".repeat(2_000)}`])("rejects %j as a path", async (path) => {
    expect((await view(path)).status).toBe(400);
    expect(await views()).toEqual([]);
  });
});
