import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import path from "node:path";
import autocannon from "autocannon";
import pg from "pg";
import { ensureBuilt } from "./build.mjs";
import { createDatabase, migrate } from "./embedded-database.mjs";
import { ROOT } from "./environment.mjs";
import { runMain } from "./main.mjs";
import { freePort } from "./ports.mjs";
import { startPostgres } from "./postgres.mjs";
import { run, runTypeScript } from "./programs.mjs";
import { step } from "./steps.mjs";
import { onStop, stopAll, stopOnSignals } from "./stopping.mjs";

/**
 * `npm run bench`: measures the feed on 100,000 posts. The yardstick, a bare Next.js route that returns the same bytes,
 * is built and loaded in the same run, turn and turn about, because machines wander. `BENCH_POSTS` sets the volume.
 */

const DATA_DIR = path.resolve(ROOT, process.env.BENCH_DATA_DIR || ".data-bench");
const POSTS = Number(process.env.BENCH_POSTS || 100_000);
const USERS = Number(process.env.BENCH_USERS || 5_000);
const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 16;
/** The depth whose cost is compared with the first page's. */
const DEEP_PAGE = 5_000;
const TOGGLES = 10_000;

await runMain(async () => {
  process.chdir(ROOT);
  stopOnSignals(1);
  try {
    await bench();
  } finally {
    await stopAll();
  }
});

