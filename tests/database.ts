/**
 * Test databases. `npm test` starts one PostgreSQL, migrates the template and sets
 * TEST_DATABASE_URL, whose user may create databases. Each Jest worker clones the template for
 * every test file. With TEST_POOLER_URL the app under test uses PgBouncer for everything but
 * LISTEN.
 */

export const TEMPLATE = "campus_template";

/** The URL of the server that `npm test` or a developer provides. */
export function testServer(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error("TEST_DATABASE_URL is not set. Run the tests with `npm test` (see README).");
  return url;
}

/** The URL of this worker's own database. */
export function databaseOfWorker(): string {
  return onServer(process.env.TEST_DATABASE_URL) ?? "postgresql://tests-need-a-database.invalid/none";
}

/** The URL of the same database through PgBouncer; undefined when the tests run without it. */
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
