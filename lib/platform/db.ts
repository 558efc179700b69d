import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import type { ClientBase } from "pg";
import { connectionTo } from "@/lib/platform/db-connection.mjs";
import { isRetryable } from "@/lib/platform/db-errors";
import { FailFastPool } from "@/lib/platform/db-pool";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { Prisma, PrismaClient } from "@/prisma/generated/client/client";

/**
 * PostgreSQL through Prisma and the pg driver. Statements are named, so that PostgreSQL parses and
 * plans each one only once a connection. Behind PgBouncer in transaction mode (`?pgbouncer=true`)
 * they are unnamed.
 */

/** The transaction a service function receives from its caller. */
export type Tx = Prisma.TransactionClient;

type Query = TemplateStringsArray | Prisma.Sql;

/** What runs SQL: Prisma's client, a transaction of Prisma's, or one opened by `sqlTransaction`. */
export type SqlRunner = {
  /** The rows of a statement. */
  $queryRaw<T = unknown>(query: Query, ...values: unknown[]): Promise<T>;
  /** The number of rows a statement changed. */
  $executeRaw(query: Query, ...values: unknown[]): Promise<number>;
};

/**
 * Timeouts in milliseconds for three kinds of work. A request gets its 503 within five seconds.
 * Work that no one watches on a screen (deleting an account, an export, upkeep) may take a minute a
 * query. A replica has to be quicker, because the primary is asked when it fails. `connect` and
 * `client` are how long the driver waits for a connection and for a silent database. `server` holds
 * PostgreSQL's own, shorter limits: on a slow statement, on waiting for a lock, and on an idle
 * transaction, which would hold its locks if its process froze.
 */
const TIMEOUTS = {
  request: {
    connect: 4_000,
    client: 4_200,
    server: { statement_timeout: 3_700, lock_timeout: 3_200, idle_in_transaction_session_timeout: 15_000 },
  },
  long: {
    connect: 4_000,
    client: 61_000,
    server: { statement_timeout: 60_000, lock_timeout: 8_000, idle_in_transaction_session_timeout: 60_000 },
  },
  replica: {
    connect: 1_000,
    client: 1_500,
    server: { statement_timeout: 1_400, lock_timeout: 1_400, idle_in_transaction_session_timeout: 15_000 },
  },
};
const ZONE = "UTC";

/** Long work has its own connections, so that it cannot starve requests. */
const LONG_CONNECTIONS = 2;

type Workload = keyof typeof TIMEOUTS;

type Connection = { pool: FailFastPool; client: PrismaClient; behindBouncer: boolean };

const globalForDb = globalThis as typeof globalThis & {
  campusCircleDb?: Partial<Record<Workload, Connection>>;
};
const workload = new AsyncLocalStorage<Workload>();

/** Connects on first use, so that a build needs no database. */
export function db(): PrismaClient {
  return connectionFor(currentWorkload()).client;
}

const currentWorkload = (): Workload => workload.getStore() ?? "request";

/** Runs `work` on separate connections, where a query may take a minute. */
export function withLongQueries<T>(work: () => Promise<T>): Promise<T> {
  return workload.run("long", work);
}

/** Runs `work` on the connections of requests, also from within long work. */
export function withShortQueries<T>(work: () => Promise<T>): Promise<T> {
  return workload.run("request", work);
}

/** The replica of DATABASE_REPLICA_URL; lib/platform/replica.ts says when to read from it. */
export function replicaDb(): PrismaClient {
  return connectionFor("replica").client;
}

function connectionFor(kind: Workload): Connection {
  globalForDb.campusCircleDb ??= {};
  globalForDb.campusCircleDb[kind] ??= createConnection(kind);
  return globalForDb.campusCircleDb[kind];
}

/**
 * The connection string for the driver, and whether PgBouncer is in front. Long work goes past it:
 * its limits are then those of the connection, also outside of transactions.
 */
