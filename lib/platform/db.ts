import "server-only";
import { connectionsFor, currentWorkload, type Workload } from "@/lib/platform/db-connections";
import { isRetryable } from "@/lib/platform/db-errors";
import { type SqlTag, sqlOn } from "@/lib/platform/db-sql";
import { Prisma, type PrismaClient } from "@/prisma/generated/client/client";

/**
 * How services talk to PostgreSQL: Prisma's model calls, and `sql` for what they have no word for.
 * The two share connections, and in a transaction they share one.
 */

type ModelCalls = Omit<Prisma.TransactionClient, `$${string}`>;

/** The database outside of a transaction, or in the one that a caller passes on. */
export type Tx = ModelCalls & { sql: SqlTag };

/** Prisma's model calls, and `sql`. */
const withSql = (calls: PrismaClient | Prisma.TransactionClient, sql: SqlTag): Tx =>
  Object.create(calls, { sql: { value: sql } });

/** The database, outside of a transaction. */
export const db = (): Tx => databaseFor(currentWorkload());

/** The replica of DATABASE_REPLICA_URL; lib/platform/replica.ts says when to read from it. */
export const replicaDb = (): Tx => databaseFor("replica");

const databases = new WeakMap<PrismaClient, Tx>();

function databaseFor(kind: Workload): Tx {
  const { prisma, pool, areNamed } = connectionsFor(kind);
  const known =
    databases.get(prisma) ??
    withSql(
      prisma,
      sqlOn(() => pool, areNamed),
    );
  databases.set(prisma, known);
  return known;
}

type Callbacks = { before: (() => Promise<unknown>)[]; after: (() => void)[] };
const callbacksOf = new WeakMap<Tx, Callbacks>();

function callbacksIn(tx: Tx): Callbacks {
  const callbacks = callbacksOf.get(tx);
  if (!callbacks) throw new Error("This needs a transaction opened by transaction().");
  return callbacks;
}

/**
 * Runs `act` as the end of a transaction of `transaction`, for rows that everyone locks: whatever
 * else the transaction does, the others then wait for no more than its commit.
 */
export function beforeCommit(tx: Tx, act: () => Promise<unknown>): void {
  callbacksIn(tx).before.push(act);
}

/** Runs `callback` after a transaction of `transaction` commits; never after a rollback. */
export function afterCommit(tx: Tx, callback: () => void): void {
  callbacksIn(tx).after.push(callback);
}

/** Attempts at a transaction that hits a deadlock or a write conflict. */
const MAX_ATTEMPTS = 3;
/** In milliseconds: no SQL starts this shortly before Prisma ends a transaction. */
const ROLLBACK_MARGIN_MS = 50;
/** In milliseconds; a longer transaction counts as long work. */
const TRANSACTION_MS = 10_000;

/**
 * Runs `act` in one transaction and retries it twice after a deadlock or write conflict. SQL that
 * `act` runs without waiting for each other (`Promise.all`) is sent together and runs in its order.
 * A `timeout` (milliseconds) above a request's 10 s marks long work, whose queries may take longer
 * too. Throws what `act` throws.
 */
export async function transaction<T>(
  act: (tx: Tx) => Promise<T>,
  options: { timeout?: number } = {},
): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    const callbacks: Callbacks = { before: [], after: [] };
    try {
      const result = await attempt(act, options, callbacks);
      for (const callback of callbacks.after) callback();
      return result;
    } catch (error) {
      if (attempts >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}

function attempt<T>(
  act: (tx: Tx) => Promise<T>,
  options: { timeout?: number },
  callbacks: Callbacks,
): Promise<T> {
  const kind = (options.timeout ?? 0) > TRANSACTION_MS ? "long" : currentWorkload();
  const { pool, prisma, areNamed, transactionSettings, transactionMs } = connectionsFor(kind);
  // Prisma takes a connection of the pool for its transaction; `sql` needs to know which.
  return pool.observe((connection) =>
    prisma.$transaction(async (calls) => {
      // Prisma rolls back when the time is over. What `act` then sends must not commit by itself.
      const endsAt = performance.now() + (options.timeout ?? transactionMs) - ROLLBACK_MARGIN_MS;
      const openConnection = () => {
        if (performance.now() > endsAt)
          throw Object.assign(new Error("The transaction has taken too long."), { code: "P2028" });
        return connection();
      };
      const tx = withSql(calls, sqlOn(openConnection, areNamed));
      callbacksOf.set(tx, callbacks);
      const limits = Object.entries(transactionSettings).map(
        ([name, ms]) => Prisma.sql`set_config(${name}, ${String(ms)}, true)`,
      );
      if (limits.length > 0) await tx.sql`SELECT ${Prisma.join(limits)}`;
      const result = await act(tx);
      for (const callback of callbacks.before) await callback();
      return result;
    }, options),
  );
}
