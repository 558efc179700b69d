import "server-only";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/**
 * What the database tells (LISTEN), through one connection of its own: a pool's connection listens only while somebody
 * happens to hold it, and behind PgBouncer in transaction mode never. The connection is made anew whenever it breaks.
 */

/** First wait before connecting again, and the longest, in milliseconds. */
const WAIT_MS = 250;
const WAIT_MAX_MS = 10_000;
/** A connection that lasted this long was a good one: the next wait begins small again. */
const LASTED_MS = 10_000;
/** How often it is made sure that what is told still arrives, and how long that may take, in milliseconds. */
const PROOF_EVERY_MS = 20_000;
const PROOF_MS = 5_000;

/** Begins what we tell ourselves; anything else on the channel is somebody's message. */
const PROOF = "proof:";

type Hearer = {
  /** Something was told on the channel. */
  onMessage: (payload: string) => void;
  /** Listening again after a break: what was told meanwhile is lost. */
  onGap: () => void;
  /** Not listening any more, for now. */
  onBreak: () => void;
};

export type Listening = {
  /** Whether what is told arrives; waits at most `ms` milliseconds for it. */
  works: (ms: number) => Promise<boolean>;
  close: () => Promise<void>;
};

/** The address to listen at; undefined where there is only one behind PgBouncer, which hands nothing on. */
export function listenAddress(): string | undefined {
  const { DIRECT_DATABASE_URL, DATABASE_URL } = env();
  const url = new URL(DIRECT_DATABASE_URL ?? DATABASE_URL);
  if (!DIRECT_DATABASE_URL && url.searchParams.get("pgbouncer") === "true") return undefined;
  url.searchParams.delete("pgbouncer");
  return url.href;
}

/** Listens on `channel` (a plain lower-case name) of the database at `address` until closed. */
export function listen(address: string, channel: string, hearer: Hearer): Listening {
  const end = new AbortController();
  const waiting = new Set<() => void>();
  let works = false;
  let before = false;

  const run = async () => {
    let wait = WAIT_MS;
    while (!end.signal.aborted) {
      const since = Date.now();
      try {
        await hold();
      } catch (error) {
        if (!end.signal.aborted)
          log().warn({ err: error }, "not listening to the database, will connect again");
      }
      if (works) {
        works = false;
        hearer.onBreak();
      }
      if (Date.now() - since > LASTED_MS) wait = WAIT_MS;
      // Several servers that lost the database together come back one by one.
      await pause(wait * (0.5 + Math.random() / 2), end.signal);
      wait = Math.min(wait * 2, WAIT_MAX_MS);
    }
  };

  /** One connection, from connecting until it breaks (throws) or the end. */
  const hold = async () => {
    const client = new Client({
      connectionString: address,
      application_name: "campus-circle-listen",
      connectionTimeoutMillis: 4_000,
      keepAlive: true,
    });
    const gone = new AbortController();
    const leave = () => gone.abort(new Error("The listening connection ended."));
    end.signal.addEventListener("abort", leave, { once: true });
    client.on("error", (error) => gone.abort(error));
    client.on("end", leave);
    const proofs = new Map<string, () => void>();
    client.on("notification", ({ payload = "" }) => {
      if (payload.startsWith(PROOF)) proofs.get(payload)?.();
      else hearer.onMessage(payload);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      await prove(channel, proofs, gone.signal);
      works = true;
      for (const tell of waiting) tell();
      if (before) hearer.onGap();
      before = true;
      for (;;) {
        await pause(PROOF_EVERY_MS, gone.signal);
        gone.signal.throwIfAborted();
        await prove(channel, proofs, gone.signal);
      }
    } finally {
      end.signal.removeEventListener("abort", leave);
      await close(client);
    }
  };

  const running = run();
  return {
    works: async (ms) => {
      if (works) return true;
      const heard = new AbortController();
      const tell = () => heard.abort();
      waiting.add(tell);
      await pause(ms, heard.signal);
      waiting.delete(tell);
      return works;
    },
    close: async () => {
      end.abort();
      await running;
    },
  };
}

/**
 * Tells ourselves something the way everybody else does, through the pool, and throws when it does not arrive: a
 * connection that is only half there looks well, and so does one to a pooler. A pool that is too busy to tell proves
 * nothing either way.
 */
async function prove(channel: string, proofs: Map<string, () => void>, gone: AbortSignal): Promise<void> {
  const payload = `${PROOF}${randomUUID()}`;
  const done = new AbortController();
  let heard = false;
  proofs.set(payload, () => {
    heard = true;
    done.abort();
  });
  const leave = () => done.abort();
  gone.addEventListener("abort", leave, { once: true });
  try {
    await db().$executeRaw`SELECT pg_notify(${channel}, ${payload})`;
    await pause(PROOF_MS, done.signal);
    gone.throwIfAborted();
    if (!heard) throw new Silence();
  } catch (error) {
    if (gone.aborted || error instanceof Silence) throw error;
    log().debug({ err: error }, "could not prove that what is told arrives");
  } finally {
    proofs.delete(payload);
    gone.removeEventListener("abort", leave);
  }
}

class Silence extends Error {
  override name = "Silence";
  override message = "What the database tells does not arrive.";
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
async function close(client: Client): Promise<void> {
  const closed = client.end().catch((error: unknown) => log().debug({ err: error }, "listening ended badly"));
  await Promise.race([closed, delay(1_000, undefined, { ref: false })]);
  client.connection.stream.destroy();
}
