import { db, transaction } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { log, withRequestContext } from "@/lib/platform/log";
import { useTestDatabase } from "@/tests/test-db";

let lines: jest.SpyInstance;
beforeAll(async () => {
  await useTestDatabase();
  process.env.SLOW_QUERY_MS = "1000";
  resetEnvForTests();
});
afterAll(() => {
  delete process.env.SLOW_QUERY_MS;
  resetEnvForTests();
});
beforeEach(() => {
  lines = jest.spyOn(log(), "warn").mockImplementation(() => undefined);
});

const slow = (secret: string) =>
  db().sql`SELECT pg_sleep(1.1)::text, 'literal' AS kind,
    ${secret}::text AS value`;

test("a slow query is named with its route and duration, and without values", async () => {
  const context = { requestId: "0190", route: "/api/posts/[postId]" };
  await withRequestContext(context, async () => await slow("asha.rao@mitsgwl.ac.in"));
  expect(lines.mock.calls).toEqual([
    [
      {
        ...context,
        ms: expect.any(Number),
        name: expect.stringMatching(/^cc_/),
        statement: "SELECT pg_sleep(1.1)::text, '…' AS kind, $1::text AS value",
      },
      "slow query",
    ],
  ]);
  expect(lines.mock.calls[0][0].ms).toBeGreaterThanOrEqual(1_000);
});

test("so is one that fails, and one in a transaction; a quick one is not", async () => {
  await db().sql`SELECT 1`;
  expect(lines).not.toHaveBeenCalled();
  await expect(db().sql`SELECT pg_sleep(1.1), 1 / (random() * 0)::int`).rejects.toThrow();
  await transaction((tx) => tx.sql`SELECT pg_sleep(1.1)::text AS inside`);
  const statements = lines.mock.calls.map(([line]) => line.statement);
  expect(statements).toContain("SELECT pg_sleep(1.1)::text AS inside");
});
