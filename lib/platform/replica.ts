import "server-only";
import { db, replicaDb, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";

/**
 * Reading from a streaming replica (DATABASE_REPLICA_URL, docs/decisions/0022). Without one, or
 * when it lags, fails or does not find something, the primary answers.
 */

/** How old a replica's answer may be, in milliseconds. */
export const LAG_MAX_MS = 5_000;
/** How often it is asked how far behind it is, at most. Reads cause it, so there is no timer. */
const CHECK_EVERY_MS = 1_000;
/** How long an answer holds. After a pause, reads go to the primary until there is a new one. */
const ANSWER_HOLDS_MS = 2 * CHECK_EVERY_MS;
/** How far behind it may be when asked: while the answer holds it may fall further. */
const FRESH_SECONDS = (LAG_MAX_MS - ANSWER_HOLDS_MS) / 1_000;

/** By the process's own clock, in milliseconds. */
let freshUntil = 0;
let hasFailed = false;
let nextCheck = 0;

/**
 * Runs a read on the replica if it may lag, otherwise on the primary. `query` is repeated on the
 * primary when it throws, so throw `not_found` inside it: something new may not have arrived yet.
 */
export async function read<T>(
  { mayLag }: { mayLag?: boolean | undefined },
  query: (client: Tx) => Promise<T>,
): Promise<T> {
  if (!mayLag || !env().DATABASE_REPLICA_URL) return query(db());
  const now = performance.now();
  if (now >= nextCheck) void check();
  if (now >= freshUntil) return query(db());
  try {
    return await query(replicaDb());
  } catch (error) {
    if (!(error instanceof ApiError)) distrust(error);
    return query(db());
  }
}

async function check(): Promise<void> {
  nextCheck = Number.POSITIVE_INFINITY;
  const askedAt = performance.now();
  try {
    // While the primary has no transactions, all that arrived is replayed. A server without a
    // receiver is no replica, or is cut off from its primary.
    const [status] = await replicaDb().sql<{ isFresh: boolean }>`
      SELECT (pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()
        OR now() - pg_last_xact_replay_timestamp() < make_interval(secs => ${FRESH_SECONDS})) IS TRUE AS "isFresh"
      FROM pg_stat_wal_receiver`;
    if (!status) throw new Error("DATABASE_REPLICA_URL names no replica that streams from its primary.");
    freshUntil = status.isFresh ? askedAt + ANSWER_HOLDS_MS : 0;
    if (hasFailed) log().info("the replica answers again");
    hasFailed = false;
  } catch (error) {
    distrust(error);
  }
  nextCheck = performance.now() + CHECK_EVERY_MS;
}

/** Uses the primary until the next check succeeds. Logs only the first of several failures. */
function distrust(error: unknown): void {
  if (!hasFailed) log().warn({ err: error }, "the replica fails, reading from the primary");
  hasFailed = true;
  freshUntil = 0;
}
