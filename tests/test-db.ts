import type { StreamHub } from "@/lib/notifications/server/stream-hub";
import { disconnect } from "@/lib/platform/db-connections";
import { dropDelayed, flushChanges } from "@/lib/platform/realtime";
import { query } from "@/tests/commands";
import { databaseOfWorker, nameOfWorker, TEMPLATE, testServer } from "@/tests/database";

/** The Jest worker's database, cloned from the migrated template for each test file. */

/** Empties every table. Deleting few rows takes a millisecond, and truncating 49 tables 80. */
const EMPTY = `DO $$ DECLARE name text; BEGIN
  -- Triggers forbid some deletions, and write rows about others.
  SET LOCAL session_replication_role = replica;
  SET LOCAL lock_timeout = '1s';
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
  LOOP EXECUTE format('DELETE FROM %I', name); END LOOP;
END $$`;

declare global {
  /**
   * For a file that uses the database; tests/setup.ts calls it, without loading Prisma for others.
   */
  var closeTestDatabase: (() => Promise<void>) | undefined;
}

/**
 * Call it in a `beforeAll` of a file that uses the database. Later calls in the same file empty the
 * database, so that a `describe` or a test has one of its own.
 */
export async function useTestDatabase(): Promise<void> {
  const isCloned = globalThis.closeTestDatabase !== undefined;
  if (isCloned && (await isEmptied())) return;
  const name = nameOfWorker();
  await query(testServer(), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  // Cloning takes some 80 ms, and leaves nothing behind of what another file did to its tables.
  await query(testServer(), `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  globalThis.closeTestDatabase = close;
}

/** Not while work that a failed test left behind holds locks, which a new clone ends. */
const isEmptied = () =>
  query(databaseOfWorker(), EMPTY).then(
    () => true,
    () => false,
  );

async function close(): Promise<void> {
  // Its listening connection would outlive the file.
  await (globalThis as { campusCircleStreams?: StreamHub }).campusCircleStreams?.close();
  dropDelayed();
  await flushChanges();
  await disconnect();
}
