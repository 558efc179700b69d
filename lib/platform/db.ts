import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import type { ClientBase } from "pg";
import { isRetryable } from "@/lib/platform/db-errors";
import { FailFastPool } from "@/lib/platform/db-pool";
import { env } from "@/lib/platform/env";
import { Prisma, PrismaClient } from "@/prisma/generated/client/client";

/**
 * PostgreSQL through Prisma and the pg driver. Statements are named, so that PostgreSQL parses and
 * plans each shape once a connection; behind PgBouncer in transaction mode (`?pgbouncer=true`) they
 * are not.
 */

/** What a service function that takes part in its caller's transaction receives. */
export type Tx = Prisma.TransactionClient;

/**
 * Two sorts of work. A request has its 503 within five seconds. What nobody waits for with a screen
 * before them (leaving for good, an export, upkeep) may take a minute a query. In milliseconds:
 * `answer` is how long the driver waits for a database that says nothing, `server` what the server
 * puts an end to before that: a slow statement, a wait for a lock, and the transaction of a process
 * that froze, which would keep its locks.
 */
const PATIENCE = {
  request: {
    answer: 4_200,
    server: { statement_timeout: 3_700, lock_timeout: 3_200, idle_in_transaction_session_timeout: 15_000 },
  },
  long: {
    answer: 61_000,
    server: { statement_timeout: 60_000, lock_timeout: 8_000, idle_in_transaction_session_timeout: 60_000 },
  },
};
const ZONE = "UTC";

/** Connections for long work: it must not take the requests' ones. */
const LONG_CONNECTIONS = 2;

type Patience = keyof typeof PATIENCE;

const globalForDb = globalThis as typeof globalThis & {
  campusCircleDb?: Partial<Record<Patience, PrismaClient>>;
};
const patience = new AsyncLocalStorage<Patience>();

/** The process's client; made at first use so that a build needs no database. */
export function db(): PrismaClient {
  return clientFor(patience.getStore() ?? "request");
}

/** Runs `work` with queries that may take a minute, on connections of its own. */
export function withLongQueries<T>(work: () => Promise<T>): Promise<T> {
  return patience.run("long", work);
}

function clientFor(kind: Patience): PrismaClient {
  globalForDb.campusCircleDb ??= {};
  globalForDb.campusCircleDb[kind] ??= connect(kind);
  return globalForDb.campusCircleDb[kind];
}

/** The database's address as the driver takes it, and whether PgBouncer is there. */
export function databaseAddress(): { href: string; behindBouncer: boolean } {
  const url = new URL(env().DATABASE_URL);
  const behindBouncer = url.searchParams.get("pgbouncer") === "true";
  url.searchParams.delete("pgbouncer");
  return { href: url.href, behindBouncer };
}

function connect(kind: Patience): PrismaClient {
  const { href, behindBouncer } = databaseAddress();
  const { answer, server } = PATIENCE[kind];
  const size = env().DATABASE_POOL_SIZE;
  const pool = new FailFastPool({
    connectionString: href,
    max: kind === "long" ? Math.min(size, LONG_CONNECTIONS) : size,
    connectionTimeoutMillis: 4_000,
    idleTimeoutMillis: 30_000,
    query_timeout: answer,
    // Prisma takes times for UTC, whatever the server's own zone. PgBouncer refuses a connection
    // that begins with settings it does not know (see `transaction`), and keeps the zone for each
    // of its clients.
    ...(behindBouncer
      ? { onConnect: (client: ClientBase) => client.query(`SET TIME ZONE '${ZONE}'`) }
      : { ...server, options: `-c TimeZone=${ZONE}` }),
    keepAlive: true,
  });
  const adapter = new PrismaPg(pool, {
    disposeExternalPool: true,
    ...(behindBouncer ? {} : { statementNameGenerator: ({ sql }) => statementName(sql) }),
  });
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 4_000, timeout: TRANSACTION_MS } });
}

const names = new Map<string, string>();

/**
 * A stable name for a statement's text. The empty name means unnamed: for Prisma's lists of values,
 * which have a text for each length, and for texts past the first 2,000.
 */
function statementName(sql: string): string {
  const known = names.get(sql);
  if (known) return known;
  if (names.size >= 2_000 || /IN \(\$\d+,/.test(sql)) return "";
  const name = `cc_${createHash("sha1").update(sql).digest("base64url")}`;
  names.set(sql, name);
  return name;
}

/** Closes the connections: for scripts and tests. */
export async function disconnect(): Promise<void> {
  const clients = Object.values(globalForDb.campusCircleDb ?? {});
  delete globalForDb.campusCircleDb;
  await Promise.all(clients.map((client) => client.$disconnect()));
}

const afterCommits = new WeakMap<Tx, (() => void)[]>();

/**
 * Runs `callback` once the transaction that `transaction` opened has committed, and never when it
 * is rolled back.
 */
export function afterCommit(tx: Tx, callback: () => void): void {
  const callbacks = afterCommits.get(tx);
  if (!callbacks) throw new Error("afterCommit needs a transaction opened by transaction().");
  callbacks.push(callback);
}

/** Tries of a transaction that met a deadlock or a write conflict. */
const TRIES = 3;
/** Longest transaction of a request, in milliseconds. */
const TRANSACTION_MS = 10_000;

/**
 * Runs `act` in one transaction: all or nothing. A deadlock or write conflict is tried again,
 * twice. A longer `timeout` (milliseconds) than a request's 10 s is for long work, whose queries
 * may take longer too. Throws what `act` throws.
 */
export async function transaction<T>(
  act: (tx: Tx) => Promise<T>,
  options: { timeout?: number } = {},
): Promise<T> {
  const kind = (options.timeout ?? 0) > TRANSACTION_MS ? "long" : (patience.getStore() ?? "request");
  for (let attempt = 1; ; attempt++) {
    const callbacks: (() => void)[] = [];
    try {
      const result = await clientFor(kind).$transaction((tx) => {
        afterCommits.set(tx, callbacks);
        return limited(act, kind)(tx);
      }, options);
      for (const callback of callbacks) callback();
      return result;
    } catch (error) {
      if (attempt >= TRIES || !isRetryable(error)) throw error;
    }
  }
}

/**
 * Behind PgBouncer in transaction mode a setting can only be the transaction's own: the connection
 * is everybody's.
 */
function limited<T>(act: (tx: Tx) => Promise<T>, kind: Patience): (tx: Tx) => Promise<T> {
  if (!databaseAddress().behindBouncer) return act;
  return async (tx) => {
    const settings = Object.entries(PATIENCE[kind].server).map(
      ([name, ms]) => Prisma.sql`set_config(${name}, ${String(ms)}, true)`,
    );
    await tx.$queryRaw`SELECT ${Prisma.join(settings)}`;
    return act(tx);
  };
}
