import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { ensureBuilt } from "../build.mjs";
import { ROOT } from "../cli/environment.mjs";
import { runTypeScript } from "../cli/exec.mjs";
import { onStop } from "../cli/shutdown.mjs";
import { startServer } from "../cli/start-server.mjs";
import { step } from "../cli/steps.mjs";
import { createDatabase } from "../embedded/database.mjs";
import { migrate } from "../embedded/migrations.mjs";
import { startPostgres } from "../embedded/postgres.mjs";

/**
 * What is benchmarked: the product as people run it, on a PostgreSQL that records the cost of
 * statements.
 */

export const BENCH_DIR = path.resolve(ROOT, process.env.BENCH_DATA_DIR || ".data-bench");

/**
 * @typedef {Awaited<ReturnType<typeof startPostgres>>} Postgres
 * @typedef {{
 *   address: string,
 *   pid: number,
 *   env: NodeJS.ProcessEnv,
 *   client: pg.Client,
 *   people: { id: string, accessToken: string, cookie: string, conversationId: string }[],
 * }} BenchContext `people`: those signed in, each with one of their conversations
 * @typedef {{ users: number, posts: number, messages?: number }} Volume
 */

/** How many people use the product at once. */
const PEOPLE = 64;

/** Where PostgreSQL logs. */
export const POSTGRES_LOG = path.join(BENCH_DIR, "postgres.log");

/**
 * Starts PostgreSQL in a fresh folder.
 * @returns {Promise<Postgres>}
 */
export async function startBenchPostgres() {
  rmSync(BENCH_DIR, { recursive: true, force: true });
  mkdirSync(BENCH_DIR, { recursive: true });
  const postgres = await startPostgres(BENCH_DIR, {
    shared_preload_libraries: "pg_stat_statements,auto_explain",
  });
  onStop(postgres.stop);
  return postgres;
}

/**
 * Starts the product on a database of its own, with the demo campus plus this volume.
 * @param {Postgres} postgres
 * @param {string} name of the database
 * @param {Volume} volume
 * @param {string[]} [options] of `npm run seed`
 * @returns {Promise<BenchContext>}
 */
export async function startCampus(postgres, name, volume, options) {
  await createDatabase(postgres.url("postgres"), name);
  /** @type {NodeJS.ProcessEnv} */
  const env = {
    ...process.env,
    DATABASE_URL: postgres.url(name),
    DIRECT_DATABASE_URL: "",
    DATABASE_OWNER_URL: "",
    DATA_DIR: path.join(BENCH_DIR, name),
    EMBEDDED: "1",
    NEXTAUTH_SECRET: "only for measuring, on this machine, thrown away after it",
    LOG_LEVEL: "warn",
    // Limits are raised so that the work is measured, not the rejection.
    LIMIT_LIKE: "1000000/300",
    LIMIT_COMMENT: "1000000/300",
    LIMIT_NEW_COMMENT: "1000000/300",
    LIMIT_NEW_FOLLOW: "1000000/300",
    LIMIT_MESSAGE: "1000000/300",
    LIMIT_MESSAGE_UNANSWERED: "1000000/300",
    LIMIT_SEARCH: "1000000/60",
    LIMIT_PEOPLE_SEEN: "1000000/60",
    LIMIT_READ: "1000000/60",
  };
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  onStop(() => client.end());
  await client.query("CREATE EXTENSION pg_stat_statements");
  await step("Apply migrations", () => migrate(env));
  await step("Seed the demo campus", async () => {
    await runTypeScript(["scripts/seed.ts", "--once"], { env });
  });
  await addVolume(env, volume, options);
  // Autovacuum would do this a few minutes later.
  await step("Vacuum", async () => {
    await client.query("VACUUM (ANALYZE)");
  });
  await step("Build", ensureBuilt);
  const { address, pid } = await startServer("the product", env, ["scripts/up.mjs"], "/api/health/live");
  return { address, pid, env, client, people: await signPeopleIn(env) };
}

/**
 * Adds people, posts and messages to the database.
 * @param {NodeJS.ProcessEnv} env
 * @param {Volume} volume
 * @param {string[]} [options] of `npm run seed`
 */
export async function addVolume(env, volume, options = []) {
  const counts = Object.entries(volume);
  await step(`Seed ${counts.map(([what, count]) => `${count} ${what}`).join(", ")}`, async () => {
    const flags = counts.flatMap(([what, count]) => [`--${what}`, String(count)]);
    await runTypeScript(["scripts/seed.ts", ...flags, ...options], { env, show: true });
  });
}

/** @param {NodeJS.ProcessEnv} env */
async function signPeopleIn(env) {
  const file = path.join(env.DATA_DIR ?? BENCH_DIR, "people.json");
  await runTypeScript(["scripts/bench/people.ts", file, String(PEOPLE)], { env });
  /** @type {BenchContext["people"]} */
  const people = JSON.parse(readFileSync(file, "utf8"));
  return people;
}
