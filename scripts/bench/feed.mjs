import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import autocannon from "autocannon";
import { ROOT } from "../cli/environment.mjs";
import { run } from "../cli/exec.mjs";
import { step } from "../cli/steps.mjs";
import { BENCH_DIR, startServer } from "./environment.mjs";

/**
 * The feed. The baseline, a bare Next.js route that returns the same bytes, runs in the same
 * session in alternating rounds, because machine performance drifts.
 */

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 16;
/** The page whose cost is compared with the first page's. */
const DEEP_PAGE = 5_000;
const TOGGLES = 10_000;

/**
 * @param {import("./environment.mjs").BenchContext} context
 * @returns {Promise<Record<string, string>>} the figures
 */
export async function measureFeed({ address, client, people }) {
  const tokens = people.map(({ accessToken }) => accessToken);
  const feed = `${address}/api/posts`;
  const body = await (await fetch(feed, { headers: bearer(tokens[0]) })).text();
  const bare = await startBare(body);
  const deep = `${feed}?cursor=${await cursorOfPage(client, DEEP_PAGE)}`;

  /** @type {Record<"bare" | "feed" | "deep", number[]>} */
  const rates = { bare: [], feed: [], deep: [] };
  await step(`Load the feed, ${ROUNDS} rounds of ${SECONDS} s each`, async () => {
    await load(feed, tokens);
    await load(bare, tokens);
    await client.query("SELECT pg_stat_statements_reset()");
    for (let round = 0; round < ROUNDS; round++) {
      rates.bare.push(await load(bare, tokens));
      rates.feed.push(await load(feed, tokens));
      rates.deep.push(await load(deep, tokens));
    }
  });
  const { rows } = await client.query(
    "SELECT calls::int, mean_exec_time FROM pg_stat_statements WHERE query LIKE '%json_agg(listed)%' ORDER BY calls DESC",
  );
  const [bareRate, feedRate, deepRate] = [median(rates.bare), median(rates.feed), median(rates.deep)];
  return {
    "Answer of the feed": `${body.length} bytes`,
    "Bare route, same bytes": `${bareRate} requests/s`,
    "First page of the feed": `${feedRate} requests/s (${percent(feedRate, bareRate)} of bare)`,
    [`Page ${DEEP_PAGE} by cursor`]: `${deepRate} requests/s (${percent(deepRate, feedRate)} of the first page)`,
    "Database time of a page": rows
      .map((row) => `${row.mean_exec_time.toFixed(2)} ms (${row.calls} calls)`)
      .join(", "),
    [`${TOGGLES} concurrent likes`]: await toggleLikes(address, people, client),
  };
}

/** @param {number[]} numbers */
const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

/**
 * @param {number} part
 * @param {number} whole
 */
const percent = (part, whole) => `${Math.round((100 * part) / (whole || 1))} %`;

/**
 * The baseline: a Next.js app with one route that returns `body`, built inside our folder so that
 * it finds our Next.js.
 * @param {string} body
 */
async function startBare(body) {
  const dir = path.join(BENCH_DIR, "bare");
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
  // Without its own, it would get ours.
  writeFileSync(path.join(dir, "instrumentation.js"), "export function register() {}");
  writeFileSync(path.join(dir, "app/page.js"), "export default function Page() { return null; }");
  writeFileSync(
    path.join(route, "route.js"),
    `export const dynamic = "force-dynamic";
const body = ${JSON.stringify(body)};
export const GET = async () => new Response(body, { headers: { "Content-Type": "application/json" } });`,
  );
  const next = path.join(ROOT, "node_modules/.bin/next");
  await step("Build the bare route", async () => {
    await run(process.execPath, [next, "build", dir], { env: { ...process.env, NODE_ENV: "production" } });
  });
  const { address } = await startServer("the bare route", process.env, [next, "start", dir], "/api/bare");
  const url = `${address}/api/bare`;
  if ((await (await fetch(url)).text()) !== body) throw new Error("The bare route returns something else.");
  return url;
}

/** @param {string | undefined} token */
const bearer = (token) => ({ authorization: `Bearer ${token}` });

/**
 * Sends load to an address, as one person per connection.
 * @param {string} url
 * @param {string[]} tokens
 * @returns {Promise<number>} responses per second
 */
async function load(url, tokens) {
  let next = 0;
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    setupClient: (client) => client.setHeaders(bearer(tokens[next++ % tokens.length])),
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} error responses, ${result.errors} connection errors.`);
  return Math.round(result.requests.average);
}

/**
 * The cursor of page `page`, encoded as lib/api/pagination.ts does.
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
 * Fifty people toggle likes on ten posts at once. The figure includes counters that no longer match
 * their rows.
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
            headers: bearer(accessToken),
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
