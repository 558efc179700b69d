/**
 * Test databases. `npm test` starts one PostgreSQL, migrates the template and sets
 * TEST_DATABASE_URL (a server address with the right to create databases). Each Jest worker clones
 * the template once and empties its clone between files. With TEST_POOLER_URL the app under test
 * reaches its database through PgBouncer, and only listens past it.
 */

export const TEMPLATE = "campus_template";

/** The server that `npm test` (or a developer) provides. */
export function testServer(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error("TEST_DATABASE_URL is not set. Run the tests with `npm test` (see README).");
  return url;
}

/** The address of this worker's own database. */
export function databaseOfWorker(): string {
  return onServer(process.env.TEST_DATABASE_URL) ?? "postgresql://tests-need-a-database.invalid/none";
}

/** The same database through PgBouncer; undefined where the tests run without. */
export function pooledDatabaseOfWorker(): string | undefined {
  return onServer(process.env.TEST_POOLER_URL);
}

function onServer(server: string | undefined): string | undefined {
  if (!server) return undefined;
  const url = new URL(server);
  url.pathname = `/${nameOfWorker()}`;
  return url.href;
}

export const nameOfWorker = () => `campus_test_${process.env.JEST_WORKER_ID ?? "1"}`;
