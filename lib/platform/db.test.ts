import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import {
  afterCommit,
  db,
  disconnect,
  type SqlRunner,
  sqlTransaction,
  transaction,
  withLongQueries,
} from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { databaseOfWorker } from "@/tests/database";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const TIMEOUTS = {
  statement_timeout: "3700ms",
  lock_timeout: "3200ms",
  idle_in_transaction_session_timeout: "15s",
};

async function timeouts(tx: SqlRunner): Promise<unknown> {
  const rows = await tx.$queryRaw<{ name: string; value: string }[]>`
    SELECT name, current_setting(name) AS value FROM unnest(${Object.keys(TIMEOUTS)}::text[]) AS name`;
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

const { DATABASE_URL = "", DIRECT_DATABASE_URL = "" } = process.env;

async function connectTo(address: string, direct = DIRECT_DATABASE_URL): Promise<void> {
  await disconnect();
  Object.assign(process.env, { DATABASE_URL: address, DIRECT_DATABASE_URL: direct });
  resetEnvForTests();
}

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
    expect(await sqlTransaction(timeouts)).toEqual(TIMEOUTS);
  });

  const long = {
    statement_timeout: "1min",
    lock_timeout: "8s",
    idle_in_transaction_session_timeout: "1min",
  };

  test("are longer for long work, which has its own connections", async () => {
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
    expect(await sqlTransaction(timeouts)).toEqual(TIMEOUTS);
    expect(await timeouts(db())).toMatchObject({ lock_timeout: "0" });
  });

  test("are those of long work for single statements too, past PgBouncer", async () => {
    const pooled = new URL(DATABASE_URL);
    pooled.searchParams.set("pgbouncer", "true");
    await connectTo(pooled.href, databaseOfWorker());
    expect(await withLongQueries(() => timeouts(db()))).toEqual(long);
    expect(await withLongQueries(() => transaction(timeouts))).toEqual(long);
    expect(await timeouts(db())).toMatchObject({ lock_timeout: "0" });
  });
});

test("a connection that breaks while no one uses it is replaced", async () => {
  await disconnect();
  const [row] = await db().$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  const other = new Client({ connectionString: databaseOfWorker() });
  await other.connect();
  await other.query("SELECT pg_terminate_backend($1)", [row?.pid]);
  await other.end();
  await delay(200);
  const [next] = await db().$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  expect(next?.pid).not.toBe(row?.pid);
});

test("disconnecting closes connections that only ran SQL", async () => {
  // Not through PgBouncer, which holds on to its connections.
  await connectTo(databaseOfWorker());
  const [row] = await db().$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
  await disconnect();
  await delay(200);
  const open = await db().$queryRaw`SELECT pid FROM pg_stat_activity WHERE pid = ${row?.pid}::int`;
  expect(open).toEqual([]);
});

describe.each([
  ["transaction", transaction],
  ["sqlTransaction", sqlTransaction],
] as const)("%s", (name, run) => {
  const key = `${name} test`;
  const insert = (tx: SqlRunner) =>
    tx.$executeRaw`INSERT INTO rate_limits (key, expires_at) VALUES (${key}, now())`;
  const countRows = (runner: SqlRunner = db()) =>
    runner.$queryRaw`SELECT count(*)::int AS count FROM rate_limits WHERE key = ${key}`;
  afterEach(() => db().$executeRaw`DELETE FROM rate_limits WHERE key = ${key}`);

  test("commits what was done, and only then calls back", async () => {
    const events: string[] = [];
    await run(async (tx) => {
      afterCommit(tx, () => events.push("committed"));
      expect(await insert(tx)).toBe(1);
      expect(await countRows(tx)).toEqual([{ count: 1 }]);
      expect(await countRows()).toEqual([{ count: 0 }]);
      events.push("done");
    });
    expect(events).toEqual(["done", "committed"]);
    expect(await countRows()).toEqual([{ count: 1 }]);
  });

  test("takes back what was done when it throws, and never calls back", async () => {
    const callback = jest.fn();
    const failing = run(async (tx) => {
      afterCommit(tx, callback);
      await insert(tx);
      throw new Error("on purpose");
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(callback).not.toHaveBeenCalled();
    expect(await countRows()).toEqual([{ count: 0 }]);
  });

  test("runs again after a deadlock, up to three times", async () => {
    let attempts = 0;
    const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });
    await run(async (tx) => {
      attempts++;
      await insert(tx);
      if (attempts < 3) throw deadlock;
    });
    expect(await countRows()).toEqual([{ count: 1 }]);
    await expect(run(() => Promise.reject(deadlock))).rejects.toBe(deadlock);
  });

  test("leaves no connection in a transaction when its connection breaks", async () => {
    const broken = run(async (tx) => {
      await insert(tx);
      const [row] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
      await db().$queryRaw`SELECT pg_terminate_backend(${row?.pid}::int)`;
      await insert(tx);
    });
    await expect(broken).rejects.toThrow();
    await Promise.all(Array.from({ length: 20 }, () => run((tx) => countRows(tx))));
    expect(await countRows()).toEqual([{ count: 0 }]);
  });
});
