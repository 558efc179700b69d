import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { db } from "@/lib/platform/db";
import { disconnect } from "@/lib/platform/db-connections";
import { resetEnvForTests } from "@/lib/platform/env";
import { NO_PROVIDERS } from "@/scripts/cli/environment.mjs";
import { freePort } from "@/scripts/cli/ports.mjs";
import { findProgram } from "@/scripts/cli/program.mjs";
import { spawnSupervised } from "@/scripts/cli/supervised.mjs";
import { createDatabase } from "@/scripts/embedded/database.mjs";
import { migrate } from "@/scripts/embedded/migrations.mjs";
import { startPgBouncer } from "@/scripts/embedded/pgbouncer.mjs";
import { startPostgres } from "@/scripts/embedded/postgres.mjs";
import { startReplica } from "@/scripts/embedded/replica.mjs";
import { createMember, createMembers, createPost, type Member } from "@/tests/factories";
import { type MailService, startMailService } from "@/tests/mail-service";
import { startS3Server } from "@/tests/s3-server";
import { type EventReader, readEvents } from "@/tests/sse";
import { untilReady } from "@/tests/until-ready";

/**
 * What must hold when several instances serve one campus: two of the built product, started as
 * production starts them, on one database with a streaming replica, through PgBouncer where it is
 * installed. `npm test -- --only instances` builds first; the other tests leave this file out.
 */

jest.setTimeout(120_000);

const FOLDER = path.resolve(process.env.TEST_DATA_DIR || ".data-test", "instances");
const LOG = path.join(FOLDER, "instances.log");
const DATABASE = "campus_circle";
/** PostgreSQL's data is disposable, so it need not wait for the disk. */
const DISPOSABLE = { fsync: "off" };

type Instance = { address: string; stop: () => Promise<number | null> };

/** What to stop at the end, the last first. */
const stops: (() => Promise<unknown>)[] = [];
const pgbouncer = findProgram("pgbouncer");
let pooler: Awaited<ReturnType<typeof startPgBouncer>> | undefined;
let environment: NodeJS.ProcessEnv;
let a: Instance;
let b: Instance;
let primary: Client;
let replica: Client;
let stopReplica: () => Promise<void>;
let mails: MailService;

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  stops.push(() => client.end());
  return client;
}

