import { directDatabaseUrl } from "./local-database.mjs";

/**
 * The role of the app where the tables belong to another one (DATABASE_OWNER_URL): it reads and
 * writes rows, and can neither change the schema nor what moderators did.
 */

/** The tables of migrations, Prisma's and ours: the app looks up which were applied. */
const READ_ONLY = "_prisma_migrations";
/** Rows that can be added but never changed or removed. */
const APPEND_ONLY = "moderation_log, standing_changes, revocations";

/**
 * The app's role; undefined where it is also the owner.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {string | undefined}
 */
export function appRole(env = process.env) {
  const url = directDatabaseUrl(env);
  return env.DATABASE_OWNER_URL && url ? decodeURIComponent(new URL(url).username) : undefined;
}

/**
 * Gives the app's role its rights on all tables, also on new ones. In one transaction, so that a
 * running app never lacks one of them.
 * @param {import("pg").Client} client connected as the owner of the tables
 * @param {string} name
 */
export async function grantToApp(client, name) {
  const { rows } = await client.query("SELECT current_user::text AS owner");
  if (rows[0].owner === name) return;
  const role = client.escapeIdentifier(name);
  await client.query(`
    REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role};
    GRANT USAGE ON SCHEMA public TO ${role};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role};
    GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO ${role};
    REVOKE INSERT, UPDATE, DELETE ON ${READ_ONLY} FROM ${role};
    REVOKE UPDATE, DELETE ON ${APPEND_ONLY} FROM ${role};
    GRANT UPDATE (is_filed) ON revocations TO ${role};`);
}
