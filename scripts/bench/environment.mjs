import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { ensureBuilt } from "../build.mjs";
import { ROOT } from "../cli/environment.mjs";
import { run, runTypeScript } from "../cli/exec.mjs";
import { freePort } from "../cli/ports.mjs";
import { onStop } from "../cli/shutdown.mjs";
import { step } from "../cli/steps.mjs";
import { createDatabase, migrate } from "../embedded/database.mjs";
import { startPostgres } from "../embedded/postgres.mjs";

/**
 * What is benchmarked: the product as people run it, on a PostgreSQL that records the cost of
 * statements.
 */

export const BENCH_DIR = path.resolve(ROOT, process.env.BENCH_DATA_DIR || ".data-bench");

/**
 * @typedef {{
 *   address: string,
 *   pid: number,
 *   env: NodeJS.ProcessEnv,
 *   client: pg.Client,
 *   people: { id: string, accessToken: string }[],
 * }} BenchContext `people`: fifty signed-in people
 */

/**
 * Starts the product on a fresh folder and a database with the demo campus, plus `users` people and
 * `posts` posts.
 * @param {{ users: number, posts: number }} volume
 * @returns {Promise<BenchContext>}
 */
export async function startBench({ users, posts }) {
  rmSync(BENCH_DIR, { recursive: true, force: true });
  mkdirSync(BENCH_DIR, { recursive: true });
  /** @type {NodeJS.ProcessEnv} */
  let env = process.env;
  await step("Start PostgreSQL", async () => {
    const postgres = await startPostgres(BENCH_DIR, { shared_preload_libraries: "pg_stat_statements" });
    onStop(postgres.stop);
    await createDatabase(postgres.url("postgres"), "bench");
    env = {
      ...process.env,
      DATABASE_URL: postgres.url("bench"),
      DIRECT_DATABASE_URL: "",
      DATA_DIR: path.join(BENCH_DIR, "app"),
      EMBEDDED: "1",
      NEXTAUTH_SECRET: "only for measuring, on this machine, thrown away after it",
      LOG_LEVEL: "warn",
      // Limits are raised so that the work is measured, not the rejection.
      LIMIT_LIKE: "1000000/300",
      LIMIT_SEARCH: "1000000/60",
      LIMIT_READ: "1000000/60",
    };
  });
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  onStop(() => client.end());
  await client.query("CREATE EXTENSION pg_stat_statements");
  await step("Apply migrations", () => migrate(env));
  await step("Seed the demo campus", async () => {
    await runTypeScript(["scripts/seed.ts", "--once"], { env });
  });
  await addVolume(env, { users, posts });
  await step("Build", ensureBuilt);
  const { address, pid } = await startServer("the product", env, ["scripts/up.mjs"], "/api/health/live");
  return { address, pid, env, client, people: await signPeopleIn(env) };
}

/**
 * Adds people and posts to the database.
 * @param {NodeJS.ProcessEnv} env
 * @param {{ users: number, posts: number }} volume
 */
export async function addVolume(env, { users, posts }) {
  await step(`Seed ${users} people and ${posts} posts`, async () => {
    await runTypeScript(["scripts/seed.ts", "--users", String(users), "--posts", String(posts)], { env });
  });
}

/**
 * Starts a server on a free port and waits until it serves.
 * @param {string} what
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} args
 * @param {string} ready a path that answers 2xx once the server is ready
 * @returns {Promise<{ address: string, pid: number }>}
 */
export async function startServer(what, env, args, ready) {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  let pid = 0;
  await step(`Start ${what}`, async () => {
    const server = run(process.execPath, args, {
      env: { ...env, PORT: String(port), HOST: "127.0.0.1", APP_URL: address, NODE_ENV: "production" },
      onStart: (processId) => {
        pid = processId;
      },
    });
    await Promise.race([server, waitUntilReady(address + ready)]);
  });
  return { address, pid };
}

/** How long a server may take to start, in milliseconds. */
const START_MS = 120_000;

/** @param {string} url */
async function waitUntilReady(url) {
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; ) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // The server is not listening yet: keep polling.
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} did not succeed within ${START_MS / 1000} s.`);
}

/** @param {NodeJS.ProcessEnv} env */
async function signPeopleIn(env) {
  const file = path.join(BENCH_DIR, "people.json");
  await runTypeScript(["scripts/bench/people.ts", file, "50"], { env });
  /** @type {BenchContext["people"]} */
  const people = JSON.parse(readFileSync(file, "utf8"));
  return people;
}
