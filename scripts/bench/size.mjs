import { readFileSync, statSync } from "node:fs";
import { CliError } from "../cli/cli-error.mjs";
import { step } from "../cli/steps.mjs";
import { productCalls } from "./api.mjs";
import { POSTGRES_LOG, startCampus } from "./environment.mjs";
import { load, median, percent, requestOf } from "./load.mjs";

/**
 * Growth: the same calls on a small and on a large campus, in alternating rounds, and the plans of
 * every statement behind them on the large one.
 */

const SMALL = { users: 2_000, posts: 10_000, messages: 10_000 };
/** A like a post: otherwise a million posts take half an hour to seed. */
const SEED_OPTIONS = ["--likes", "1", "--no-pictures"];
const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 8;
/** PostgreSQL may settle for a plan that fits all parameters after five runs. */
const RUNS_EXPLAINED = 8;
/** Tables that grow with the campus. */
const LARGE_TABLES = [
  "bookmarks",
  "comments",
  "conversation_participants",
  "conversations",
  "follows",
  "likes",
  "media_assets",
  "messages",
  "notifications",
  "post_hashtags",
  "posts",
  "users",
];

/**
 * @param {import("./environment.mjs").Postgres} postgres
 * @param {import("./environment.mjs").Volume} large
 * @returns {Promise<Record<string, string>>} the figures
 * @throws {CliError} when a statement scans a large table
 */
export async function measureSize(postgres, large) {
  const campuses = [
    await startCampus(postgres, "small", SMALL, SEED_OPTIONS),
    await startCampus(postgres, "large", large, SEED_OPTIONS),
  ];
  const [small = [], big = []] = await Promise.all(campuses.map(productCalls));
  const bigCampus = campuses[1];
  if (!bigCampus) throw new Error("There is no large campus.");
  await assertNoScans(bigCampus, big);

  const rows = small.map((call, index) => ({
    name: call.name,
    sides: [call, big[index]].map((side, campus) => ({
      side,
      people: campuses[campus]?.people ?? [],
      rates: /** @type {number[]} */ ([]),
    })),
  }));
  for (let round = 0; round <= ROUNDS; round++) {
    await step(round === 0 ? "Warm up" : `Load every call, round ${round} of ${ROUNDS}`, async () => {
      for (const { sides } of rows) {
        for (const { side, people, rates } of sides) {
          if (!side) continue;
          const options = { connections: CONNECTIONS, seconds: SECONDS };
          const rate = await load(side.address, side.requests, people, options);
          if (round > 0) rates.push(rate);
        }
      }
    });
  }
  return Object.fromEntries(
    rows.map(({ name, sides }) => {
      const [before = 0, after = 0] = sides.map(({ rates }) => median(rates));
      const label = `${name}, ${SMALL.posts.toLocaleString("en")} and ${large.posts.toLocaleString("en")} posts`;
      return [label, `${Math.round(before)} and ${Math.round(after)} requests/s (${percent(after, before)})`];
    }),
  );
}

/**
 * Sends each call a few times while PostgreSQL logs the plans of its statements.
 * @param {import("./environment.mjs").BenchContext} campus
 * @param {import("./api.mjs").Call[]} calls
 */
async function assertNoScans({ client, people }, calls) {
  /** @type {Set<string>} */
  const scans = new Set();
  await step("Explain every statement", async () => {
    for (const { name, address, requests } of calls) {
      const start = statSync(POSTGRES_LOG).size;
      await logPlans(client, true);
      for (let run = 0; run < RUNS_EXPLAINED; run++) {
        const request = requests[run % requests.length] ?? { path: "" };
        const { path, ...init } = requestOf(request, people[run % people.length]);
        await (await fetch(address + path, init)).arrayBuffer();
      }
      await logPlans(client, false);
      const log = readFileSync(POSTGRES_LOG).subarray(start).toString("utf8");
      for (const table of scannedTables(log))
        if (LARGE_TABLES.includes(table)) scans.add(`${name}: ${table}`);
    }
  });
  if (scans.size > 0) throw new CliError(`Statements scan a large table:\n${[...scans].join("\n")}`);
}

/**
 * Switches the logging of plans on or off for all connections.
 * @param {import("pg").Client} client
 * @param {boolean} on
 */
async function logPlans(client, on) {
  // With what was run: a search plans steps that it leaves out when it has found enough.
  await client.query("ALTER SYSTEM SET auto_explain.log_analyze = on");
  await client.query("ALTER SYSTEM SET auto_explain.log_timing = off");
  await client.query(`ALTER SYSTEM SET auto_explain.log_min_duration = ${on ? 0 : -1}`);
  await client.query("SELECT pg_reload_conf()");
  // Connections reload between two statements.
  await new Promise((resolve) => setTimeout(resolve, 500));
}

/**
 * The tables that the calls' plans in the log read from end to end. Upkeep, which runs now and then
 * and may do that, is not a call's: a call's statements are there for each of its runs.
 * @param {string} log
 */
function scannedTables(log) {
  /** @type {Map<string, number>} */
  const runs = new Map();
  for (const entry of log.split("Query Text: ").slice(1)) {
    const [statement = ""] = entry.split("\n", 1);
    for (const [, table] of entry.matchAll(/Seq Scan on (\w+)(?!.*never executed)/g)) {
      const key = `${table} ${statement}`;
      runs.set(key, (runs.get(key) ?? 0) + 1);
    }
  }
  const repeated = [...runs].filter(([, count]) => count >= RUNS_EXPLAINED / 2);
  return repeated.map(([key]) => key.split(" ", 1)[0] ?? "");
}
