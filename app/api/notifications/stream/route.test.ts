import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { EventSourceMessage } from "eventsource-parser";
import { Client } from "pg";
import { GET } from "@/app/api/notifications/stream/route";
import { setCircle } from "@/lib/circles/server/circle";
import { type Notification, notificationsAnswer, type PostsNews } from "@/lib/notifications/schema";
import { closeStreams } from "@/lib/notifications/server/stream";
import { StreamHub } from "@/lib/notifications/server/stream-hub";
import { notify } from "@/lib/notifications/server/write";
import { db, transaction } from "@/lib/platform/db";
import { resetEnvForTests } from "@/lib/platform/env";
import { flushChanges, publishChange, publishPost, publishSafety } from "@/lib/platform/realtime";
import { api } from "@/tests/api";
import { makeRequest } from "@/tests/call";
import { databaseOfWorker } from "@/tests/database";
import {
  createConversation,
  createMember,
  createMessage,
  createPost,
  createStaff,
  type Member,
  suspend,
} from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { type EventReader, readEvents } from "@/tests/sse";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

/** Two instances of the app on one database. */
let hubs: [StreamHub, StreamHub];
const readers: EventReader[] = [];

beforeAll(() => {
  hubs = [new StreamHub(databaseOfWorker()), new StreamHub(databaseOfWorker())];
});
afterEach(async () => {
  await Promise.all(readers.splice(0).map((reader) => reader.leave()));
});
afterAll(async () => {
  await Promise.all(hubs.map((hub) => hub.close()));
  await closeStreams();
});

const HOUR = 3_600_000;
const listen = async (
  member: Member,
  { hub = hubs[0], expiresAt = Date.now() + HOUR, version = "" } = {},
) => {
  const reader = readEvents(await hub.open({ viewer: member.viewer, expiresAt, version }));
  readers.push(reader);
  return reader;
};
const pageOf = (event: EventSourceMessage) => notificationsAnswer.parse(JSON.parse(event.data));
const listOf = (event: EventSourceMessage): Notification[] => pageOf(event).notifications;
const isPage = ({ event }: EventSourceMessage) => event === "notifications";
const hasFrom = (sender: Member) => (event: EventSourceMessage) =>
  isPage(event) && listOf(event).some(({ senderId }) => senderId._id === sender.id);
const isEmpty = (event: EventSourceMessage) => isPage(event) && listOf(event).length === 0;
/** Whether an event is a hint about conversations with these fields. */
const hints =
  (fields: { conversationId: string | null; messageId: string | null }) =>
  ({ event, data }: EventSourceMessage) =>
    event === "message" && data === JSON.stringify(fields);

const like = (member: Member, postId: string, liked = true) =>
  api.post(`/posts/${postId}/like`, { token: member.token, body: { liked } });

/** Collects everything published on the channel until stopped. */
async function recordHints() {
  const client = new Client({ connectionString: databaseOfWorker() });
  const hints: string[] = [];
  await client.connect();
  client.on("notification", ({ payload = "" }) => hints.push(payload));
  await client.query("LISTEN notifications");
  return {
    stop: async () => {
      await client.end();
      return hints;
    },
  };
}

async function authorAndFan() {
  const [author, fan] = [await createMember(), await createMember({ name: "Kabir Rao" })];
  return { author, fan, post: await createPost({ author }) };
}

describe("GET /api/notifications/stream", () => {
  const open = (token: string, headers: Record<string, string> = {}) =>
    GET(makeRequest({ path: "/api/notifications/stream", token, headers }), { params: Promise.resolve({}) });

  test("sends a like to the author within a second, as the list shows it", async () => {
    const { author, fan, post } = await authorAndFan();
    const response = await open(author.token);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("text/event-stream; charset=utf-8");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store, no-transform");
    expect(response.headers.get("X-Accel-Buffering")).toBe("no");
    const reader = readEvents(response.body as ReadableStream<Uint8Array>);
    readers.push(reader);
    await reader.until(isEmpty);
    await like(fan, post.id);
    const event = await reader.until(hasFrom(fan));
    expect(event.event).toBe("notifications");
    expect(pageOf(event)).toEqual(
      (await api.get("/notifications", { token: author.token })).read(notificationsAnswer),
    );
  });

  test("resumes after the last event id and sends only what is new", async () => {
    const { author, fan, post } = await authorAndFan();
    const first = await listen(author);
    const { id } = await first.until(isEmpty);
    await first.leave();
    const again = await listen(author, { version: id ?? "" });
    await delay(600);
    expect(again.events.filter(isPage)).toEqual([]);
    await again.leave();
    await like(fan, post.id);
    const later = await listen(author, { version: id ?? "" });
    await later.until(hasFrom(fan));
  });

  test("makes the client poll behind a pooler without a direct connection", async () => {
    const { author } = await authorAndFan();
    const { DATABASE_URL, DIRECT_DATABASE_URL } = process.env;
    const pooled = new URL(DATABASE_URL ?? "");
    pooled.searchParams.set("pgbouncer", "true");
    Object.assign(process.env, { DATABASE_URL: pooled.href, DIRECT_DATABASE_URL: "" });
    resetEnvForTests();
    const response = await open(author.token);
    Object.assign(process.env, { DATABASE_URL, DIRECT_DATABASE_URL });
    resetEnvForTests();
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("600");
  });
});

