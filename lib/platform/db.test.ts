import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { afterCommit, beforeCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { disconnect, withLongQueries } from "@/lib/platform/db-connections";
import { resetEnvForTests } from "@/lib/platform/env";
import { Prisma } from "@/prisma/generated/client/client";
import { databaseOfWorker } from "@/tests/database";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const TIMEOUTS = {
  statement_timeout: "3700ms",
  lock_timeout: "3200ms",
  idle_in_transaction_session_timeout: "15s",
};

async function timeouts(tx: Tx): Promise<unknown> {
  const rows = await tx.sql<{ name: string; value: string }>`
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
  await db().sql(Prisma.raw(`ALTER DATABASE "${name}" SET timezone = 'Asia/Kolkata'`));
  try {
    await connectTo(address + query);
    const expiresAt = new Date("2026-11-22T08:00:00.000Z");
    await db().rateLimit.create({ data: { key: `zone${query}`, expiresAt } });
    const rows = await db().sql`
      SELECT expires_at AS "expiresAt", extract(epoch FROM expires_at)::float8 AS seconds
      FROM rate_limits WHERE key = ${`zone${query}`}`;
    expect(rows).toEqual([{ expiresAt, seconds: expiresAt.getTime() / 1_000 }]);
  } finally {
    await db().sql(Prisma.raw(`ALTER DATABASE "${name}" RESET timezone`));
  }
});

test.each([
  ["", true],
  ["?pgbouncer=true", false],
])("with %j it is %s that a connection parses a statement once", async (query, areNamed) => {
  await connectTo(databaseOfWorker() + query);
  const parsed = await transaction(async (tx) => {
    await tx.rateLimit.findFirst();
    return tx.sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`;
  });
  const knows = (table: string) => parsed.some(({ statement }) => statement.includes(table));
  expect({ byPrisma: knows("rate_limits"), byUs: knows("pg_prepared_statements") }).toEqual({
    byPrisma: areNamed,
    byUs: areNamed,
  });
});

describe("the server's timeouts", () => {
  test("are set on a direct connection", async () => {
    await connectTo(databaseOfWorker());
    expect(await timeouts(db())).toEqual(TIMEOUTS);
    expect(await transaction(timeouts)).toEqual(TIMEOUTS);
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
  const [row] = await db().sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`;
  const other = new Client({ connectionString: databaseOfWorker() });
  await other.connect();
  await other.query("SELECT pg_terminate_backend($1)", [row?.pid]);
  await other.end();
  await delay(200);
  const [next] = await db().sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`;
  expect(next?.pid).not.toBe(row?.pid);
});

test("disconnecting closes connections that only ran SQL", async () => {
  // Not through PgBouncer, which holds on to its connections.
  await connectTo(databaseOfWorker());
  const [row] = await db().sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`;
  await disconnect();
  await delay(200);
  const open = await db().sql`SELECT pid FROM pg_stat_activity WHERE pid = ${row?.pid}::int`;
  expect(open).toEqual([]);
});

describe("a transaction", () => {
  const key = "transaction test";
  const insert = (tx: Tx) =>
    tx.sql`INSERT INTO rate_limits (key, expires_at) VALUES (${key}, now()) RETURNING key`;
  const countRows = (runner: Tx = db()) =>
    runner.sql`SELECT count(*)::int AS count FROM rate_limits WHERE key = ${key}`;
  afterEach(() => db().sql`DELETE FROM rate_limits WHERE key = ${key}`);

  test("commits what was done, and only then calls back", async () => {
    const events: string[] = [];
    await transaction(async (tx) => {
      afterCommit(tx, () => events.push("committed"));
      expect(await insert(tx)).toEqual([{ key }]);
      expect(await countRows(tx)).toEqual([{ count: 1 }]);
      expect(await countRows()).toEqual([{ count: 0 }]);
      events.push("done");
    });
    expect(events).toEqual(["done", "committed"]);
    expect(await countRows()).toEqual([{ count: 1 }]);
  });

  test("does last what was asked to be last, and takes it back with the rest", async () => {
    const events: string[] = [];
    await transaction(async (tx) => {
      beforeCommit(tx, async () => {
        events.push("last");
        await insert(tx);
      });
      afterCommit(tx, () => events.push("committed"));
      expect(await countRows(tx)).toEqual([{ count: 0 }]);
      events.push("done");
    });
    expect(events).toEqual(["done", "last", "committed"]);
    expect(await countRows()).toEqual([{ count: 1 }]);
    const failing = transaction(async (tx) => {
      beforeCommit(tx, () => tx.sql`DELETE FROM rate_limits WHERE key = ${key}`);
      beforeCommit(tx, async () => {
        throw new Error("on purpose");
      });
    });
    await expect(failing).rejects.toThrow("on purpose");
    expect(await countRows()).toEqual([{ count: 1 }]);
  });

  test("takes back what was done when it throws, and never calls back", async () => {
    const callback = jest.fn();
    const failing = transaction(async (tx) => {
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
    await transaction(async (tx) => {
      attempts++;
      await insert(tx);
      if (attempts < 3) throw deadlock;
    });
    expect(await countRows()).toEqual([{ count: 1 }]);
    await expect(transaction(() => Promise.reject(deadlock))).rejects.toBe(deadlock);
  });

  test("leaves no connection in a transaction when its connection breaks", async () => {
    const broken = transaction(async (tx) => {
      await insert(tx);
      const [row] = await tx.sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`;
      await db().sql`SELECT pg_terminate_backend(${row?.pid}::int)`;
      await insert(tx);
    });
    await expect(broken).rejects.toThrow();
    await Promise.all(Array.from({ length: 20 }, () => transaction((tx) => countRows(tx))));
    expect(await countRows()).toEqual([{ count: 0 }]);
  });

  test("has one connection for model calls and SQL, which others see nothing of", async () => {
    await transaction(async (tx) => {
      await insert(tx);
      expect(await tx.rateLimit.count({ where: { key } })).toBe(1);
      // One within it has a connection of its own.
      expect(await transaction((inner) => countRows(inner))).toEqual([{ count: 0 }]);
      await tx.rateLimit.delete({ where: { key } });
      expect(await countRows(tx)).toEqual([{ count: 0 }]);
    });
  });

  test("runs no SQL after its end, when its connection may be someone else's", async () => {
    const { ended } = await transaction(async (tx) => ({ ended: tx }));
    await expect(countRows(ended)).rejects.toThrow("The transaction has ended.");
  });
});
