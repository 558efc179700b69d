import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { connectionTo } from "@/lib/platform/db-connection.mjs";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { CHANNEL, type Hint } from "@/lib/platform/realtime";

/** Listens to the hints that instances publish (realtime.ts). */

/** First and longest delay before reconnecting, in milliseconds. */
const RECONNECT_MS = 250;
const RECONNECT_MAX_MS = 10_000;
/** After a connection that lasted this long, the delay starts small again. */
const STABLE_MS = 10_000;
/** Interval and timeout of the self-test, in milliseconds. */
const TEST_EVERY_MS = 20_000;
const TEST_TIMEOUT_MS = 5_000;

/** What a connection sends to itself. */
type SelfTest = { selfTest: string };

export type ListenHandlers = {
  onHint: (hint: Hint) => void;
  /** Listening again after an interruption: hints sent in between are lost. */
  onReconnect: () => void;
  /** The connection broke; a reconnect follows. */
  onDisconnect: () => void;
};

/**
 * The address to listen at; undefined behind PgBouncer in transaction mode, which does not forward
 * notifications.
 */
export function listenAddress(): string | undefined {
  const { DIRECT_DATABASE_URL, DATABASE_URL } = env();
  const url = new URL(DIRECT_DATABASE_URL ?? DATABASE_URL);
  if (!DIRECT_DATABASE_URL && url.searchParams.get("pgbouncer") === "true") return undefined;
  url.searchParams.delete("pgbouncer");
  return url.href;
}

/**
 * Holds one listening connection until closed and reconnects when it breaks. A pooled connection
 * would listen only while a caller holds it.
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

  /** Whether the listener is connected; waits at most `ms` milliseconds for it. */
  async isConnected(ms: number): Promise<boolean> {
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
    let delayMs = RECONNECT_MS;
    while (!this.stopping.signal.aborted) {
      const since = Date.now();
      try {
        await this.listen();
      } catch (error) {
        if (!this.stopping.signal.aborted)
          log().warn({ err: error }, "lost the listening connection, will reconnect");
      }
      if (this.connected) {
        this.connected = false;
        this.handlers.onDisconnect();
      }
      if (Date.now() - since > STABLE_MS) delayMs = RECONNECT_MS;
      // Jitter, so that servers which lost the database together reconnect one by one.
      await pause(delayMs * (0.5 + Math.random() / 2), this.stopping.signal);
      delayMs = Math.min(delayMs * 2, RECONNECT_MAX_MS);
    }
  }

  /** Listens on one connection until it breaks (throws) or `close` is called. */
  private async listen(): Promise<void> {
    const client = new Client({
      ...connectionTo(this.address, env().DATABASE_CA),
      application_name: "campus-circle-listen",
      connectionTimeoutMillis: 4_000,
      query_timeout: TEST_TIMEOUT_MS,
      keepAlive: true,
    });
    const broken = new AbortController();
    const signal = AbortSignal.any([this.stopping.signal, broken.signal]);
    client.on("error", (error) => broken.abort(error));
    client.on("end", () => broken.abort(new Error("The listening connection ended.")));
    let test = "";
    let hasArrived = false;
    client.on("notification", ({ payload = "" }) => {
      try {
        const message: Hint[] | SelfTest = JSON.parse(payload);
        if (Array.isArray(message)) for (const hint of message) this.handle(hint);
        // Hints of other instances arrive here as well.
        else if (message.selfTest === test) hasArrived = true;
      } catch (error) {
        log().warn({ err: error }, "could not read live hints");
      }
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
      for (;;) {
        // A self-test, because a half-open connection, or one to a pooler, otherwise looks healthy.
        test = randomUUID();
        hasArrived = false;
        const message: SelfTest = { selfTest: test };
        await client.query("SELECT pg_notify($1, $2)", [CHANNEL, JSON.stringify(message)]);
        if (!hasArrived) throw new Error("The self-test notification did not arrive.");
        if (!this.connected) this.markConnected();
        await pause(TEST_EVERY_MS, signal);
        signal.throwIfAborted();
      }
    } finally {
      await disconnect(client);
    }
  }

  /** One hint that cannot be handled does not hold up those that came with it. */
  private handle(hint: Hint): void {
    try {
      this.handlers.onHint(hint);
    } catch (error) {
      log().warn({ err: error }, "could not handle a live hint");
    }
  }

  private markConnected(): void {
    this.connected = true;
    if (this.wasConnected) this.handlers.onReconnect();
    this.wasConnected = true;
  }
}

/** Resolves after `ms`, or as soon as `signal` aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal, ref: false });
  } catch {
    // The signal aborted the wait, as intended.
  }
}

/** A broken connection may never finish closing, so its socket is destroyed after a second. */
async function disconnect(client: Client): Promise<void> {
  const closed = client
    .end()
    .catch((error: unknown) => log().debug({ err: error }, "closing the listening connection failed"));
  await Promise.race([closed, delay(1_000, undefined, { ref: false })]);
  client.connection.stream.destroy();
}