function addressFor(kind: Workload): { href: string; behindBouncer: boolean } {
  const { DATABASE_URL, DATABASE_REPLICA_URL, DIRECT_DATABASE_URL } = env();
  const own = { request: undefined, long: DIRECT_DATABASE_URL, replica: DATABASE_REPLICA_URL }[kind];
  const url = new URL(own ?? DATABASE_URL);
  const behindBouncer = url.searchParams.get("pgbouncer") === "true";
  url.searchParams.delete("pgbouncer");
  return { href: url.href, behindBouncer };
}

/** SQL that sets the time zone and these limits for as long as a connection lasts. */
const settings = (limits: Record<string, number>) =>
  [`SET TIME ZONE '${ZONE}'`, ...Object.entries(limits).map(([name, ms]) => `SET ${name} = ${ms}`)].join(
    "; ",
  );

function createConnection(kind: Workload): Connection {
  const { href, behindBouncer } = addressFor(kind);
  const { connect, client, server } = TIMEOUTS[kind];
  const size = env().DATABASE_POOL_SIZE;
  const pool = new FailFastPool({
    ...connectionTo(href, env().DATABASE_CA),
    max: kind === "long" ? Math.min(size, LONG_CONNECTIONS) : size,
    connectionTimeoutMillis: connect,
    idleTimeoutMillis: 30_000,
    query_timeout: client,
    // Statements that need not wait for each other travel together.
    pipeline: true,
    // Prisma reads times as UTC, whatever the server's time zone. PgBouncer rejects startup
    // parameters it does not know (see `setTimeouts`), but tracks the time zone per client. Poolers
    // of sessions may drop them, so past PgBouncer, where one may be, statements set the limits.
    ...(behindBouncer || kind === "long"
      ? { onConnect: (connection: ClientBase) => connection.query(settings(behindBouncer ? {} : server)) }
      : { ...server, options: `-c TimeZone=${ZONE}` }),
    keepAlive: true,
  });
  // A connection that the database ends, idle or between two statements. Without a listener it
  // would end this process; the statement that fails on it is error enough.
  pool.on("error", (error) => log().debug({ err: error }, "an idle connection ended"));
  pool.on("connect", (connection) => connection.on("error", ignore));
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    ...(behindBouncer ? {} : { statementNameGenerator: ({ sql }) => statementName(sql) }),
  });
  const prisma = new PrismaClient({
    adapter,
    transactionOptions: { maxWait: 4_000, timeout: kind === "long" ? client : TRANSACTION_MS },
  });
  return { pool, client: withFastSql(prisma, runnerOn(pool, behindBouncer)), behindBouncer };
}

/**
 * Prisma's client with its SQL run by the driver itself: around a statement written in SQL, Prisma
 * costs the server more than the statement costs the database (docs/decisions/0023).
 */
