import { existsSync, readFileSync } from "node:fs";
import { step } from "../cli/steps.mjs";
import { startBare } from "./bare.mjs";
import { load, median, percent } from "./load.mjs";

/**
 * The API: each frequent call, and the feed as HTML, next to a bare Next.js route that does one
 * query, or one write. The calls alternate in short rounds, because machine performance drifts.
 */

const ROUNDS = 4;
/** Not measured: a server that has been idle begins slowly. */
const WARM_UP_SECONDS = 1;
const SECONDS = 2;
/** What each call is compared with. */
const BARE = { GET: "Bare route with one query", POST: "Bare route with one write" };
const BARE_BYTES = 6_000;
/** A page whose cost is compared with the first page's. */
const DEEP_PAGE = 900;
/** Different people and posts per call. */
const VARIETY = 50;
const TOGGLES = 10_000;
const TOGGLERS = 50;
const NAMES = "aarav verma sharma sha priya ish reddy na ka vrema".split(" ");

/**
 * @typedef {import("./load.mjs").BenchRequest} BenchRequest
 * @typedef {import("./environment.mjs").BenchContext["people"]} People
 * @typedef {{ name: string, address: string, pid: number, requests: BenchRequest[],
 *   connections: number[], people?: People }} Call `people`: those who call, by default all
 * @typedef {{ rates: number[], cpu: number[] }} Measured requests per second, and the server's
 *   milliseconds of CPU per request
 */

/**
 * @param {import("./environment.mjs").BenchContext} context
 * @returns {Promise<Record<string, string>>} the figures
 */
export async function measureApi(context) {
  const { client, people } = context;
  const bare = await startBare(BARE_BYTES, context);
  /** @type {Call[]} */
  const calls = [
    { name: BARE.GET, ...bare, requests: [{ path: "/api/read" }], connections: [16, 1] },
    { name: BARE.POST, ...bare, requests: [{ path: "/api/write", method: "POST" }], connections: [16] },
    ...(await productCalls(context)),
    ...hidingCalls(context),
  ];
  /** @type {Map<string, Measured>} */
  const measured = new Map();
  const jobs = calls.flatMap((call) => call.connections.map((connections) => ({ call, connections })));
  for (const { call, connections } of jobs) {
    measured.set(rowName(call.name, connections), { rates: [], cpu: [] });
  }
  for (let round = 1; round <= ROUNDS; round++) {
    await step(`Load every call, round ${round} of ${ROUNDS}`, async () => {
      for (const { call, connections } of jobs) {
        await run(call, connections, WARM_UP_SECONDS);
        const { rate, cpu } = await run(call, connections, SECONDS);
        const { rates, cpu: costs } = measured.get(rowName(call.name, connections)) ?? { rates: [], cpu: [] };
        rates.push(rate);
        if (cpu !== undefined) costs.push(cpu);
      }
    });
  }

  /** @type {Record<string, string>} */
  const figures = {};
  for (const { call, connections } of jobs) {
    const { rates, cpu } = measured.get(rowName(call.name, connections)) ?? { rates: [], cpu: [] };
    const bareName = rowName(BARE[call.requests[0]?.method ?? "GET"], connections);
    const base = median(measured.get(bareName)?.rates ?? []);
    const share = base && !call.name.startsWith("Bare") ? `, ${percent(median(rates), base)} of bare` : "";
    const cost = cpu.length > 0 ? `, ${median(cpu).toFixed(2)} ms of the server's CPU` : "";
    figures[rowName(call.name, connections)] = `${Math.round(median(rates))} requests/s${share}${cost}`;
  }
  figures[`${TOGGLES} concurrent likes`] = await toggleLikes(
    context.address,
    people.slice(0, TOGGLERS),
    client,
  );
  return figures;

  /**
   * @param {Call} call
   * @param {number} connections
   * @param {number} seconds
   */
  async function run({ address, pid, requests, people: callers = people }, connections, seconds) {
    const before = cpuTime(pid);
    const rate = await load(address, requests, callers, { connections, seconds });
    const after = cpuTime(pid);
    const cpu = before === undefined || after === undefined ? undefined : (after - before) / (rate * seconds);
    return { rate, cpu };
  }
}

/**
 * @param {string} name
 * @param {number} connections
 */
