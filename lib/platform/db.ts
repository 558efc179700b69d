import "server-only";
import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { isRetryable } from "@/lib/platform/db-errors";
import { env } from "@/lib/platform/env";
import { Prisma, PrismaClient } from "@/prisma/generated/client/client";

/**
 * PostgreSQL through Prisma and the pg driver. Statements are named, so that PostgreSQL parses and plans
 * each shape once a connection; behind PgBouncer in transaction mode (`?pgbouncer=true`) they are not.
 */

/** What a service function that takes part in its caller's transaction receives. */
export type Tx = Prisma.TransactionClient;

const globalForDb = globalThis as typeof globalThis & { campusCircleDb?: PrismaClient };

/** The process's one client; made at first use so that a build needs no database. */
export function db(): PrismaClient {
  globalForDb.campusCircleDb ??= connect();
  return globalForDb.campusCircleDb;
}

/** The database's address as the driver takes it, and whether PgBouncer is there. */
export function databaseAddress(): { href: string; behindBouncer: boolean } {
  const url = new URL(env().DATABASE_URL);
  const behindBouncer = url.searchParams.get("pgbouncer") === "true";
  url.searchParams.delete("pgbouncer");
  return { href: url.href, behindBouncer };
}

/**
 * What the server itself puts an end to, in milliseconds: a statement past any caller's patience, a lock that does not
 * come free within the 10 s of a transaction, and the transaction of a process that froze, which would keep its locks.
 */
const SERVER_TIMEOUTS = {
  statement_timeout: 15_000,
  lock_timeout: 8_000,
  idle_in_transaction_session_timeout: 15_000,
};

function connect(): PrismaClient {
  const { href, behindBouncer } = databaseAddress();
  const adapter = new PrismaPg(
    {
      connectionString: href,
      max: env().DATABASE_POOL_SIZE,
      // A database that is away must become a 503 within 5 s, not a hang (and so must a silent one: db-watch.ts).
      connectionTimeoutMillis: 4_000,
      idleTimeoutMillis: 30_000,
      query_timeout: 15_000,
      // PgBouncer refuses a connection that begins with settings it does not know: see `transaction`.
      ...(behindBouncer ? {} : SERVER_TIMEOUTS),
      keepAlive: true,
    },
    behindBouncer ? {} : { statementNameGenerator: ({ sql }) => statementName(sql) },
  );
  return new PrismaClient({ adapter, transactionOptions: { maxWait: 4_000, timeout: 10_000 } });
}

const names = new Map<string, string>();

/** A stable name for a statement's text; the empty name means unnamed, for texts past the first 2,000. */
function statementName(sql: string): string {
  const known = names.get(sql);
  if (known) return known;
  if (names.size >= 2_000) return "";
  const name = `cc_${createHash("sha1").update(sql).digest("base64url")}`;
  names.set(sql, name);
  return name;
}

/** Closes the connections: for scripts and tests. */
export async function disconnect(): Promise<void> {
  await globalForDb.campusCircleDb?.$disconnect();
  delete globalForDb.campusCircleDb;
}

const afterCommits = new WeakMap<Tx, (() => void)[]>();

/** Runs `callback` once the transaction that `transaction` opened has committed, and never when it is rolled back. */
export function afterCommit(tx: Tx, callback: () => void): void {
  const callbacks = afterCommits.get(tx);
  if (!callbacks) throw new Error("afterCommit needs a transaction opened by transaction().");
  callbacks.push(callback);
}

/** Tries of a transaction that met a deadlock or a write conflict. */
const TRIES = 3;

/**
 * Runs `act` in one transaction: all or nothing. A deadlock or write conflict is tried again, twice.
 * `timeout` (milliseconds) is for long work outside of requests; a request's transaction has 10 s. Throws what `act` throws.
 */
export async function transaction<T>(
  act: (tx: Tx) => Promise<T>,
  options: { timeout?: number } = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const callbacks: (() => void)[] = [];
    try {
      const result = await db().$transaction((tx) => {
        afterCommits.set(tx, callbacks);
        return limited(act)(tx);
      }, options);
      for (const callback of callbacks) callback();
      return result;
    } catch (error) {
      if (attempt >= TRIES || !isRetryable(error)) throw error;
    }
  }
}

/** Behind PgBouncer in transaction mode a setting can only be the transaction's own: the connection is everybody's. */
function limited<T>(act: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
  if (!databaseAddress().behindBouncer) return act;
  return async (tx) => {
    const settings = Object.entries(SERVER_TIMEOUTS).map(
      ([name, ms]) => Prisma.sql`set_config(${name}, ${String(ms)}, true)`,
    );
    await tx.$queryRaw`SELECT ${Prisma.join(settings)}`;
    return act(tx);
  };
}
