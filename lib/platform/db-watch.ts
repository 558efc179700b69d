import "server-only";
import { Client, DatabaseError } from "pg";
import { ApiError } from "@/lib/api/errors";
import { databaseAddress } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

/**
 * A database that refuses is noticed at once; one that took our question and falls silent (a frozen machine, a network
 * that swallows everything) is not, and the driver's patience with a slow query is longer than a caller's. So once a
 * request takes long we knock at the database, and give the request up when nobody opens.
 */

/** When a request begins to take long, how long until we knock again, and how long we wait at the door, in milliseconds. */
const LONG_MS = 2_000;
const AGAIN_MS = 1_500;
const KNOCK_MS = 2_000;

/** What `work` comes to, however long it takes, or `unavailable` (503) once the database is found to be silent. */
export function unlessDatabaseHangs<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const look = async () => {
      if (await opens()) {
        if (!isOver) timer = setTimeout(look, AGAIN_MS);
      } else {
        reject(
          new ApiError("unavailable", "We are catching our breath. Please try again in a few seconds.", {
            headers: { "Retry-After": "3" },
          }),
        );
      }
    };
    let timer = setTimeout(look, LONG_MS);
    const over = () => {
      isOver = true;
      clearTimeout(timer);
    };
    work.finally(over).then(resolve, reject);
  });
}

let knocking: Promise<boolean> | undefined;

/** Whether the database takes a new connection, or says why not; one knock for all who ask meanwhile. */
function opens(): Promise<boolean> {
  knocking ??= knock().finally(() => {
    knocking = undefined;
  });
  return knocking;
}

/** With a connection of its own, because those of the pool may all be waiting. */
async function knock(): Promise<boolean> {
  const client = new Client({
    connectionString: databaseAddress().href,
    application_name: "campus-circle-watch",
    connectionTimeoutMillis: KNOCK_MS,
  });
  client.on("error", (error) => log().debug({ err: error }, "the watch's connection broke"));
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (error instanceof DatabaseError) return true;
    log().warn({ err: error }, "the database is silent");
    return false;
  } finally {
    client.end().catch((error: unknown) => log().debug({ err: error }, "the watch's connection ended badly"));
  }
}
