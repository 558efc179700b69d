import { cpus } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import autocannon from "autocannon";
import pg from "pg";
import { runTypeScript } from "../cli/exec.mjs";
import { step } from "../cli/steps.mjs";
import { openStream, signUp } from "./client.mjs";
import { startCluster } from "./start.mjs";

/**
 * What one and two instances serve behind nginx and PgBouncer, in alternating rounds, because
 * machine performance drifts. Everything shares the machine: with few cores a second instance takes
 * from the database and the load generator what it gives.
 */

const USERS = Number(process.env.BENCH_USERS || 1_000);
const POSTS = Number(process.env.BENCH_POSTS || 20_000);
const PEOPLE = 16;
const ROUNDS = 3;
const SECONDS = 4;
const CONNECTIONS = 16;
/** By then a replica is known to be fresh, and has the mark of no write. */
const SETTLE_MS = 11_000;

/** What is measured: as browsers that read from the replica, and as programs, which never do. */
const LOADS = /** @type {const} */ ({
  "Feed from the primary": { method: "GET", path: "/api/posts", sendsCookies: false },
  "Feed from the replica": { method: "GET", path: "/api/posts", sendsCookies: true },
  "Feed as HTML": { method: "GET", path: "/mainfeed", sendsCookies: true },
  Likes: { method: "POST", path: "/api/posts/{post}/like", sendsCookies: false },
});

/** @param {string} dataDir */
export async function benchCluster(dataDir) {
  const unlimited = Object.fromEntries(["LIKE", "READ"].map((name) => [`LIMIT_${name}`, "100000000/60"]));
  const cluster = await startCluster(dataDir, { settings: { ...unlimited, LOG_LEVEL: "warn" } });
  const { address, instances, env, primary } = cluster;
  await step(`Seed the demo campus, ${USERS} people and ${POSTS} posts`, async () => {
    await runTypeScript(["scripts/seed.ts", "--users", String(USERS), "--posts", String(POSTS)], { env });
  });
  const client = new pg.Client({ connectionString: primary });
  await client.connect();
  const { rows: posts } = await client.query("SELECT id FROM posts ORDER BY created_at DESC LIMIT 10");
  await client.end();
  /** @type {import("./client.mjs").Browser[]} */
  const people = [];
  await step(`Sign ${PEOPLE} people up`, async () => {
    for (let count = 0; count < PEOPLE; count++) people.push(await signUp(address));
    await delay(SETTLE_MS);
    for (const { cookies } of people) cookies.delete("campus-circle.wrote");
  });

  /** @param {(typeof LOADS)[keyof typeof LOADS]} load */
  const measure = async ({ method, path, sendsCookies }) => {
    let next = 0;
    const result = await autocannon({
      url: address,
      connections: CONNECTIONS,
      duration: SECONDS,
      setupClient: (connection) => {
        const person = people[next % people.length];
        const cookie = [...(person?.cookies ?? [])].map((pair) => pair.join("=")).join("; ");
        const headers = {
          authorization: `Bearer ${person?.token}`,
          ...(sendsCookies ? { cookie } : {}),
        };
        connection.setRequests([
          { method, path: path.replace("{post}", posts[next++ % posts.length].id), headers },
        ]);
      },
    });
    if (result.non2xx > 0 || result.errors > 0)
      throw new Error(`${path}: ${result.non2xx} error responses, ${result.errors} connection errors.`);
    return Math.round(result.requests.average);
  };

  /** @type {Map<string, number[]>} */
  const rates = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    for (const count of [2, 1]) {
      await step(
        `Round ${round + 1} of ${ROUNDS}, ${count === 1 ? "one instance" : "two instances"}`,
        async () => {
          if (count === 1) await instances[1].stop();
          else if (round > 0) await instances[1].start();
          for (const [name, load] of Object.entries(LOADS)) {
            const key = `${name}, ${count === 1 ? "one instance" : "two instances"}`;
            rates.set(key, [...(rates.get(key) ?? []), await measure(load)]);
          }
        },
      );
    }
  }
  await instances[1].start();
  const latency = await measureStream(cluster, people);
  console.log();
  console.log(`Machine: ${cpus()[0]?.model ?? "unknown"}, ${cpus().length} cores, Node ${process.version}`);
  console.log(`Posts: ${POSTS}, people: ${USERS}, connections: ${CONNECTIONS}`);
  for (const [name, [...each]] of rates)
    console.log(`${name}: ${each.sort((x, y) => x - y)[ROUNDS >> 1]} requests/s`);
  console.log(`Notification from a write on one instance to a stream on the other: ${latency}`);
}

/**
 * @param {import("./start.mjs").Cluster} cluster
 * @param {import("./client.mjs").Browser[]} people
 */
async function measureStream({ instances: [a, b] }, people) {
  const [receiver, ...others] = people;
  if (!receiver) throw new Error("There is no one to notify.");
  let events = 0;
  const stream = await openStream(b.address, receiver, () => events++);
  while (events === 0) await delay(5);
  /** @type {number[]} */
  const times = [];
  for (const other of others) {
    const before = events;
    const began = performance.now();
    await other.succeed(a.address, "POST", `/users/${receiver.id}/follow`, { inCircle: true });
    while (events === before) await delay(1);
    times.push(performance.now() - began);
    // Two reads of one person's list are at least a quarter of a second apart.
    await delay(300);
  }
  stream.close();
  times.sort((x, y) => x - y);
  return `${Math.round(times[times.length >> 1] ?? 0)} ms median, ${Math.round(times.at(-1) ?? 0)} ms at most`;
}
