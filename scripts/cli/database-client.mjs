import pg from "pg";
import { connectionTo } from "../../lib/platform/db-connection.mjs";

/**
 * A client for one of the app's databases, which trusts the same certificates as the app.
 * @param {string} url
 * @param {pg.ClientConfig} [options]
 * @returns {pg.Client} not connected yet
 */
export function databaseClient(url, options) {
  const client = new pg.Client({ ...connectionTo(url, process.env.DATABASE_CA), ...options });
  // A lost connection already fails the running query; without a listener the event would also
  // crash the process.
  client.on("error", () => undefined);
  return client;
}
