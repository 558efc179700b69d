import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { ROOT } from "../cli/environment.mjs";
import { onStop } from "../cli/shutdown.mjs";
import { step } from "../cli/steps.mjs";
import { Browser, beginPieces, openStream, publish, signUp } from "./client.mjs";

/**
 * What must hold when several instances serve one campus, tried from outside over HTTP.
 * @typedef {import("./start.mjs").Cluster} Cluster
 * @typedef {Cluster & { people: Browser[], posts: string[], postId: string, primaryClient: pg.Client,
 *   replicaClient: pg.Client }} World `posts`: one of each person; `postId`: the first of them
 */

/** The settings that the checks rely on: one small limit, and none in the way of the load. */
export const CHECK_SETTINGS = {
  LIMIT_SHARE: "20/300",
  LIMIT_COMMENT: "100000/300",
  LIMIT_NEW_COMMENT: "100000/300",
  LIMIT_NEW_POST: "100000/300",
  LIMIT_LIKE: "100000/300",
};

const PEOPLE = 8;

/** @type {Record<string, (world: World) => Promise<string | void>>} */
const CHECKS = {
  "A post written on one instance is read on the other": readElsewhere,
  "A video is sent in pieces to both instances": sendPieces,
  "A limit holds over both instances": shareLimits,
  "A live notification crosses instances": notifyAcross,
  "Racing likes leave exact counters": raceLikes,
  "Own writes are seen at once while the replica lags": readOwnWrites,
  "A rolling restart under load fails no request": restartUnderLoad,
  "Without the replica the primary answers": loseReplica,
};

/**
 * @param {Cluster} cluster
 * @returns {Promise<number>} how many checks passed
 */
export async function checkCluster(cluster) {
  const [a] = cluster.instances;
  const primaryClient = await connect(cluster.primary);
  const replicaClient = await connect(cluster.replica);
  /** @type {Browser[]} */
  const people = [];
  /** @type {string[]} */
  const posts = [];
  await step(`Sign ${PEOPLE} people up, each with a post`, async () => {
    for (let count = 0; count < PEOPLE; count++) {
      const author = await signUp(a.address);
      people.push(author);
      posts.push((await publish(a.address, author, "The first post"))._id);
    }
  });
  const world = { ...cluster, people, posts, postId: posts[0] ?? "", primaryClient, replicaClient };
  for (const [name, check] of Object.entries(CHECKS)) await step(name, () => check(world));
  return Object.keys(CHECKS).length;
}

/** @param {string} url */
async function connect(url) {
  const client = new pg.Client({ connectionString: url });
  // Stopping the server ends the connection.
  client.on("error", () => undefined);
  await client.connect();
  onStop(() => client.end());
  return client;
}

/** @param {World} world @param {number} index */
const person = ({ people }, index) => /** @type {Browser} */ (people[index]);

/** @param {World} world */
async function readElsewhere(world) {
  const [a, b] = world.instances;
  const author = await signUp(a.address);
  const post = await publish(a.address, author, "Written on one instance");
  const { posts } = await author.succeed(b.address, "GET", "/posts");
  assert.equal(posts[0]._id, post._id);
  const media = new URL(post.mediaUrl);
  const picture = await fetch(b.address + media.pathname);
  assert.equal(picture.status, 200, "the other instance has the file");
  await picture.arrayBuffer();
  await author.succeed(b.address, "POST", "/auth/logout", {});
  await delay(1_000);
  assert.equal((await author.call(a.address, "GET", "/posts")).status, 401, "logged out on both");
}

/** @param {World} world */
async function sendPieces(world) {
  const [a, b] = world.instances;
  const sample = readFileSync(path.join(ROOT, "lib/platform/media/fixtures/located.mp4"));
  const padding = Buffer.alloc(11_000_000);
  padding.writeUInt32BE(padding.length);
  padding.write("free", 4);
  const video = Buffer.concat([sample, padding]);
  const send = await beginPieces(a.address, person(world, 0), video);
  assert.equal((await send(a.address, 0, 5_000_000)).status, 200);
  assert.equal((await send(b.address, 5_000_000, 10_000_000)).status, 200);
  const last = await Promise.all(
    world.instances.map(({ address }) => send(address, 10_000_000, video.length)),
  );
  assert.deepEqual(
    last.map(({ status }) => status),
    [200, 200],
    "the last piece is taken by both",
  );
  assert.deepEqual(last[0]?.body, last[1]?.body, "and stored once");
  assert.equal(last[0]?.body.duration, 1);
}

