import "server-only";
import { db, replicaDb, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Reading from a streaming replica (DATABASE_REPLICA_URL, docs/decisions/0022). It is used only
 * while it is known to lag less than `LAG_MAX_MS`. Without one, or when it lags, fails or does not
 * find something, the primary answers.
 */

/** How old a replica's answer may be. */
export const LAG_MAX_MS = 5_000;
/** How often to ask how far it has come, at most. */
const CHECK_EVERY_MS = 1_000;

/**
 * Runs a read on the replica if it may lag, otherwise on the primary. `query` is repeated on the
 * primary when it throws, so throw `not_found` inside it: something new may not have arrived yet.
 */
export async function read<T>(
  { mayLag }: { mayLag?: boolean | undefined },
  query: (client: Tx) => Promise<T>,
): Promise<T> {
  if (!mayLag || !env().DATABASE_REPLICA_URL || !replica.isFresh()) return query(db());
  try {
    return await query(replicaDb());
  } catch (error) {
    if (!(error instanceof ApiError)) replica.distrust(error);
    return query(db());
  }
}

type Mark = { position: number; at: number };

/**
 * How far the replica has come. A mark is the primary's position in its log at a moment. Once the
 * replica has replayed up to a mark, it has everything committed before that moment. This also
 * notices a replica that is cut off, paused or promoted: it stops reaching marks.
 */
export class ReplicationProgress {
  #marks: Mark[] = [];
  #freshUntil = Number.NEGATIVE_INFINITY;

  /** The primary was at `position` of its log at the time `at`, in milliseconds. */
  mark(position: number, at: number): void {
    this.#marks.push({ position, at });
  }

  /** The replica has replayed the log up to `position`. */
  replayed(position: number): void {
    const reached = this.#marks.filter((mark) => mark.position <= position).at(-1);
    if (!reached) return;
    this.#marks = this.#marks.filter((mark) => mark.at > reached.at);
    this.#freshUntil = reached.at + LAG_MAX_MS;
  }

  forget(): void {
    this.#marks = [];
    this.#freshUntil = Number.NEGATIVE_INFINITY;
  }

  isFresh(now: number): boolean {
    return now < this.#freshUntil;
  }
}

/** Comparable only within one system; a server that is no replica has replayed none. */
type Status = { position: number | null; system: string };
const systemId = Prisma.sql`(SELECT system_identifier::text FROM pg_control_system())`;

/**
 * The replica as this process knows it. Reads cause the checks, so there is no timer, which a
 * function could not run.
 */
class Replica {
  readonly #progress = new ReplicationProgress();
  #nextCheck = 0;
  #isTrusted = true;

  isFresh(): boolean {
    const now = performance.now();
    if (now >= this.#nextCheck) {
      this.#nextCheck = Number.POSITIVE_INFINITY;
      void this.#check();
    }
    return this.#progress.isFresh(now);
  }

  /** Uses the primary until the next check succeeds. Logs only the first of several failures. */
  distrust(error: unknown): void {
    if (this.#isTrusted) log().warn({ err: error }, "the replica fails, reading from the primary");
    this.#isTrusted = false;
    this.#progress.forget();
  }

  async #check(): Promise<void> {
    try {
      const at = performance.now();
      const [primary] = await db().sql<Status>`
        SELECT (pg_current_wal_lsn() - '0/0')::float8 AS position, ${systemId} AS system`;
      const [standby] = await replicaDb().sql<Status>`
        SELECT (pg_last_wal_replay_lsn() - '0/0')::float8 AS position, ${systemId} AS system`;
      if (!primary?.position || !standby?.position || primary.system !== standby.system) {
        throw new Error("DATABASE_REPLICA_URL does not name a streaming replica of DATABASE_URL.");
      }
      this.#progress.mark(primary.position, at);
      this.#progress.replayed(standby.position);
      if (!this.#isTrusted) log().info("the replica answers again");
      this.#isTrusted = true;
    } catch (error) {
      this.distrust(error);
    }
    this.#nextCheck = performance.now() + CHECK_EVERY_MS;
  }
}

const replica = new Replica();
