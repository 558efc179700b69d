/**
 * Test databases. `npm test` starts one PostgreSQL, migrates the template and sets
 * TEST_DATABASE_URL, whose user may create databases. Each Jest worker clones the template for
 * every test file.
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
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return "postgresql://tests-need-a-database.invalid/none";
  const url = new URL(server);
  url.pathname = `/${nameOfWorker()}`;
  return url.href;
}

export const nameOfWorker = () => `campus_test_${process.env.JEST_WORKER_ID ?? "1"}`;
