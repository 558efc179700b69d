import "server-only";
import { Client, Pool, type PoolClient, type PoolConfig } from "pg";
import { log } from "@/lib/platform/log";

/**
 * A pool for a database that may fall silent: one that refuses is noticed at once, but a frozen
 * machine, or a network that swallows everything, answers nothing at all. The driver's
 * `query_timeout` and `connectionTimeoutMillis` end the waiting. Added here is what must follow:
 * the connection that stayed silent is closed, because otherwise its ROLLBACK would wait just as
 * long once more, and for a moment nobody else asks, so that a page with several queries in a row
 * fails as soon as its first one has.
 */

/** How long nobody asks a database that was silent, in milliseconds. */
const PAUSE_MS = 500;

/**
 * What pg says when an answer or a new connection did not come in time; it has no codes for them.
 */
const QUERY_UNANSWERED = "Query read timeout";
const CONNECTION_UNANSWERED = ["timeout expired", "Connection terminated due to connection timeout"];

type Callback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  done: (release?: Error | boolean) => void,
) => void;

export class FailFastPool extends Pool {
  #silentUntil = 0;

  constructor(config: PoolConfig) {
    super(config);
    this.on("connect", (client) => watchQueries(client, () => this.#pause()));
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
    if (Date.now() < this.#silentUntil) throw new Error("The database was silent a moment ago");
    try {
      return await super.connect();
    } catch (error) {
      if (error instanceof Error && CONNECTION_UNANSWERED.includes(error.message)) this.#pause();
      throw error;
    }
  }

  #pause(): void {
    this.#silentUntil = Date.now() + PAUSE_MS;
  }
}

/** Closes a connection on which a query got no answer in time, and says so. */
function watchQueries(client: PoolClient, onSilence: () => void): void {
  const look = (error: unknown) => {
    if (!(error instanceof Error) || error.message !== QUERY_UNANSWERED) return;
    onSilence();
    // Not through the pool, which gets it back from whoever has it now, and sees that it is closed.
    (client as PoolClient & Pick<Client, "end">).end().catch((failure: unknown) => {
      log().debug({ err: failure }, "a silent connection ended badly");
    });
  };
  const watched = (...given: unknown[]) => {
    const last = given.at(-1);
    if (typeof last === "function") {
      const answered = (...outcome: unknown[]) => {
        look(outcome[0]);
        last(...outcome);
      };
      return Reflect.apply(Client.prototype.query, client, [...given.slice(0, -1), answered]);
    }
    const asked: unknown = Reflect.apply(Client.prototype.query, client, given);
    if (asked instanceof Promise) asked.catch(look);
    return asked;
  };
  client.query = watched as typeof client.query;
}
