import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type { ClientBase } from "pg";
import { connectionTo } from "@/lib/platform/db-connection.mjs";
import { FailFastPool } from "@/lib/platform/db-pool";
import { statementName } from "@/lib/platform/db-sql";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { PrismaClient } from "@/prisma/generated/client/client";

/**
 * The connections to PostgreSQL: a pool of the driver's for each kind of work, and Prisma on it.
 * Behind PgBouncer in transaction mode (`?pgbouncer=true`) statements are unnamed.
 */

/**
 * Timeouts in milliseconds for three kinds of work. A request gets its 503 within five seconds.
 * Work that no one watches on a screen (deleting an account, an export, upkeep) may take a minute a
 * query. A replica has to be quicker, because the primary is asked when it fails. `connect` and
 * `client` are how long the driver waits for a connection and for a silent database. `server` holds
 * PostgreSQL's own, shorter limits: on a slow statement, on waiting for a lock, and on an idle
 * transaction, which would hold its locks if its process froze. `transaction` is how long a whole
 * transaction may take.
 */
const TIMEOUTS = {
  request: {
    connect: 4_000,
    client: 4_200,
    transaction: 10_000,
    server: { statement_timeout: 3_700, lock_timeout: 3_200, idle_in_transaction_session_timeout: 15_000 },
  },
  long: {
    connect: 4_000,
    client: 61_000,
    transaction: 61_000,
    server: { statement_timeout: 60_000, lock_timeout: 8_000, idle_in_transaction_session_timeout: 60_000 },
  },
  replica: {
    connect: 1_000,
    client: 1_500,
    transaction: 1_500,
    server: { statement_timeout: 1_400, lock_timeout: 1_400, idle_in_transaction_session_timeout: 15_000 },
  },
};
const ZONE = "UTC";

/** Long work has its own connections, so that it cannot starve requests. */
const LONG_CONNECTIONS = 2;

export type Workload = keyof typeof TIMEOUTS;

/**
 * `transactionSettings`: PostgreSQL's limits, which each transaction has to set itself behind
 * PgBouncer, because clients share the connection there.
 */
type Connections = {
  pool: FailFastPool;
  prisma: PrismaClient;
  areNamed: boolean;
  transactionSettings: Record<string, number>;
  /** How long a transaction may take, in milliseconds. */
  transactionMs: number;
};

const globalForDb = globalThis as typeof globalThis & {
  campusCircleDb?: Partial<Record<Workload, Connections>>;
};
const workload = new AsyncLocalStorage<Workload>();

export const currentWorkload = (): Workload => workload.getStore() ?? "request";

/** Runs `work` on separate connections, where a query may take a minute. */
export function withLongQueries<T>(work: () => Promise<T>): Promise<T> {
  return workload.run("long", work);
}

/** Runs `work` on the connections of requests, also from within long work. */
export function withShortQueries<T>(work: () => Promise<T>): Promise<T> {
  return workload.run("request", work);
}

/** The connections of a kind. They connect on first use, so that a build needs no database. */
export function connectionsFor(kind: Workload): Connections {
  globalForDb.campusCircleDb ??= {};
  globalForDb.campusCircleDb[kind] ??= create(kind);
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

function create(kind: Workload): Connections {
  const { href, behindBouncer } = addressFor(kind);
  const { connect, client, transaction, server } = TIMEOUTS[kind];
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
    // parameters it does not know (see `transactionSettings`), but tracks the time zone per client.
    // Poolers of sessions may drop them, so past PgBouncer, where one may be, statements set the
    // limits.
    ...(behindBouncer || kind === "long"
      ? { onConnect: (connection: ClientBase) => connection.query(settings(behindBouncer ? {} : server)) }
      : { ...server, options: `-c TimeZone=${ZONE}` }),
    keepAlive: true,
  });
  // A connection that the database ends, idle or between two statements. Without a listener it
  // would end this process; the statement that fails on it is error enough.
  pool.on("error", (error) => log().debug({ err: error }, "an idle connection ended"));
  pool.on("connect", (connection) => connection.on("error", () => {}));
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    ...(!behindBouncer && { statementNameGenerator: ({ sql }) => statementName(sql) }),
  });
  const prisma = new PrismaClient({
    adapter,
    transactionOptions: { maxWait: connect, timeout: transaction },
  });
  const transactionSettings = behindBouncer ? server : {};
  return { pool, prisma, areNamed: !behindBouncer, transactionSettings, transactionMs: transaction };
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

/** Closes all connections. For scripts and tests. */
export async function disconnect(): Promise<void> {
  const connections = Object.values(globalForDb.campusCircleDb ?? {});
  delete globalForDb.campusCircleDb;
  await Promise.all(
    connections.map(async ({ prisma, pool }) => {
      await prisma.$disconnect();
      // Prisma ends the pool only if it has used it.
      if (!pool.ended) await pool.end();
    }),
  );
}
