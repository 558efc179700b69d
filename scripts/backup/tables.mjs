import { databaseClient } from "../cli/database-client.mjs";
import { MIGRATIONS_TABLE } from "../embedded/migrations.mjs";

/** What backup and restore share at the database: the connection and queries of the catalogue. */

/**
 * Tables whose rows must not come back: a session that has ended would live again, a code could be
 * used again, a push or a mail would be sent twice. A backup leaves them out, and a restore
 * empties them.
 */
export const TRANSIENT_TABLES = [
  "mail_pace",
  "one_time_codes",
  "outbox_mails",
  "push_messages",
  "push_subscriptions",
  "rate_limits",
  "sent_pushes",
  "sessions",
];

/**
 * Runs `act` in a transaction on a connection of its own, where values are formatted the same on
 * every server and nothing times out. An error in `act` rolls everything back.
 * @template T
 * @param {string} url
 * @param {string} begin
 * @param {(client: import("pg").Client) => Promise<T>} act
 */
export async function inTransaction(url, begin, act) {
  const client = databaseClient(url, { connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query(begin);
    await client.query(`
      SET LOCAL search_path = public;
      SET LOCAL datestyle = 'ISO, YMD';
      SET LOCAL intervalstyle = 'postgres';
      SET LOCAL extra_float_digits = 1;
      SET LOCAL row_security = off;
      SET LOCAL statement_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = 0;`);
    const result = await act(client);
    await client.query("COMMIT");
    return result;
  } finally {
    // Without the COMMIT, this rolls the transaction back.
    await client.end();
  }
}

/**
 * The tables that a backup has, with their columns but for generated ones. The record of migrations
 * is not among them: a restore goes into tables that are made already.
 * @param {import("pg").Client} client
 * @returns {Promise<{ name: string, columns: string[] }[]>}
 */
export async function listTables(client) {
  const { rows } = await client.query(
    `SELECT c.relname::text AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> ALL ($1)
       AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     GROUP BY c.relname ORDER BY c.relname`,
    [[...TRANSIENT_TABLES, MIGRATIONS_TABLE]],
  );
  return rows;
}

/**
 * `"users" ("id", "email")`, for COPY.
 * @param {import("pg").Client} client
 * @param {{ name: string, columns: string[] }} table
 */
export function tableWithColumns(client, { name, columns }) {
  const names = columns.map((column) => client.escapeIdentifier(column));
  return `${client.escapeIdentifier(name)} (${names.join(", ")})`;
}
