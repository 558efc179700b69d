import { db, disconnect, transaction, withLongQueries } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { databaseOfWorker } from "@/tests/database";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const TIMEOUTS = {
  statement_timeout: "3700ms",
  lock_timeout: "3200ms",
  idle_in_transaction_session_timeout: "15s",
};

async function timeouts(tx: Pick<ReturnType<typeof db>, "$queryRaw">): Promise<unknown> {
  const rows = await tx.$queryRaw<{ name: string; value: string }[]>`
    SELECT name, current_setting(name) AS value FROM unnest(${Object.keys(TIMEOUTS)}::text[]) AS name`;
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

async function connectTo(address: string): Promise<void> {
  await disconnect();
  process.env.DATABASE_URL = address;
  resetEnvForTests();
}

const { DATABASE_URL = "" } = process.env;
afterEach(() => connectTo(DATABASE_URL));

test.each(["", "?pgbouncer=true"])("times survive a server in another time zone (%s)", async (query) => {
  const address = databaseOfWorker();
  const name = new URL(address).pathname.slice(1);
  await db().$executeRawUnsafe(`ALTER DATABASE "${name}" SET timezone = 'Asia/Kolkata'`);
  try {
    await connectTo(address + query);
    const expiresAt = new Date("2026-11-22T08:00:00.000Z");
    await db().rateLimit.create({ data: { key: `zone${query}`, expiresAt } });
    const rows = await db().$queryRaw`
      SELECT expires_at AS "expiresAt", extract(epoch FROM expires_at)::float8 AS seconds
      FROM rate_limits WHERE key = ${`zone${query}`}`;
    expect(rows).toEqual([{ expiresAt, seconds: expiresAt.getTime() / 1_000 }]);
  } finally {
    await db().$executeRawUnsafe(`ALTER DATABASE "${name}" RESET timezone`);
  }
});

describe("the server's timeouts", () => {
  test("are set on a direct connection", async () => {
    await connectTo(databaseOfWorker());
    expect(await timeouts(db())).toEqual(TIMEOUTS);
    expect(await transaction(timeouts)).toEqual(TIMEOUTS);
  });

  test("are longer for long work, which has its own connections", async () => {
    const long = {
      statement_timeout: "1min",
      lock_timeout: "8s",
      idle_in_transaction_session_timeout: "1min",
    };
    await connectTo(databaseOfWorker());
    expect(await withLongQueries(() => timeouts(db()))).toEqual(long);
    expect(await withLongQueries(() => transaction(timeouts))).toEqual(long);
    expect(await transaction(timeouts, { timeout: 30_000 })).toEqual(long);
    expect(await timeouts(db())).toEqual(TIMEOUTS);
  });

  test("are local to the transaction behind PgBouncer", async () => {
    const pooled = new URL(DATABASE_URL);
    pooled.searchParams.set("pgbouncer", "true");
    await connectTo(pooled.href);
    expect(await transaction(timeouts)).toEqual(TIMEOUTS);
    expect(await timeouts(db())).toMatchObject({ lock_timeout: "0" });
  });
});
