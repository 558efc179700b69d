import { db, transaction } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { withRequestContext } from "@/lib/platform/log";
import { captureLog } from "@/tests/log-lines";
import { useTestDatabase } from "@/tests/test-db";

const logged = captureLog();
beforeAll(async () => {
  await useTestDatabase();
  process.env.SLOW_QUERY_MS = "1000";
  resetEnvForTests();
});
afterAll(() => {
  delete process.env.SLOW_QUERY_MS;
  resetEnvForTests();
});

const slow = (secret: string) =>
  db().sql`SELECT pg_sleep(1.1)::text, 'literal' AS kind,
    ${secret}::text AS value`;

test("a slow query is named with its route and duration, and without values", async () => {
  const context = { requestId: "0190", route: "/api/posts/[postId]" };
  await withRequestContext(context, async () => await slow("asha.rao@mitsgwl.ac.in"));
  expect(logged()).toEqual([
    {
      level: "warn",
      msg: "slow query",
      ...context,
      ms: expect.any(Number),
      name: expect.stringMatching(/^cc_/),
      statement: "SELECT pg_sleep(1.1)::text, '…' AS kind, $1::text AS value",
    },
  ]);
  expect(logged()[0]?.ms).toBeGreaterThanOrEqual(1_000);
});

test("so is one that fails, and one in a transaction; a quick one is not", async () => {
  await db().sql`SELECT 1`;
  expect(logged()).toEqual([]);
  await expect(db().sql`SELECT pg_sleep(1.1), 1 / (random() * 0)::int`).rejects.toThrow();
  await transaction((tx) => tx.sql`SELECT pg_sleep(1.1)::text AS inside`);
  const statements = logged().map(({ statement }) => statement);
  expect(statements).toContain("SELECT pg_sleep(1.1)::text AS inside");
});