describe("an open stream", () => {
  test("reaches all of a person's devices on every instance, and no one else", async () => {
    const { author, fan, post } = await authorAndFan();
    const [here, there] = [await listen(author), await listen(author, { hub: hubs[1] })];
    const other = await listen(fan, { hub: hubs[1] });
    await Promise.all([here.until(isEmpty), there.until(isEmpty), other.until(isEmpty)]);
    await like(fan, post.id);
    await Promise.all([here.until(hasFrom(fan)), there.until(hasFrom(fan))]);
    await delay(300);
    expect(other.events.filter(isPage)).toHaveLength(1);
  });

  test("quiets the bell of all devices when one of them views the list", async () => {
    const { author, fan, post } = await authorAndFan();
    await like(fan, post.id);
    const reader = await listen(author);
    await reader.until((event) => isPage(event) && pageOf(event).newCount === 1);
    await api.put("/notifications/viewed", { token: author.token });
    const page = pageOf(await reader.until((event) => isPage(event) && pageOf(event).newCount === 0));
    expect(page.unreadCount).toBe(1);
  });

  test("shows what another device marks as read or deletes", async () => {
    const { author, fan, post } = await authorAndFan();
    await like(fan, post.id);
    const reader = await listen(author);
    const [notification] = listOf(await reader.until(hasFrom(fan)));
    await api.put(`/notifications/${notification?._id}/seen`, { token: author.token });
    await reader.until((event) => isPage(event) && pageOf(event).unreadCount === 0);
    await api.delete(`/notifications/${notification?._id}`, { token: author.token });
    await reader.until(isEmpty);
  });

  test("drops an undone like while it is unseen, and retains a seen one", async () => {
    const { author, fan, post } = await authorAndFan();
    const reader = await listen(author);
    await like(fan, post.id);
    await reader.until(hasFrom(fan));
    await like(fan, post.id, false);
    await reader.until(isEmpty);
    await like(fan, post.id);
    await api.put("/notifications/mark-all-seen", { token: author.token });
    await like(fan, post.id, false);
    await delay(600);
    expect(pageOf(reader.events.findLast(isPage) as EventSourceMessage)).toMatchObject({
      totalCount: 1,
      unreadCount: 0,
    });
  });

  test("sends one event for 200 concurrent likes by one person", async () => {
    const { author, fan, post } = await authorAndFan();
    const reader = await listen(author);
    await reader.until(isEmpty);
    const replies = await Promise.all(Array.from({ length: 200 }, () => like(fan, post.id)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    await reader.until(hasFrom(fan));
    await delay(600);
    expect(await db().notification.count({ where: { receiverId: author.id } })).toBe(1);
    expect(reader.events.filter(isPage)).toHaveLength(2);
  });

  test("sends few events for a burst of likes on and off, the last one correct", async () => {
    const { author, fan, post } = await authorAndFan();
    const reader = await listen(author);
    await reader.until(isEmpty);
    const began = Date.now();
    for (let round = 0; round < 60; round++) await like(fan, post.id, round % 2 === 0);
    await delay(800);
    expect(listOf(reader.events.findLast(isPage) as EventSourceMessage)).toEqual([]);
    expect(reader.events.filter(isPage).length).toBeLessThanOrEqual(2 + (Date.now() - began) / 250);
  });

  test("does not miss what is being written while it opens", async () => {
    const { author, fan } = await authorAndFan();
    let opening: Promise<EventReader> | undefined;
    await transaction(async (tx) => {
      const event = { senderId: fan.id, receiverId: author.id, type: "follow" as const, postId: null };
      await notify(tx, { ...event, message: "joined your circle" });
      opening = listen(author);
      await delay(300);
    });
    const reader = (await opening) as EventReader;
    await reader.until(hasFrom(fan));
  });

  test("gets one hint for many simultaneous changes", async () => {
    const { author } = await authorAndFan();
    const recorder = await recordHints();
    const others = Array.from({ length: 80 }, () => randomUUID());
    for (const id of [...others, author.id, author.id]) publishChange(id);
    await delay(300);
    const hints = (await recorder.stop()).filter((payload) => payload.includes(author.id));
    expect(hints).toHaveLength(1);
    // A post of another test may still be sent with them.
    const changes = JSON.parse(hints[0] ?? "").filter(({ kind }: { kind: string }) => kind === "change");
    expect(changes).toEqual([...others, author.id].map((personId) => ({ kind: "change", personId })));
  });

  test("reads all once at most in a while, however often someone blocks and unblocks", async () => {
    const { author } = await authorAndFan();
    const other = await createMember();
    const reader = await listen(author);
    await reader.until(isEmpty);
    for (let round = 0; round < 6; round++) {
      publishSafety(author.id);
      await flushChanges();
    }
    await setCircle(other.viewer, author.id, true);
    await reader.until(hasFrom(other));
    expect(reader.events.filter(({ event }) => event === "safety")).toHaveLength(1);
  });

  test("gets no hint of a rolled back change", async () => {
    const { author, fan } = await authorAndFan();
    const recorder = await recordHints();
    const event = { senderId: fan.id, receiverId: author.id, type: "follow" as const, postId: null };
    const rolledBack = transaction(async (tx) => {
      await notify(tx, { ...event, message: "joined your circle" });
      throw new Error("rolled back");
    });
    await expect(rolledBack).rejects.toThrow("rolled back");
    await delay(300);
    expect((await recorder.stop()).filter((payload) => payload.includes(author.id))).toEqual([]);
  });

  test("loses nothing when the listening connection breaks", async () => {
    const { author, fan, post } = await authorAndFan();
    const reader = await listen(author);
    await reader.until(isEmpty);
    const killed = await db().sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'campus-circle-listen' AND datname = current_database()`;
    expect(killed.length).toBeGreaterThanOrEqual(2);
    await like(fan, post.id);
    await reader.until(hasFrom(fan), 5_000);
    // The new connection works as before.
    const another = await createMember();
    await like(another, post.id);
    await reader.until(hasFrom(another));
  });
});

describe("posts on an open stream", () => {
  const newsOf = ({ data }: EventSourceMessage): PostsNews => JSON.parse(data);
  const isNews = ({ event }: EventSourceMessage) => event === "posts";
  /** Whether an event says that a post has these counts. */
  const counts =
    (postId: string, expected: Partial<PostsNews["counts"][number]>) => (event: EventSourceMessage) =>
      isNews(event) && newsOf(event).counts.some((post) => post._id === postId && matches(post, expected));
  const matches = (post: object, expected: object) =>
    Object.entries(expected).every(([name, value]) => post[name as keyof typeof post] === value);
  const saysNew = (event: EventSourceMessage) => isNews(event) && newsOf(event).isNew;
  /** Long enough for whatever was published before to arrive. */
  const settle = async () => {
    await flushChanges();
    await delay(1_300);
  };

  test("counts reach everyone who may open the post, on every instance, within seconds", async () => {
    const { author, fan, post } = await authorAndFan();
    await settle();
    const readers = [await listen(author), await listen(await createMember(), { hub: hubs[1] })];
    await like(fan, post.id);
    for (const reader of readers) await reader.until(counts(post.id, { likesCount: 1 }));
    await api.post(`/posts/${post.id}/comments`, { token: fan.token, body: { content: "Between us" } });
    for (const reader of readers) await reader.until(counts(post.id, { likesCount: 1, commentsCount: 1 }));
    await api.post(`/posts/${post.id}/share`, { token: fan.token });
    for (const reader of readers) await reader.until(counts(post.id, { sharesCount: 1 }));
    const sent = JSON.stringify(readers[1]?.events.filter(isNews));
    for (const secret of ["Between us", fan.id, author.id]) expect(sent).not.toContain(secret);
  });

  test("a new post is news to others, and not to its author", async () => {
    const [author, reader] = [await createMember(), await createMember()];
    await settle();
    const [mine, theirs] = [await listen(author), await listen(reader, { hub: hubs[1] })];
    const post = await createPost({ author });
    await theirs.until(saysNew);
    await mine.until(counts(post.id, { likesCount: 0 }));
    expect(mine.events.some(saysNew)).toBe(false);
  });

  test.each([
    ["has blocked the author", true, (me: Member, author: Member) => block(me, author)],
    ["is blocked by the author", true, (me: Member, author: Member) => block(author, me)],
    ["has muted the author", false, (me: Member, author: Member) => mute(me, author)],
  ])("no hint of a new post reaches someone who %s", async (_, isClosed, arrange) => {
    const [author, me, other] = [await createMember(), await createMember(), await createMember()];
    await arrange(me, author);
    await settle();
    const [mine, theirs] = [await listen(me), await listen(other)];
    const post = await createPost({ author });
    await theirs.until(saysNew);
    await delay(100);
    expect(mine.events.filter(isNews)).toEqual([]);
    // Who muted the author may still have the post open.
    await like(other, post.id);
    await theirs.until(counts(post.id, { likesCount: 1 }));
    await delay(100);
    expect(mine.events.some(counts(post.id, { likesCount: 1 }))).toBe(!isClosed);
  });
  const block = (person: Member, other: Member) =>
    api.post(`/users/${other.id}/block`, { token: person.token, body: { blocked: true } });
  const mute = (person: Member, other: Member) =>
    api.post(`/users/${other.id}/mute`, { token: person.token, body: { muted: true } });

  test("no hint announces a post that has been withheld or deleted", async () => {
    const { author, fan, post } = await authorAndFan();
    const other = await createPost({ author });
    await settle();
    const reader = await listen(await createMember());
    await db().post.update({ where: { id: post.id }, data: { isActive: false, withheldAt: new Date() } });
    publishPost(post.id, { isNew: true });
    await like(fan, other.id);
    await reader.until(counts(other.id, { likesCount: 1 }));
    expect(JSON.stringify(reader.events.filter(isNews))).not.toContain(post.id);
    expect(reader.events.some(saysNew)).toBe(false);
  });

  test("a burst is sent once a second, and the last counts are correct", async () => {
    const { author, post } = await authorAndFan();
    const fans = await Promise.all(Array.from({ length: 12 }, () => createMember()));
    await settle();
    const reader = await listen(author);
    const began = Date.now();
    for (const fan of fans) {
      await like(fan, post.id);
      await delay(100);
    }
    await reader.until(counts(post.id, { likesCount: 12 }));
    const sent = reader.events.filter(isNews).length;
    expect(sent).toBeLessThanOrEqual(2 + (Date.now() - began) / 1_000);
  });
});

describe("messages on an open stream", () => {
  async function friends() {
    const [me, friend] = [await createMember(), await createMember()];
    await setCircle(me.viewer, friend.id, true);
    return { me, friend, conversationId: await createConversation(friend, me) };
  }

  test("are hints to both people's devices on every instance, and to no one else", async () => {
    const { me, friend, conversationId } = await friends();
    const own = [
      await listen(me),
      await listen(me, { hub: hubs[1] }),
      await listen(friend, { hub: hubs[1] }),
    ];
    const other = await listen(await createMember());
    const messageId = await createMessage({ conversationId, sender: friend, text: "Between us" });
    for (const reader of own) await reader.until(hints({ conversationId, messageId }));
    await api.put(`/conversations/${conversationId}/seen`, { token: me.token, body: { messageId } });
    for (const reader of own) await reader.until(hints({ conversationId, messageId: null }));
    expect(other.events.filter((event) => !isPage(event))).toEqual([]);
    const received = JSON.stringify(own.map(({ events }) => events));
    expect(received).not.toContain("Between us");
  });

  test.each([
    ["when read receipts are off", true],
    ["of a request", false],
  ])("do not tell that something was seen %s", async (_, hasJoined) => {
    const { me, friend, conversationId } = await friends();
    if (hasJoined) {
      await api.put("/conversations/preferences", { token: me.token, body: { seenMarks: false } });
    } else {
      await setCircle(me.viewer, friend.id, false);
    }
    const messageId = await createMessage({ conversationId, sender: friend });
    const [mine, theirs] = [await listen(me), await listen(friend)];
    await api.put(`/conversations/${conversationId}/seen`, { token: me.token, body: { messageId } });
    await mine.until(hints({ conversationId, messageId: null }));
    expect(theirs.events.some(hints({ conversationId, messageId: null }))).toBe(false);
  });
});

test("a block names no one to the blocked, no conversation either, and takes a while", async () => {
  const [me, other] = [await createMember(), await createMember()];
  const conversationId = await createConversation(me, other);
  const [mine, theirs] = [await listen(me), await listen(other)];
  const messageId = await createMessage({ conversationId, sender: me });
  for (const reader of [mine, theirs]) await reader.until(hints({ conversationId, messageId }));
  const before = theirs.events.length;
  const isSafety = ({ event }: EventSourceMessage) => event === "safety";
  await api.post(`/users/${other.id}/block`, { token: me.token, body: { blocked: true } });
  await mine.until(isSafety);
  await mine.until(hints({ conversationId, messageId: null }));
  expect(theirs.events.slice(before).filter((event) => !isPage(event))).toEqual([]);
  await theirs.until(isSafety, 10_000);
  const received = JSON.stringify(theirs.events.slice(before));
  for (const secret of [conversationId, me.id]) expect(received).not.toContain(secret);
  expect(theirs.events.filter(isSafety)).toMatchObject([{ data: JSON.stringify({ hidden: [] }) }]);
});

test.each(["a decision", "the list"])(
  "%s of the college about someone reaches their open screens",
  async (by) => {
    const [{ token }, person] = [await createStaff("admin"), await createMember()];
    const reader = await listen(person);
    if (by === "the list") {
      const body = `email,name,role,department,batch\n${person.user.email},,faculty,CSE,`;
      await api.post("/college/people/import", { token, body, headers: { "Content-Type": "text/csv" } });
    } else {
      await api.put(`/college/people/${person.id}`, { token, body: { role: "faculty", department: "CSE" } });
    }
    await reader.until(({ event }) => event === "safety");
    await reader.until((event) => isPage(event) && listOf(event).some(({ type }) => type === "affiliation"));
  },
);

describe("the end of a stream", () => {
  test("comes with the end of its session", async () => {
    const { author } = await authorAndFan();
    const reader = await listen(author);
    await api.post("/auth/logout", { body: { refreshToken: author.refreshToken } });
    await reader.ended(5_000);
  });

  test.each(["refuse", "confirm"])(
    "comes once a minor is noted where MINORS=%s excludes them",
    async (minors) => {
      process.env.MINORS = minors;
      resetEnvForTests();
      try {
        const { author } = await authorAndFan();
        const reader = await listen(author);
        await db().user.update({ where: { id: author.id }, data: { isAdult: false } });
        await reader.ended(5_000);
      } finally {
        delete process.env.MINORS;
        resetEnvForTests();
      }
    },
  );

  test("comes with a ban", async () => {
    const { author } = await authorAndFan();
    const reader = await listen(author);
    await suspend(author, null);
    await reader.ended(5_000);
  });

  test("comes with the end of its token", async () => {
    const { author } = await authorAndFan();
    const reader = await listen(author, { expiresAt: Date.now() + 500 });
    await reader.ended(5_000);
  });

  test("comes when the client leaves, and frees its resources", async () => {
    const { author } = await authorAndFan();
    const before = hubs[1].count();
    const client = new AbortController();
    const viewer = author.viewer;
    readEvents(await hubs[1].open({ viewer, expiresAt: Date.now() + HOUR, signal: client.signal }));
    const reader = await listen(author, { hub: hubs[1] });
    expect(hubs[1].count()).toBe(before + 2);
    client.abort();
    await reader.leave();
    expect(hubs[1].count()).toBe(before);
  });

  test("comes when a client stops reading", async () => {
    const { author } = await authorAndFan();
    const before = hubs[1].count();
    const stuck = await hubs[1].open({ viewer: author.viewer, expiresAt: Date.now() + HOUR });
    for (let round = 0; hubs[1].count() > before && round < 400; round++) {
      await db().sql`
        INSERT INTO notifications (id, sender_id, receiver_id, type, message)
        SELECT gen_random_uuid(), id, ${author.id}::uuid, 'follow', repeat('long ', 4000)
        FROM users WHERE id <> ${author.id}::uuid LIMIT 20
        ON CONFLICT (sender_id, receiver_id, type, post_id, custom_type,
          (CASE WHEN type IN ('comment_like', 'mention') THEN comment_id END))
        WHERE NOT (type IN ('comment', 'reply') AND custom_type IS NULL AND seen)
        DO UPDATE SET message = excluded.message || ${String(round)}`;
      publishChange(author.id);
      await delay(100);
    }
    expect(hubs[1].count()).toBe(before);
    await stuck.cancel();
  });

  test("is not forced on the oldest: one stream too many is rejected", async () => {
    const { author } = await authorAndFan();
    for (let count = 0; count < 20; count++) await listen(author);
    await expect(listen(author)).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("comes when the server stops, which opens no new ones", async () => {
    const hub = new StreamHub(databaseOfWorker());
    const { author } = await authorAndFan();
    const reader = await listen(author, { hub });
    await hub.close();
    await reader.ended(1_000);
    await expect(listen(author, { hub })).rejects.toMatchObject({ code: "unavailable" });
  });
});
