import { readdirSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./environment.mjs";

/** The folder `prisma/migrations`. */

export const MIGRATIONS_DIR = path.join(ROOT, "prisma/migrations");

/** The names of the migrations this release knows, oldest first. */
export function migrationNames() {
  return readdirSync(MIGRATIONS_DIR, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/**
 * A migration that makes an index while the app goes on writing (`CREATE INDEX CONCURRENTLY`). It is a folder with this one
 * statement, as PostgreSQL runs it in no transaction.
 */
const CONCURRENTLY = /^(\s*(?:CREATE(?:\s+UNIQUE)?|DROP)\s+INDEX)\s+CONCURRENTLY\b/im;

/** @param {string} migration */
export const isConcurrent = (migration) => CONCURRENTLY.test(migration);

/**
 * The same index, made in a transaction: for a database that nobody uses yet.
 * @param {string} migration
 */
export const withoutConcurrently = (migration) => migration.replace(CONCURRENTLY, "$1");