const rowName = (name, connections) => `${name}, ${connections} connection${connections === 1 ? "" : "s"}`;

/**
 * The product's calls, on posts and people drawn from the database.
 * @param {import("./environment.mjs").BenchContext} context
 * @returns {Promise<Call[]>}
 */
export async function productCalls({ address, pid, client }) {
  const ids = async (/** @type {string} */ sql) =>
    (await client.query(sql, [VARIETY])).rows.map(({ id }) => String(id));
  const posts = await ids(
    "SELECT id FROM posts WHERE is_active AND comments_count > 2 ORDER BY md5(id::text) LIMIT $1",
  );
  const authors = await ids(
    "SELECT id FROM users WHERE is_active AND posts_count > 5 ORDER BY md5(id::text) LIMIT $1",
  );
  const comment = JSON.stringify({ content: "Looks great, see you there!" });
  const message = JSON.stringify({ text: "See you at the gate at five.", clientId: "{uuid}" });
  /**
   * @param {string} name
   * @param {BenchRequest[]} requests
   * @param {number[]} [connections]
   */
  const call = (name, requests, connections = [16]) => ({ name, address, pid, requests, connections });
  return [
    call("Feed", [{ path: "/api/posts" }], [16, 1]),
    call(`Feed, page ${DEEP_PAGE} by cursor`, [
      { path: `/api/posts?cursor=${await cursorOfPage(client, DEEP_PAGE)}` },
    ]),
    call("My circle", [{ path: "/api/posts?feed=circle" }]),
    call("Bookmarks", [{ path: "/api/bookmarks" }]),
    call(
      "Profile",
      authors.map((id) => ({ path: `/api/users/${id}` })),
    ),
    call(
      "A person's posts",
      authors.map((id) => ({ path: `/api/users/${id}/posts` })),
    ),
    call(
      "Comments",
      posts.map((id) => ({ path: `/api/posts/${id}/comments` })),
    ),
    call("Notifications", [{ path: "/api/notifications" }]),
    call(
      "Search",
      NAMES.map((name) => ({ path: `/api/search/users?q=${name}` })),
    ),
    call("People of a class", [{ path: `/api/people?department=CSE&batch=${new Date().getFullYear() + 1}` }]),
    call("My class", [{ path: "/api/posts?feed=class" }]),
    call(
      "Like",
      posts.map((id) => ({ path: `/api/posts/${id}/like`, method: "POST" })),
    ),
    call(
      "Comment",
      posts.map((id) => ({ path: `/api/posts/${id}/comments`, method: "POST", body: comment })),
    ),
    call("Conversations", [{ path: "/api/conversations" }]),
    call("A conversation's messages", [{ path: "/api/conversations/{conversation}/messages" }]),
    call("Message", [{ path: "/api/conversations/{conversation}/messages", method: "POST", body: message }]),
    call("Feed as HTML", [{ path: "/mainfeed" }], [8]),
  ];
}

/**
 * Reads by one person who hides 500 people and 50 words (people.ts), each next to the same by one
 * who hides nothing.
 * @param {import("./environment.mjs").BenchContext} context
 * @returns {Call[]}
 */
function hidingCalls({ address, pid, people }) {
  const paths = {
    Feed: "/api/posts",
    "My circle": "/api/posts?feed=circle",
    Notifications: "/api/notifications",
    Search: `/api/search/users?q=${NAMES[1]}`,
  };
  return Object.entries(paths).flatMap(([name, path]) =>
    [
      { who: "who hides nothing", caller: people.at(-3) },
      { who: "who hides much", caller: people.at(-1) },
    ].map(({ who, caller }) => ({
      name: `${name} of one ${who}`,
      address,
      pid,
      requests: [{ path }],
      connections: [16, 1],
      people: caller ? [caller] : [],
    })),
  );
}

/**
 * The CPU time a process has used, in milliseconds; undefined where the system does not tell
 * (only Linux does).
 * @param {number} pid
 */
function cpuTime(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  // User and system time, in ticks of a hundredth of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * The cursor of page `page`, encoded as lib/api/pagination.ts does.
 * @param {import("pg").Client} client
 * @param {number} page
 */
export async function cursorOfPage(client, page) {
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
