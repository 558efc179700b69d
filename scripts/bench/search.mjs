import { step } from "../cli/steps.mjs";
import { addVolume } from "./environment.mjs";

/** People search: what each kind of query costs the database, on a campus of 20,000. */

/**
 * Names as people type them: prefixes, full names, middles, typos, other scripts, and names that
 * match no one.
 */
const QUERIES = [
  ..."a s aa an ra sh sha ver".split(" "),
  ..."aarav verma sharma reddy nair".split(" "),
  "aarav sharma",
  "sharma aarav",
  "priya nair",
  ..."arav vrema sharmaa aarvi ravi sing kumra sikarwr nehs".split(" "),
  "ishita vrema",
  "neha sikarwr",
  "a sikarwr",
  ..."arma eddy iya tho ikar".split(" "),
  ".",
  "%",
  "_",
  "'",
  "\\",
  "0901",
  "0901 a",
  "a.1",
  "é",
  "आरव",
  "🎓",
  "zzzzzz",
  "xqjwv",
  "a b c d e f",
  "a".repeat(80),
];
const REPETITIONS = 5;

/**
 * @param {import("./environment.mjs").BenchContext} context
 * @param {number} users the minimum number of people
 * @returns {Promise<Record<string, string>>} the figures
 */
export async function measureSearch({ address, client, people, env }, users) {
  const { rows: totals } = await client.query("SELECT count(*)::int AS count FROM users");
  const missing = users - totals[0].count;
  if (missing > 0) await addVolume(env, { users: missing, posts: 0 });
  // Autovacuum would do this a few minutes later.
  await client.query("VACUUM (ANALYZE) users");
  const headers = { authorization: `Bearer ${people[0]?.accessToken}` };
  /** @param {string} query */
  const search = async (query) => {
    const response = await fetch(`${address}/api/search/users?q=${encodeURIComponent(query)}`, { headers });
    if (!response.ok) throw new Error(`"${query}" returned ${response.status}.`);
    await response.arrayBuffer();
  };
  /** @type {{ query: string, mean: number, max: number }[]} */
  const costs = [];
  await step(`Run ${QUERIES.length} searches, ${REPETITIONS} times each`, async () => {
    for (const query of QUERIES) await search(query);
    for (const query of QUERIES) {
      await client.query("SELECT pg_stat_statements_reset()");
      for (let time = 0; time < REPETITIONS; time++) await search(query);
      const { rows } = await client.query(
        "SELECT mean_exec_time AS mean, max_exec_time AS max FROM pg_stat_statements WHERE query LIKE '%WITH exact AS%'",
      );
      costs.push({ query, mean: rows[0]?.mean ?? 0, max: rows[0]?.max ?? 0 });
    }
  });
  costs.sort((a, b) => a.mean - b.mean);
  const median = costs[costs.length >> 1];
  const worst = costs.at(-1);
  const slowest = Math.max(...costs.map(({ max }) => max));
  return {
    "People searched": String(Math.max(users, totals[0].count)),
    "Database time of a search": `${median?.mean.toFixed(1)} ms median, ${worst?.mean.toFixed(1)} ms for the worst of ${QUERIES.length} (“${worst?.query.slice(0, 20)}”), ${slowest.toFixed(1)} ms for the slowest single run`,
  };
}
