import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/**
 * Hints between instances over PostgreSQL's LISTEN and NOTIFY: "something of these people changed".
 * A hint carries no data and may be lost; whoever gets one, or reconnects, reads what is true
 * (docs/decisions/0006).
 */

const CHANNEL = "notifications";

// ─── Publishing ─────────────────────────────────────────────────────────────────────────────────

/** Hints are collected for this long, in milliseconds: a storm of likes is a few statements. */
const FLUSH_MS = 25;
/** People named in one NOTIFY: PostgreSQL takes at most 8,000 bytes, an id has 36 and a comma. */
const IDS_PER_NOTICE = 200;

const pending = new Set<string>();

/**
 * Tells every instance, this one too, that something of `personId` changed. Call it once the change
 * is committed (`afterCommit` in db.ts). Never throws: a hint that cannot be sent is replaced by
 * the next one, or by a reconnect.
 */
export function publishChange(personId: string): void {
  if (!env().LIVE_NOTIFICATIONS) return;
  if (pending.size === 0) setTimeout(() => void flush(), FLUSH_MS).unref();
  pending.add(personId);
}

async function flush(): Promise<void> {
  const ids = [...pending];
  pending.clear();
  try {
    for (let at = 0; at < ids.length; at += IDS_PER_NOTICE) {
      const payload = ids.slice(at, at + IDS_PER_NOTICE).join(",");
      await db().$executeRaw`SELECT pg_notify(${CHANNEL}, ${payload})`;
    }
  } catch (error) {
    log().warn({ err: error }, "live hints not sent");
  }
}

// ─── Listening ──────────────────────────────────────────────────────────────────────────────────

/** First wait before connecting again, and the longest, in milliseconds. */
const RETRY_MS = 250;
const RETRY_MAX_MS = 10_000;
/** A connection that lasted this long was a good one: the next wait starts small again. */
const STABLE_MS = 10_000;
/** How often the connection is tested, and how long a test may take, in milliseconds. */
const TEST_EVERY_MS = 20_000;
const TEST_TIMEOUT_MS = 5_000;

/** Marks what the connection sends to itself. */
const SELF_TEST = "self-test:";

export type ListenHandlers = {
  /** Something of this person changed. */
  onChange: (personId: string) => void;
  /** Listening again after a break: hints sent meanwhile are lost. */
  onReconnect: () => void;
  /** Not listening for now. */
  onDisconnect: () => void;
};

/**
 * The address to listen at; undefined behind PgBouncer in transaction mode, which passes no notices
 * on.
 */
export function listenAddress(): string | undefined {
  const { DIRECT_DATABASE_URL, DATABASE_URL } = env();
  const url = new URL(DIRECT_DATABASE_URL ?? DATABASE_URL);
  if (!DIRECT_DATABASE_URL && url.searchParams.get("pgbouncer") === "true") return undefined;
  url.searchParams.delete("pgbouncer");
  return url.href;
}

/**
 * One connection that listens until it is closed, and connects again whenever it breaks. It is not
 * one of the pool's: those listen only while somebody happens to hold them.
 */
export class RealtimeListener {
  private readonly stopping = new AbortController();
  private readonly running: Promise<void>;
  private connected = false;
  private wasConnected = false;

  constructor(
    private readonly address: string,
    private readonly handlers: ListenHandlers,
  ) {
    this.running = this.run();
  }

  /** Whether hints arrive; waits at most `ms` milliseconds for the connection. */
  async isReady(ms: number): Promise<boolean> {
    const deadline = Date.now() + ms;
    while (!this.connected && Date.now() < deadline && !this.stopping.signal.aborted) {
      await pause(50, this.stopping.signal);
    }
    return this.connected;
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    let retry = RETRY_MS;
    while (!this.stopping.signal.aborted) {
      const since = Date.now();
      try {
        await this.hold();
      } catch (error) {
        if (!this.stopping.signal.aborted)
          log().warn({ err: error }, "not listening to the database, will connect again");
      }
      if (this.connected) {
        this.connected = false;
        this.handlers.onDisconnect();
      }
      if (Date.now() - since > STABLE_MS) retry = RETRY_MS;
      // Jitter: several servers that lost the database together come back one by one.
      await pause(retry * (0.5 + Math.random() / 2), this.stopping.signal);
      retry = Math.min(retry * 2, RETRY_MAX_MS);
    }
  }

  /** One connection, from connecting until it breaks (throws) or `close`. */
  private async hold(): Promise<void> {
    const client = new Client({
      connectionString: this.address,
      application_name: "campus-circle-listen",
      connectionTimeoutMillis: 4_000,
      query_timeout: TEST_TIMEOUT_MS,
      keepAlive: true,
    });
    const broken = new AbortController();
    const signal = AbortSignal.any([this.stopping.signal, broken.signal]);
    client.on("error", (error) => broken.abort(error));
    client.on("end", () => broken.abort(new Error("The listening connection ended.")));
    let echo = "";
    client.on("notification", ({ payload = "" }) => {
      if (payload.startsWith(SELF_TEST)) echo = payload;
      else for (const personId of payload.split(",")) this.handlers.onChange(personId);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      for (;;) {
        // Sent to itself: a connection that is only half there, or leads to a pooler, looks healthy
        // otherwise.
        const test = SELF_TEST + randomUUID();
        await client.query("SELECT pg_notify($1, $2)", [CHANNEL, test]);
        if (echo !== test) throw new Error("The database's notices do not arrive.");
        if (!this.connected) this.becomeConnected();
        await pause(TEST_EVERY_MS, signal);
        signal.throwIfAborted();
      }
    } finally {
      await disconnect(client);
    }
  }

  private becomeConnected(): void {
    this.connected = true;
    if (this.wasConnected) this.handlers.onReconnect();
    this.wasConnected = true;
  }
}

/** Waits, or until `signal`. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal, ref: false });
  } catch {
    // Ended early: that is what the signal is for.
  }
}

/** A connection that is broken may not even close properly: then its socket is dropped. */
async function disconnect(client: Client): Promise<void> {
  const closed = client.end().catch((error: unknown) => log().debug({ err: error }, "listening ended badly"));
  await Promise.race([closed, delay(1_000, undefined, { ref: false })]);
  client.connection.stream.destroy();
}