/** @param {World} world */
async function shareLimits(world) {
  const sharer = await signUp(world.instances[0].address);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      sharer.call(world.instances[index % 2]?.address ?? "", "POST", `/posts/${world.postId}/share`),
    ),
  );
  const granted = answers.filter(({ status }) => status === 200).length;
  const rejected = answers.filter(({ status }) => status === 429).length;
  assert.deepEqual({ granted, rejected }, { granted: 20, rejected: 20 });
}

/** @param {World} world */
async function notifyAcross(world) {
  const [a, b] = world.instances;
  let events = 0;
  const stream = await openStream(b.address, person(world, 0), () => events++);
  while (events === 0) await delay(5);
  /** @type {number[]} */
  const times = [];
  for (const liker of world.people.slice(1)) {
    const before = events;
    const began = performance.now();
    await liker.succeed(a.address, "POST", `/posts/${world.postId}/like`, { liked: true });
    while (events === before) await delay(2);
    times.push(performance.now() - began);
  }
  stream.close();
  const slowest = Math.max(...times);
  assert.ok(slowest <= 1_000, `a notification took ${slowest} ms`);
  return `slowest of ${times.length}: ${Math.round(slowest)} ms`;
}

/** @param {World} world */
async function raceLikes(world) {
  let sent = 0;
  const toggle = async (/** @type {Browser} */ liker) => {
    while (sent < 240) {
      const { address } = world.instances[sent++ % 2] ?? world;
      await liker.succeed(address, "POST", `/posts/${world.postId}/like`);
    }
  };
  // Each person twice, so that they race against themselves as well.
  await Promise.all([...world.people, ...world.people].map(toggle));
  await assertCountersExact(world);
}

/** @param {World} world */
async function assertCountersExact({ primaryClient }) {
  const { rows } = await primaryClient.query(
    `SELECT id FROM posts p WHERE likes_count <> (SELECT count(*) FROM likes l WHERE l.post_id = p.id)
       OR comments_count <> (SELECT count(*) FROM comments c WHERE c.post_id = p.id)`,
  );
  assert.deepEqual(rows, [], "counters that differ from their rows");
}

/** How old a replica's answer may be (lib/platform/replica.ts), and how often that is looked at. */
const LAG_MAX_MS = 5_000;
const CHECK_MS = 1_000;
/** The cookie of a person who has just written (lib/sessions/server/read-your-writes.ts). */
const WROTE = "campus-circle.wrote";

/** @param {World} world */
async function readOwnWrites(world) {
  const [a, b] = world.instances;
  const [writer, reader] = [person(world, 1), person(world, 2)];
  const path = `/posts/${world.postId}/comments`;
  const newest = async (/** @type {Browser} */ browser, options = {}) =>
    (await browser.succeed(b.address, "GET", path, undefined, options)).comments[0]?.content;
  // A person who has written nothing for a while.
  reader.cookies.delete(WROTE);
  await writer.succeed(a.address, "POST", path, { content: "before" });
  for (let times = 0; times < 20; times++) {
    await newest(reader);
    await delay(CHECK_MS / 10);
  }
  assert.equal(await newest(reader), "before");

  await world.replicaClient.query("SELECT pg_wal_replay_pause()");
  const paused = performance.now();
  for (let state = ""; state !== "paused"; ) {
    const { rows } = await world.replicaClient.query("SELECT pg_get_wal_replay_pause_state() AS state");
    state = rows[0].state;
  }
  await writer.succeed(a.address, "POST", path, { content: "after" });
  assert.equal(await newest(writer), "after", "one's own comment");
  assert.equal(await newest(reader, { sendsCookies: false }), "after", "a program without cookies");
  assert.equal(await newest(reader), "before", "others read from the replica");
  while ((await newest(reader)) !== "after") await delay(50);
  const ms = performance.now() - paused;
  assert.ok(ms <= LAG_MAX_MS + CHECK_MS, `a replica that lags was used for ${ms} ms`);
  await world.replicaClient.query("SELECT pg_wal_replay_resume()");
  return `left alone after ${(ms / 1_000).toFixed(1)} s`;
}

