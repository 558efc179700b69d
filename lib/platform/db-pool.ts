import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { Client, Pool, type PoolClient, type PoolConfig } from "pg";
import { log } from "@/lib/platform/log";
import { watchQuery } from "@/lib/platform/query-watch";

/**
 * A pool that copes with an unresponsive database. A rejected connection fails at once, but a
 * frozen machine or a network that drops packets never answers. The driver's `query_timeout` and
 * `connectionTimeoutMillis` end the wait. This pool adds two things. It closes the connection that
 * timed out, because its ROLLBACK would wait just as long again. And it fails new queries
 * immediately for a moment, so that a page with several queries in a row fails as soon as the first
 * one has.
 */

/** How long new queries fail immediately after a timeout, in milliseconds. */
const PAUSE_MS = 500;

/**
 * The driver reports timeouts and lost connections in words alone. Here they get the codes that
 * sockets have for them, and no other place reads the words.
 */
const IN_WORDS: [words: RegExp, code: "ETIMEDOUT" | "ECONNRESET"][] = [
  [/^(Query read timeout|timeout e|Connection terminated due to connection timeout)/, "ETIMEDOUT"],
  [/connection terminated|not queryable/i, "ECONNRESET"],
];

/** Adds the code to an error without one. Returns whether it is a timeout. */
function addCode(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { message, code } = error as NodeJS.ErrnoException;
  const added = code ?? IN_WORDS.find(([words]) => words.test(message))?.[1];
  if (added) Object.assign(error, { code: added });
  return added === "ETIMEDOUT";
}

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

/** The connection that work observed by `observe` holds, while it holds it. */
type Held = { client?: PoolClient | undefined };

export class FailFastPool extends Pool {
  #pausedUntil = 0;
  readonly #observed = new AsyncLocalStorage<Held>();

  constructor(config: PoolConfig) {
    super(config);
    this.on("connect", (client) => watchQueries(client, () => this.#pause()));
  }

  /**
   * Runs `work`, which is given a function that returns the first connection it took from this pool.
   * That throws before it took one and after it returned it, when the connection may be someone
   * else's.
   */
  observe<T>(work: (connection: () => PoolClient) => Promise<T>): Promise<T> {
    const held: Held = {};
    const connection = () => {
      if (held.client) return held.client;
      throw Object.assign(new Error("The transaction has ended."), { code: "P2028" });
    };
    return this.#observed.run(held, () => work(connection));
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<PoolClient> | undefined {
    const connecting = this.#connect();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connect(): Promise<PoolClient> {
    if (Date.now() < this.#pausedUntil) {
      throw Object.assign(new Error("The database timed out a moment ago"), { code: "ETIMEDOUT" });
    }
    try {
      const client = await super.connect();
      this.#hold(client);
      return client;
    } catch (error) {
      if (addCode(error)) this.#pause();
      throw error;
    }
  }

  #hold(client: PoolClient): void {
    const held = this.#observed.getStore();
    if (!held || "client" in held) return;
    held.client = client;
    const release = client.release;
    client.release = (error) => {
      held.client = undefined;
      release(error);
    };
  }

  #pause(): void {
    this.#pausedUntil = Date.now() + PAUSE_MS;
  }
}

/** Closes a connection on which a query timed out, and calls `onTimeout`. */
function watchQueries(client: PoolClient, onTimeout: () => void): void {
  const checkTimeout = (error: unknown) => {
    if (!addCode(error)) return;
    onTimeout();
    // Not through the pool: the holder of the connection returns it, and the pool then sees that it
    // is closed.
    (client as PoolClient & Pick<Client, "end">).end().catch((failure: unknown) => {
      log().debug({ err: failure }, "closing an unresponsive connection failed");
    });
  };
  const watchedQuery = (...args: unknown[]) => {
    const end = watchQuery(args[0]);
    const settle = (error?: unknown) => {
      end(error);
      checkTimeout(error);
    };
    const onResult = args.at(-1);
    if (typeof onResult === "function") {
      const callback = (...outcome: unknown[]) => {
        settle(outcome[0]);
        onResult(...outcome);
      };
      return Reflect.apply(Client.prototype.query, client, [...args.slice(0, -1), callback]);
    }
    const result: unknown = Reflect.apply(Client.prototype.query, client, args);
    if (result instanceof Promise) result.then(() => settle(), settle);
    return result;
  };
  client.query = watchedQuery as typeof client.query;
}