async function startInstance(settings: Record<string, string> = {}): Promise<Instance> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const log = openSync(LOG, "a");
  const child: ChildProcess = spawnSupervised(process.execPath, ["scripts/start.mjs"], {
    env: { ...environment, ...settings, PORT: String(port) },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const exit = once(child, "exit");
  const stop = async () => {
    child.kill("SIGTERM");
    await exit;
    return child.exitCode;
  };
  stops.push(stop);
  await untilReady(address, child, LOG);
  return { address, stop };
}

beforeAll(async () => {
  rmSync(FOLDER, { recursive: true, force: true, maxRetries: 10 });
  mkdirSync(FOLDER, { recursive: true });
  const postgres = await startPostgres(FOLDER, DISPOSABLE);
  stops.push(postgres.stop);
  await createDatabase(postgres.url("postgres"), DATABASE);
  const address = postgres.url(DATABASE);
  // The factories write to the same database, with the same secret.
  Object.assign(process.env, { DATABASE_URL: address, DIRECT_DATABASE_URL: address });
  resetEnvForTests();
  stops.push(disconnect);
  await migrate(process.env);
  const standby = await startReplica(FOLDER, address, DISPOSABLE);
  stopReplica = standby.stop;
  stops.push(stopReplica);
  pooler = pgbouncer ? await startPgBouncer(pgbouncer, FOLDER, address) : undefined;
  if (pooler) stops.push(pooler.stop);
  [primary, replica] = [await connect(address), await connect(standby.url(DATABASE))];
  mails = await startMailService();
  stops.push(mails.close);
  environment = {
    ...process.env,
    ...NO_PROVIDERS,
    RESEND_API_KEY: process.env.RESEND_API_KEY,
    NODE_ENV: "production",
    EMBEDDED: "",
    LOG_LEVEL: "warn",
    DATA_DIR: path.join(FOLDER, "media"),
    DATABASE_URL: pooler?.url ?? address,
    DATABASE_REPLICA_URL: standby.url(DATABASE),
    LIMIT_SHARE: "20/300",
  };
  [a, b] = await Promise.all([startInstance(), startInstance()]);
});

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

type Call = { as?: Member; body?: unknown; headers?: Record<string, string> };

/** Calls an instance as a program does, without cookies. */
function call({ address }: Instance, method: string, url: string, { as, body, headers }: Call = {}) {
  return fetch(new URL(url, address), {
    method,
    headers: {
      ...(as && { authorization: `Bearer ${as.token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** The answer of a call that has to succeed. */
async function succeed(...args: Parameters<typeof call>) {
  const response = await call(...args);
  const text = await response.text();
  if (!response.ok) throw new Error(`${args[1]} ${args[2]} answered ${response.status}: ${text}`);
  return text === "" ? undefined : JSON.parse(text);
}

const like = (instance: Instance, as: Member, postId: string, body: unknown = {}) =>
  succeed(instance, "POST", `/api/posts/${postId}/like`, { as, body });

async function openStream(instance: Instance, as: Member): Promise<EventReader> {
  const { body } = await call(instance, "GET", "/api/notifications/stream", { as });
  if (!body) throw new Error("The stream has no body.");
  return readEvents(body);
}

test("a write on one instance reaches a stream on the other", async () => {
  const [author, fan] = [await createMember(), await createMember({ name: "Kabir Rao" })];
  const post = await createPost({ author });
  const stream = await openStream(b, author);
  await stream.until(({ event }) => event === "notifications");
  await like(a, fan, post.id);
  await stream.until(({ data }) => data.includes("Kabir Rao"));
  await stream.leave();
});

/** A picture, and what sends a piece of it to an instance: the bytes from `start` up to `end`. */
function pictureFor(uploadUrl: string) {
  const { pathname, search } = new URL(uploadUrl);
  const file = new Uint8Array(readFileSync("public/icons/icon-192.png"));
  const send = async ({ address }: Instance, start: number, end: number) => {
    const headers = { "Content-Range": `bytes ${start}-${end - 1}/${file.length}` };
    const body = new FormData();
    body.append("file", new Blob([file.slice(start, end)]), "icon.png");
    return (await fetch(new URL(pathname + search, address), { method: "POST", headers, body })).json();
  };
  return { file, send };
}

test("a picture sent in pieces to both instances is stored once, and delivered by both", async () => {
  const author = await createMember();
  const ticket = await succeed(a, "POST", "/api/upload/signature", {
    as: author,
    body: { mediaType: "image" },
  });
  const { file, send } = pictureFor(ticket.uploadUrl);
  expect(await send(a, 0, 100)).toMatchObject({ done: false, bytes: 100 });
  expect(await send(b, 100, 200)).toMatchObject({ done: false, bytes: 200 });
  const [first, second] = await Promise.all([a, b].map((instance) => send(instance, 200, file.length)));
  expect(first).toEqual({ ...second, width: 192 });
  for (const instance of [a, b]) {
    const picture = await call(instance, "GET", new URL(first.secure_url).pathname);
    expect([picture.status, (await picture.arrayBuffer()).byteLength]).toEqual([200, first.bytes]);
  }
});

test("with a bucket two instances share no disk: one takes what the other delivers and withholds", async () => {
  const bucket = await startS3Server();
  stops.push(bucket.close);
  const settings = (name: string) => ({ S3_URL: bucket.url(), DATA_DIR: path.join(FOLDER, name) });
  const [c, d] = await Promise.all([startInstance(settings("c")), startInstance(settings("d"))]);
  const as = await createMember();
  const ticket = await succeed(c, "POST", "/api/upload/signature", { as, body: { mediaType: "image" } });
  const { file, send } = pictureFor(ticket.uploadUrl);
  expect(await send(c, 0, 100)).toMatchObject({ done: false, bytes: 100 });
  const stored = await send(d, 100, file.length);
  expect(stored).toMatchObject({ width: 192 });
  const url = new URL(stored.secure_url).pathname;
  for (const instance of [c, d]) {
    const picture = await call(instance, "GET", url);
    expect([picture.status, (await picture.arrayBuffer()).byteLength]).toEqual([200, stored.bytes]);
    const part = await call(instance, "GET", url, { headers: { range: "bytes=1-9" } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 9]);
  }
  bucket.objects.set(`${stored.public_id}/withheld`, Buffer.alloc(0));
  // Each remembers for half a second that it was not withheld.
  const deadline = Date.now() + 2_000;
  for (const instance of [c, d]) {
    const status = async () => (await call(instance, "GET", url)).status;
    while ((await status()) === 200 && Date.now() < deadline) await delay(100);
    expect(await status()).toBe(404);
  }
  await Promise.all([c.stop(), d.stop()]);
});

test("what Next.js alone would answer with 500, or end with, is answered with 4xx or without harm", async () => {
  const send = async (path: string, options: http.RequestOptions = {}) => {
    // A string would lose its way up.
    const { hostname, port } = new URL(a.address);
    const request = http.request({ hostname, port, path, agent: false, ...options }).end();
    const [response]: http.IncomingMessage[] = await once(request, "response");
    return { status: response?.statusCode, body: await text(response ?? Readable.from([])) };
  };
  const JSON_ERROR = /^\{"error":"\w+","message":"[^"]+/;
  for (const method of ["TRACE", "PROPFIND", "POST"])
    expect(await send("/mainfeed", { method })).toEqual({
      status: 405,
      body: expect.stringMatching(JSON_ERROR),
    });
  for (const path of ["/api/posts/%zz", "/api/posts/a%00", "/api/%2e%2e/mainfeed"])
    expect(await send(path)).toEqual({ status: 400, body: expect.stringMatching(JSON_ERROR) });
  expect(await send("/tag/%E0%A4%A")).toEqual({ status: 404, body: expect.stringContaining("Take me home") });
  const states = ["", "%", "{", "[]", "[1,{}]", '["",{"a":1}]', '["",{},0]', '["",{},null,"x"]'];
  for (const state of states) {
    const headers = { rsc: "1", "next-router-state-tree": encodeURIComponent(state).replace(/^%25$/, "%") };
    expect((await send("/login-page", { headers })).status).toBeLessThan(400);
  }
  // A range that ends before it starts.
  const script = /\/_next\/static\/[^"]+\.js/.exec((await send("/login-page")).body)?.[0] ?? "";
  expect((await send(script, { headers: { range: "bytes=5-2" } })).status).toBe(200);
  expect((await send("/api/health/live")).status).toBe(200);
});

test("a logout on one instance ends the session on the other", async () => {
  const member = await createMember();
  const { refreshToken } = member;
  await succeed(b, "GET", "/api/auth/me", { as: member });
  await succeed(a, "POST", "/api/auth/logout", { as: member, body: { refreshToken } });
  // An instance may remember a session for a second.
  let status = 200;
  for (const end = Date.now() + 5_000; status === 200 && Date.now() < end; await delay(50))
    ({ status } = await call(b, "GET", "/api/auth/me", { as: member }));
  expect(status).toBe(401);
});

test("a limit holds over both instances", async () => {
  const [sharer, post] = [await createMember(), await createPost()];
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      call(index % 2 ? a : b, "POST", `/api/posts/${post.id}/share`, { as: sharer }),
    ),
  );
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect([count(200), count(429)]).toEqual([20, 20]);
});

test("likes that race on both instances, through shared connections, leave an exact count", async () => {
  const [people, post] = [await createMembers(8), await createPost()];
  let sent = 0;
  const toggle = async (person: Member) => {
    while (sent < 160) await like(sent++ % 2 ? a : b, person, post.id);
  };
  // Each person twice, so that they race against themselves as well.
  await Promise.all([...people, ...people].map(toggle));
  const { rows } = await primary.query(
    "SELECT likes_count, (SELECT count(*)::int FROM likes WHERE post_id = p.id) AS likes FROM posts p WHERE id = $1",
    [post.id],
  );
  expect(rows[0].likes_count).toBe(rows[0].likes);
});

test("what waits in the outbox is sent by one of the instances, once", async () => {
  const subjects = Array.from({ length: 300 }, (_, number) => `Waiting ${number}`);
  await db().outboxMail.createMany({
    data: subjects.map((subject) => ({
      id: randomUUID(),
      to: "aarav@mitsgwl.ac.in",
      subject,
      text: "",
      html: "",
      idempotencyKey: subject,
      nextAttemptAt: new Date(),
    })),
  });
  // A code to be mailed wakes an instance, and here both at once.
  const people = await createMembers(2);
  await Promise.all(
    [a, b].map((instance, index) =>
      succeed(instance, "POST", "/api/auth/send-otp", { body: { email: people[index]?.user.email } }),
    ),
  );
  while ((await db().outboxMail.count({ where: { nextAttemptAt: { not: null } } })) > 0) await delay(50);
  const sent = mails.arrived.map(({ subject }) => subject).filter((subject) => subjects.includes(subject));
  expect(sent.sort()).toEqual(subjects.sort());
});

describe("with a replica that lags", () => {
  const resume = () => replica.query("SELECT pg_wal_replay_resume()");
  afterEach(resume);

  test("people read what they wrote, and others what the replica has", async () => {
    const [writer, reader, post] = [await createMember(), await createMember(), await createPost()];
    const comments = `/api/posts/${post.id}/comments`;
    const cookieOf = ({ cookie }: Member) => cookie.split(";", 1).join();
    const newest = async (as: Member, cookie?: string) =>
      (await succeed(b, "GET", comments, { as, ...(cookie && { headers: { cookie } }) })).comments[0]
        ?.content;
    const write = async (content: string) => {
      const response = await call(a, "POST", comments, {
        as: writer,
        body: { content },
        headers: { cookie: cookieOf(writer) },
      });
      expect(response.status).toBe(201);
      return [cookieOf(writer), ...response.headers.getSetCookie().map((line) => line.split(";", 1))].join(
        "; ",
      );
    };
    await write("before");
    // Reading makes an instance look at the replica, at most once a second.
    await newest(reader, cookieOf(reader));
    await delay(1_200);
    while ((await newest(reader, cookieOf(reader))) !== "before") await delay(50);
    await delay(1_200);
    await newest(reader, cookieOf(reader));

    await replica.query("SELECT pg_wal_replay_pause()");
    const isPaused = async () =>
      (await replica.query("SELECT pg_get_wal_replay_pause_state() AS state")).rows[0].state === "paused";
    while (!(await isPaused())) await delay(10);
    const cookie = await write("after");
    expect(await newest(writer, cookie)).toBe("after");
    // A program without cookies.
    expect(await newest(reader)).toBe("after");
    expect(await newest(reader, cookieOf(reader))).toBe("before");
    // It is left alone before it lags by more than five seconds.
    const paused = Date.now();
    while ((await newest(reader, cookieOf(reader))) !== "after") await delay(100);
    expect(Date.now() - paused).toBeLessThan(20_000);
  });
});

test("without the replica the primary answers", async () => {
  const reader = await createMember();
  await stopReplica();
  const headers = { cookie: reader.cookie.split(";", 1).join() };
  for (const end = Date.now() + 1_500; Date.now() < end; await delay(50)) {
    for (const instance of [a, b]) await succeed(instance, "GET", "/api/posts", { as: reader, headers });
  }
  // It was asked until then.
  expect(readFileSync(LOG, "utf8")).toContain("the replica fails, reading from the primary");
});

test("long work goes on behind PgBouncer", async () => {
  const member = await createMember();
  const response = await call(a, "GET", `/api/users/${member.id}/export`, { as: member });
  expect(response.status).toBe(200);
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
});

test("an instance stops once it has answered, and ends its streams", async () => {
  const [author, post] = [await createMember(), await createPost()];
  const stream = await openStream(b, author);
  let isStopping = false;
  const statuses: number[] = [];
  const work = async (person: Member) => {
    while (!isStopping)
      statuses.push((await call(b, "POST", `/api/posts/${post.id}/like`, { as: person, body: {} })).status);
  };
  const working = (await createMembers(4)).map(work);
  await delay(200);
  const stopped = b.stop();
  await delay(100);
  isStopping = true;
  await Promise.all(working);
  expect([...new Set(statuses)]).toEqual([200]);
  await stream.ended(5_000);
  expect(await stopped).toBe(0);
});

// PgBouncer in transaction mode forwards no notifications.
if (pgbouncer) {
  test("behind PgBouncer no statement has a name, which the next connection would not know", async () => {
    await succeed(a, "GET", "/api/posts", { as: await createMember() });
    const behind = await connect(pooler?.url ?? "");
    const { rows } = await behind.query("SELECT statement FROM pg_prepared_statements");
    expect(rows).toEqual([]);
  });

  test("behind PgBouncer without the direct address, browsers ask instead of listening", async () => {
    const member = await createMember();
    const pooled = await startInstance({ DIRECT_DATABASE_URL: "" });
    const response = await call(pooled, "GET", "/api/notifications/stream", { as: member });
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "600"]);
    expect(await like(pooled, member, (await createPost()).id)).toMatchObject({ likesCount: 1 });
  });
}