/** How soon a rejected stream is requested again. */
const RETRY_MS = 200;

/** @param {World} world */
async function restartUnderLoad(world) {
  const { address, instances, people, posts } = world;
  let isLoading = true;
  let isOver = false;
  let requests = 0;
  /** @type {string[]} */
  const failures = [];
  /** @type {string[]} */
  const acknowledged = [];
  const comment = async (/** @type {Browser} */ browser, /** @type {string} */ postId) => {
    const { body } = await count(
      browser.call(address, "POST", `/posts/${postId}/comments`, { content: "load" }),
    );
    if (body?.comment) acknowledged.push(body.comment._id);
  };
  const count = async (/** @type {ReturnType<Browser["call"]>} */ call) => {
    requests++;
    try {
      const answer = await call;
      if (answer.status >= 400) failures.push(`${answer.status} ${JSON.stringify(answer.body)}`);
      return answer;
    } catch (error) {
      failures.push(String(error instanceof Error ? (error.cause ?? error) : error));
      return { status: 0, body: undefined };
    }
  };
  // On different posts: writes to one run one at a time, which would measure nothing but that.
  const use = async (/** @type {Browser} */ browser, /** @type {number} */ index) => {
    const postId = posts[index % posts.length] ?? "";
    while (isLoading) {
      await count(browser.call(address, "GET", "/posts"));
      await count(browser.call(address, "POST", `/posts/${postId}/like`));
      await comment(browser, postId);
    }
  };
  // As browsers do: a stream that ends, or that a stopping instance rejects, is opened again.
  const opened = people.map(() => 0);
  let events = 0;
  /** @type {(() => void)[]} */
  const closers = [];
  const follow = async (/** @type {Browser} */ browser, /** @type {number} */ index) => {
    while (!isOver) {
      try {
        const stream = await openStream(address, browser, () => events++);
        opened[index] = (opened[index] ?? 0) + 1;
        closers[index] = stream.close;
        await stream.ended;
      } catch {
        await delay(RETRY_MS);
      }
    }
  };
  const working = [...people, ...people].map(use);
  const following = people.map(follow);
  await delay(1_000);
  for (const instance of instances) {
    const began = performance.now();
    const code = await instance.stop();
    const ms = performance.now() - began;
    assert.equal(code, 0, "the exit code");
    assert.ok(ms <= 15_000, `stopping took ${ms} ms`);
    await instance.start();
    await delay(500);
  }
  isLoading = false;
  await Promise.all(working);
  const before = events;
  const author = person(world, 0);
  await person(world, 1).succeed(address, "POST", `/users/${author.id}/follow`, { inCircle: true });
  for (const deadline = Date.now() + 1_000; events === before && Date.now() < deadline; ) await delay(5);
  isOver = true;
  for (const close of closers) close();
  await Promise.all(following);
  assert.deepEqual(failures.slice(0, 5), [], `${failures.length} of ${requests} requests failed`);
  assert.ok(events > before, "a live notification after the restarts");
  assert.ok(
    opened.some((times) => times > 1),
    "streams were opened again",
  );
  const { rows } = await world.primaryClient.query(
    "SELECT count(*)::int AS count FROM comments WHERE content = 'load'",
  );
  assert.equal(rows[0].count, acknowledged.length, "comments in the database");
  await assertCountersExact(world);
  return `${requests} requests, ${opened.reduce((sum, times) => sum + times, 0)} streams for ${people.length} people`;
}

/** @param {World} world */
async function loseReplica(world) {
  const reader = person(world, 2);
  const readBoth = async (/** @type {number} */ ms) => {
    for (const deadline = Date.now() + ms; Date.now() < deadline; await delay(50)) {
      reader.cookies.delete(WROTE);
      for (const { address } of world.instances) await reader.succeed(address, "GET", "/posts");
    }
  };
  await readBoth(2 * CHECK_MS);
  await world.stopReplica();
  await readBoth(1.5 * CHECK_MS);
  assert.match(world.log(), /the replica fails, reading from the primary/);
}