async function bench() {
  rmSync(DATA_DIR, { recursive: true, force: true });
  mkdirSync(DATA_DIR, { recursive: true });
  const env = await provideVolume();
  await step("Build", ensureBuilt);
  const address = await start("the product", env, ["scripts/up.mjs"], "/api/health/live");
  const client = new pg.Client({ connectionString: env.DATABASE_URL });
  await client.connect();
  const people = await peopleWithTokens(env);
  const headers = { authorization: `Bearer ${people[0]?.accessToken}` };

  const feed = `${address}/api/posts`;
  const body = await (await fetch(feed, { headers })).text();
  const bare = await startBare(body);
  const deep = `${feed}?cursor=${await cursorOfPage(client, DEEP_PAGE)}`;

  /** @type {Record<string, number[]>} */
  const rates = { bare: [], feed: [], deep: [] };
  await step(`Load, ${ROUNDS} rounds of ${SECONDS} s each`, async () => {
    await load(feed, headers);
    await load(bare, {});
    await client.query("SELECT pg_stat_statements_reset()");
    for (let round = 0; round < ROUNDS; round++) {
      rates.bare?.push(await load(bare, {}));
      rates.feed?.push(await load(feed, headers));
      rates.deep?.push(await load(deep, headers));
    }
  });
  const { rows } = await client.query(
    "SELECT calls::int, mean_exec_time, query FROM pg_stat_statements WHERE query LIKE '%FROM posts WHERE is_active%' ORDER BY calls DESC",
  );
  const exact = await toggleLikes(address, people, client);
  await client.end();

  const median = (/** @type {number[]} */ numbers) =>
    [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
  const [bareRate, feedRate, deepRate] = [rates.bare, rates.feed, rates.deep].map((each) =>
    median(each ?? []),
  );
  console.log(`
Machine                     ${cpus()[0]?.model ?? "unknown"}, ${cpus().length} cores, Node ${process.version}
Posts                       ${POSTS}
Answer                      ${body.length} bytes
Bare route, same bytes      ${bareRate} requests/s
First page of the feed      ${feedRate} requests/s (${percent(feedRate, bareRate)} of bare)
Page ${DEEP_PAGE} by cursor         ${deepRate} requests/s (${percent(deepRate, feedRate)} of the first page)
Database time of a page     ${rows.map((row) => `${row.mean_exec_time.toFixed(2)} ms (${row.calls} calls)`).join(", ")}
${TOGGLES} concurrent likes     ${exact}
`);
}

const percent = (/** @type {number | undefined} */ part, /** @type {number | undefined} */ whole) =>
  `${Math.round((100 * (part ?? 0)) / (whole || 1))} %`;

/** A database with the volume, on a server that counts what statements cost. */
async function provideVolume() {
  /** @type {NodeJS.ProcessEnv} */
  let env = process.env;
  await step("Start PostgreSQL", async () => {
    const postgres = await startPostgres(DATA_DIR, { shared_preload_libraries: "pg_stat_statements" });
    onStop(postgres.stop);
    await createDatabase(postgres.url("postgres"), "bench");
    env = {
      ...process.env,
      DATABASE_URL: postgres.url("bench"),
      DATA_DIR: path.join(DATA_DIR, "app"),
      EMBEDDED: "1",
      NEXTAUTH_SECRET: "only for measuring, on this machine, thrown away after it",
      LOG_LEVEL: "warn",
      // What is measured is the work, not the refusal.
      LIMIT_LIKE: "1000000/300",
    };
    const client = new pg.Client({ connectionString: env.DATABASE_URL });
    await client.connect();
    await client.query("CREATE EXTENSION pg_stat_statements");
    await client.end();
  });
  await step("Apply migrations", () => migrate(env));
  await step(`Seed ${USERS} people and ${POSTS} posts`, async () => {
    await runTypeScript(["scripts/seed.ts", "--once"], { env });
    await runTypeScript(["scripts/seed.ts", "--users", String(USERS), "--posts", String(POSTS)], { env });
  });
  return env;
}

/**
 * @param {string} what
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} args
 * @param {string} ready a path that answers once it serves
 */
async function start(what, env, args, ready) {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  await step(`Start ${what}`, async () => {
    const server = run(process.execPath, args, {
      env: { ...env, PORT: String(port), HOST: "127.0.0.1", APP_URL: address, NODE_ENV: "production" },
    });
    await Promise.race([server, answers(address + ready)]);
  });
  return address;
}

/** @param {string} url */
async function answers(url) {
  for (;;) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // Nobody listens yet: that is what is being waited for.
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/**
 * The yardstick: a Next.js app with one route that returns `body`, built inside our folder so that it finds our Next.js.
 * @param {string} body
 */
async function startBare(body) {
  const dir = path.join(DATA_DIR, "bare");
  const route = path.join(dir, "app/api/bare");
  mkdirSync(route, { recursive: true });
  writeFileSync(path.join(dir, "body.json"), body);
  writeFileSync(path.join(dir, "package.json"), '{ "type": "module" }');
  writeFileSync(
    path.join(dir, "next.config.mjs"),
    `export default { turbopack: { root: ${JSON.stringify(ROOT)} }, poweredByHeader: false };`,
  );
  writeFileSync(
    path.join(dir, "app/layout.js"),
    "export default function Layout({ children }) { return <html><body>{children}</body></html>; }",
  );
  writeFileSync(path.join(dir, "app/page.js"), "export default function Page() { return null; }");
  writeFileSync(
    path.join(route, "route.js"),
    `export const dynamic = "force-dynamic";
const body = ${JSON.stringify(body)};
export const GET = async () => new Response(body, { headers: { "Content-Type": "application/json" } });`,
  );
  const next = path.join(ROOT, "node_modules/next/dist/bin/next");
  await step("Build the bare route", async () => {
    await run(process.execPath, [next, "build", dir], { env: { ...process.env, NODE_ENV: "production" } });
  });
  const port = await freePort();
  const url = `http://localhost:${port}/api/bare`;
  await step("Start the bare route", async () => {
    const env = { ...process.env, NODE_ENV: /** @type {const} */ ("production") };
    const server = run(process.execPath, [next, "start", dir, "-p", String(port)], { env });
    await Promise.race([server, answers(url)]);
  });
  if ((await (await fetch(url)).text()) !== body) throw new Error("The bare route returns something else.");
  return url;
}

/**
 * @param {string} url
 * @param {Record<string, string>} headers
 * @returns {Promise<number>} answers a second
 */
async function load(url, headers) {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors.`);
  return Math.round(result.requests.average);
}

/** Fifty people, signed in. @param {NodeJS.ProcessEnv} env */
async function peopleWithTokens(env) {
  const file = path.join(DATA_DIR, "people.json");
  await runTypeScript(["scripts/bench-people.ts", file, "50"], { env });
  /** @type {{ id: string, accessToken: string }[]} */
  const people = JSON.parse(readFileSync(file, "utf8"));
  return people;
}

/**
 * The cursor that opens page `page` (lib/api/pages.ts writes them the same way).
 * @param {import("pg").Client} client
 * @param {number} page
 */
async function cursorOfPage(client, page) {
  const { rows } = await client.query(
    "SELECT id, created_at FROM posts WHERE is_active ORDER BY created_at DESC, id DESC OFFSET $1 LIMIT 1",
    [(page - 1) * 10 - 1],
  );
  if (!rows[0]) throw new Error(`There are fewer than ${page} pages.`);
  return btoa(`${rows[0].created_at.getTime().toString(36)}.${rows[0].id}`).replaceAll("=", "");
}

/**
 * Likes toggled by fifty people on ten posts at once; says whether every counter still equals its rows.
 * @param {string} address
 * @param {{ accessToken: string }[]} people
 * @param {import("pg").Client} client
 */
async function toggleLikes(address, people, client) {
  const { rows: posts } = await client.query("SELECT id FROM posts ORDER BY created_at DESC LIMIT 10");
  let next = 0;
  let failed = 0;
  const began = performance.now();
  await step(`Toggle ${TOGGLES} likes`, async () => {
    await Promise.all(
      people.map(async ({ accessToken }) => {
        while (next < TOGGLES) {
          const post = posts[next++ % posts.length];
          const response = await fetch(`${address}/api/posts/${post.id}/like`, {
            method: "POST",
            headers: { authorization: `Bearer ${accessToken}` },
          });
          await response.arrayBuffer();
          if (response.status !== 200) failed++;
        }
      }),
    );
  });
  const rate = Math.round(TOGGLES / ((performance.now() - began) / 1_000));
  const { rows } = await client.query(
    "SELECT count(*)::int AS drifted FROM posts p WHERE likes_count <> (SELECT count(*) FROM likes l WHERE l.post_id = p.id)",
  );
  return `${rate}/s, ${failed} failed, ${rows[0].drifted} counters wrong`;
}