function withFastSql(prisma: PrismaClient, runner: SqlRunner): PrismaClient {
  return new Proxy(prisma, {
    get(target, name) {
      if (name === "$queryRaw" || name === "$executeRaw") return runner[name];
      const value: unknown = Reflect.get(target, name);
      // Prisma's own methods never see this proxy: its transactions must keep their SQL to
      // themselves.
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Runs SQL on a connection, or on any connection of a pool. */
function runnerOn(connection: Pick<FailFastPool, "query">, behindBouncer: boolean): SqlRunner {
  const run = (query: Query, values: unknown[]) => {
    const statement = query instanceof Prisma.Sql ? query : Prisma.sql(query, ...values);
    const { text } = statement;
    const name = behindBouncer ? "" : statementName(text);
    return connection.query({ text, values: statement.values, ...(name ? { name } : {}) });
  };
  return {
    $queryRaw: async <T>(query: Query, ...values: unknown[]) => (await run(query, values)).rows as T,
    $executeRaw: async (query, ...values) => (await run(query, values)).rowCount ?? 0,
  };
}

/** The connections of each pool: open, idle, and how much waits for one. */
export function poolSizes(): { pool: string; open: number; idle: number; waiting: number }[] {
  return Object.entries(globalForDb.campusCircleDb ?? {}).map(([name, { pool }]) => ({
    pool: name,
    open: pool.totalCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  }));
}

const names = new Map<string, string>();

/**
 * A stable name for a statement. An empty name means unnamed: for Prisma's value lists, whose text
 * varies with their length, and for every statement after the first 2,000.
 */
function statementName(sql: string): string {
  const cached = names.get(sql);
  if (cached) return cached;
  if (names.size >= 2_000 || /IN \(\$\d+,/.test(sql)) return "";
  const name = `cc_${createHash("sha1").update(sql).digest("base64url")}`;
  names.set(sql, name);
  return name;
}

/** Closes all connections. For scripts and tests. */
export async function disconnect(): Promise<void> {
  const connections = Object.values(globalForDb.campusCircleDb ?? {});
  delete globalForDb.campusCircleDb;
  await Promise.all(
    connections.map(async ({ client, pool }) => {
      await client.$disconnect();
      // Prisma ends the pool only if it has used it.
      if (!pool.ended) await pool.end();
    }),
  );
}

const afterCommits = new WeakMap<SqlRunner, (() => void)[]>();

/**
 * Runs `callback` after the transaction opened by `transaction` or `sqlTransaction` commits; never
 * after a rollback.
 */
export function afterCommit(tx: SqlRunner, callback: () => void): void {
  const callbacks = afterCommits.get(tx);
  if (!callbacks) throw new Error("afterCommit needs a transaction opened by transaction().");
  callbacks.push(callback);
}

/** Attempts at a transaction that hits a deadlock or a write conflict. */
const MAX_ATTEMPTS = 3;
/** In milliseconds; a longer transaction counts as long work. */
const TRANSACTION_MS = 10_000;

/**
 * Runs `act` in one transaction and retries it twice after a deadlock or write conflict. A
 * `timeout` (milliseconds) above a request's 10 s marks long work, whose queries may take longer
 * too. Throws what `act` throws.
 */
export function transaction<T>(act: (tx: Tx) => Promise<T>, options: { timeout?: number } = {}): Promise<T> {
  const kind = (options.timeout ?? 0) > TRANSACTION_MS ? "long" : currentWorkload();
  const { client, behindBouncer } = connectionFor(kind);
  return retried((callbacks) =>
    client.$transaction(async (tx) => {
      afterCommits.set(tx, callbacks);
      if (behindBouncer) await setTimeouts(tx, kind);
      return act(tx);
    }, options),
  );
}

/**
 * Like `transaction`, for SQL alone: the short writes that people make most. Statements that `act`
 * runs without waiting for each other (`Promise.all`) are sent together and run in their order.
 */
export function sqlTransaction<T>(act: (tx: SqlRunner) => Promise<T>): Promise<T> {
  const kind = currentWorkload();
  const { pool, behindBouncer } = connectionFor(kind);
  return retried(async (callbacks) => {
    const connection = await pool.connect();
    const tx = runnerOn(connection, behindBouncer);
    afterCommits.set(tx, callbacks);
    try {
      // Sent together with what `act` sends first.
      const [, , result] = await Promise.all([
        connection.query("BEGIN"),
        behindBouncer && setTimeouts(tx, kind),
        act(tx),
      ]);
      await connection.query("COMMIT");
      connection.release();
      return result;
    } catch (error) {
      // A connection that cannot even roll back is closed, which rolls back as well.
      await connection.query("ROLLBACK").then(
        () => connection.release(),
        (failure: Error) => connection.release(failure),
      );
      throw error;
    }
  });
}

const ignore = () => {};

/** Runs a transaction, again after a deadlock or a write conflict, and then its callbacks. */
async function retried<T>(attempt: (callbacks: (() => void)[]) => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    const callbacks: (() => void)[] = [];
    try {
      const result = await attempt(callbacks);
      for (const callback of callbacks) callback();
      return result;
    } catch (error) {
      if (attempts >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

/**
 * Behind PgBouncer in transaction mode a setting must be local to the transaction, because clients
 * share the connection.
 */
async function setTimeouts(tx: SqlRunner, kind: Workload): Promise<void> {
  const settings = Object.entries(TIMEOUTS[kind].server).map(
    ([name, ms]) => Prisma.sql`set_config(${name}, ${String(ms)}, true)`,
  );
  await tx.$queryRaw`SELECT ${Prisma.join(settings)}`;
}
