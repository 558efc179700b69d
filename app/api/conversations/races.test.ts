import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { setCircle } from "@/lib/circles/server/circle";
import {
  conversationAnswer,
  conversationsAnswer,
  messagesAnswer,
  newMessageAnswer,
} from "@/lib/messages/schema";
import { db } from "@/lib/platform/db";
import { withLongQueries } from "@/lib/platform/db-connections";
import { Prisma } from "@/prisma/generated/client/client";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import { createConversation, createMember, createMembers, type Member, signIn } from "@/tests/factories";
import { liftLimits, resetLimit } from "@/tests/limits";
import { inParallel } from "@/tests/parallel";
import { useTestDatabase } from "@/tests/test-db";

/** What happens at the same moment, limits, and what a long history costs. */

beforeAll(useTestDatabase);
beforeEach(liftLimits);
afterEach(async () => expect(await findDrift()).toEqual([]));

type Caller = Pick<Member, "token">;
const send = (member: Caller, id: string, body: object = {}) =>
  api.post(`/conversations/${id}/messages`, {
    token: member.token,
    body: { text: "Hello", clientId: randomUUID(), ...body },
  });
const read = async (member: Caller, id: string) =>
  (await api.get(`/conversations/${id}/messages`, { token: member.token, query: { limit: 50 } })).read(
    messagesAnswer,
  ).messages;

/** The conversations in a person's lists, with their box. */
async function listed({ token }: Caller): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const box of ["inbox", "requests"]) {
    const reply = await api.get("/conversations", { token, query: { box } });
    const { conversations } = reply.read(conversationsAnswer);
    found.push(...conversations.map(({ _id }): [string, string] => [box, _id]));
  }
  return found;
}

async function createFriends() {
  const [me, friend] = [await createMember(), await createMember()];
  await setCircle(me.viewer, friend.id, true);
  return { me, friend, id: await createConversation(friend, me) };
}

describe("at the same moment", () => {
  test("two people who begin get one conversation", async () => {
    const [me, friend] = [await createMember(), await createMember()];
    const begin = (from: Member, to: Member) => () =>
      api.post("/conversations", { token: from.token, body: { userId: to.id } });
    const replies = await inParallel(
      Array.from({ length: 10 }, (_, index) => (index % 2 ? begin(me, friend) : begin(friend, me))),
    );
    const ids = replies.map((reply) => reply.read(conversationAnswer).conversation._id);
    expect(new Set(ids).size).toBe(1);
    expect(await db().conversationParticipant.count({ where: { conversationId: ids[0] ?? "" } })).toBe(2);
  });

  test("two devices and the other person write, and all have the same order", async () => {
    const { me, friend, id } = await createFriends();
    // Both ways, or the first messages of one would be requests, no matter who comes first.
    await setCircle(friend.viewer, me.id, true);
    const secondDevice = await signIn(me.user);
    const writers = [me, secondDevice, friend];
    const sent = await inParallel(
      Array.from({ length: 30 }, (_, index) => async () => {
        const writer = writers[index % 3] ?? me;
        return (await send(writer, id, { text: `Message ${index}` })).read(newMessageAnswer).message._id;
      }),
      12,
    );
    const order = (await read(me, id)).map(({ _id }) => _id);
    expect(order).toHaveLength(30);
    expect([...order].sort()).toEqual([...sent].sort());
    expect((await read(friend, id)).map(({ _id }) => _id)).toEqual(order);
  });

  test("one message sent ten times is one", async () => {
    const { me, friend, id } = await createFriends();
    const body = { clientId: randomUUID() };
    const replies = await inParallel(Array.from({ length: 10 }, () => () => send(friend, id, body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    const ids = replies.map((reply) => reply.read(newMessageAnswer).message._id);
    expect(new Set(ids).size).toBe(1);
    expect(await read(me, id)).toHaveLength(1);
    const key = `message_unanswered:${friend.id}`;
    expect(await db().rateLimit.findUnique({ where: { key } })).toMatchObject({ count: 1 });
  });

  test("a stranger's messages are at most three", async () => {
    const [me, stranger] = [await createMember(), await createMember()];
    const id = await createConversation(stranger, me);
    const replies = await inParallel(Array.from({ length: 10 }, () => () => send(stranger, id)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3);
    expect(replies.filter(({ error }) => error === "request_pending")).toHaveLength(7);
  });

  test("accepting, writing, reading and hiding leave every count right", async () => {
    const [me, stranger] = [await createMember(), await createMember()];
    const id = await createConversation(stranger, me);
    const first = (await send(stranger, id)).read(newMessageAnswer).message;
    const call = (path: string) => () => api.post(`/conversations/${id}/${path}`, { token: me.token });
    const seen = () =>
      api.put(`/conversations/${id}/seen`, { token: me.token, body: { messageId: first._id } });
    const hide = () => api.delete(`/conversations/${id}`, { token: me.token });
    const remove = () => api.delete(`/conversations/${id}/messages/${first._id}`, { token: stranger.token });
    const replies = await inParallel<{ status: number }>([
      call("accept"),
      () => send(stranger, id),
      seen,
      () => send(me, id),
      hide,
      () => send(stranger, id),
      remove,
      call("accept"),
      seen,
    ]);
    for (const { status } of replies) expect(status).toBeLessThan(300);
    const people = await db().conversationParticipant.findMany({ where: { conversationId: id } });
    expect(people.map(({ box, hasAnswered }) => [box, hasAnswered])).toEqual([
      ["inbox", true],
      ["inbox", true],
    ]);
  });

  /** Either of the two blocks, while each of the acts comes first, and last. */
  const ROUNDS = 8;

  test.each([
    ["accepting and blocking", false],
    ["accepting, writing and blocking", true],
  ])(
    "%s leave two people hidden from each other, without a way to write",
    async (_, alsoWriting) => {
      for (let round = 0; round < ROUNDS; round++) {
        const [me, stranger] = [await createMember(), await createMember()];
        const id = await createConversation(stranger, me);
        await send(stranger, id);
        const [blocker, blocked] = round % 2 ? [stranger, me] : [me, stranger];
        const block = (isBlocked: boolean) =>
          api.post(`/users/${blocked.id}/block`, { token: blocker.token, body: { blocked: isBlocked } });
        const acts = [
          () => api.post(`/conversations/${id}/accept`, { token: me.token }),
          ...(alsoWriting ? [() => send(stranger, id), () => send(me, id)] : []),
          () => block(true),
        ];
        const first = Math.floor(round / 2) % acts.length;
        const replies = await inParallel([...acts.slice(first), ...acts.slice(0, first)]);
        for (const { status } of replies) expect([200, 201, 403]).toContain(status);
        expect(await listed(blocker)).toEqual([]);
        expect((await api.get("/conversations/unread", { token: blocker.token })).body).toEqual({
          unreadCount: 0,
        });
        for (const { token } of [me, stranger]) {
          expect((await api.get(`/conversations/${id}`, { token })).body).toMatchObject({
            conversation: { with: null, canWrite: false },
          });
          expect(await send({ token }, id)).toMatchObject({ status: 403 });
        }
        expect(await findDrift()).toEqual([]);
        await block(false);
        // Accepted: both have it in the inbox again.
        for (const person of [me, stranger]) expect(await listed(person)).toEqual([["inbox", id]]);
      }
    },
    120_000,
  );

  test("someone writes and the other deletes their account", async () => {
    const { me, friend, id } = await createFriends();
    // A conversation in which nothing was said would be gone with the account.
    await send(friend, id);
    const replies = await inParallel<{ status: number }>([
      () => send(friend, id),
      () => api.delete(`/auth/users/${me.id}`, { token: me.token }),
      () => send(friend, id),
    ]);
    expect(replies[1]?.status).toBe(200);
    expect((await send(friend, id)).status).toBe(403);
    expect(await db().user.count({ where: { id: me.id } })).toBe(0);
  });
});

describe("limits", () => {
  test("60 messages a minute", async () => {
    const { me, friend, id } = await createFriends();
    await send(me, id);
    resetLimit("message");
    const replies = await inParallel(
      Array.from({ length: 61 }, () => () => send(friend, id)),
      8,
    );
    const rejected = replies.filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(1);
    expect(Number(rejected[0]?.headers.get("Retry-After"))).toBeGreaterThan(0);
  });

  test("300 an hour to people who never answered, and any number to those who have", async () => {
    const { me, friend, id } = await createFriends();
    resetLimit("message_unanswered");
    await db().rateLimit.create({
      data: {
        key: `message_unanswered:${friend.id}`,
        count: 299,
        expiresAt: new Date(Date.now() + 3_600_000),
      },
    });
    expect((await send(friend, id)).status).toBe(201);
    expect(await send(friend, id)).toMatchObject({ status: 429, error: "rate_limited" });
    await send(me, id);
    expect((await send(friend, id)).status).toBe(201);
  });

  test("20 requests a day, counted once each", async () => {
    const sender = await createMember();
    const receivers = await createMembers(21);
    resetLimit("message_request");
    const conversations = await Promise.all(
      receivers.map((receiver) => createConversation(sender, receiver)),
    );
    const [last = "", ...others] = conversations;
    for (const id of others) {
      const body = { clientId: randomUUID() };
      expect((await send(sender, id, body)).status).toBe(201);
      expect((await send(sender, id, body)).status).toBe(200);
      expect((await send(sender, id)).status).toBe(201);
    }
    const reply = await send(sender, last);
    expect(reply).toMatchObject({ status: 429, error: "rate_limited" });
    expect(reply.body).toMatchObject({ message: expect.stringContaining("many new people") });
    const fan = receivers[0] as Member;
    await setCircle(fan.viewer, sender.id, true);
    expect((await send(sender, last)).status).toBe(201);
  });
});

/** The plans of the statements that `act` runs, as JSON. */
async function plansOf(table: string, act: () => Promise<unknown>): Promise<string[]> {
  const statements: { text: string; values: unknown[] }[] = [];
  const query = Client.prototype.query;
  const spy = jest.spyOn(Client.prototype, "query").mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const [statement] = args as [{ text: string; values: unknown[] }];
    if (statement.text?.includes(table)) statements.push(statement);
    return Reflect.apply(query, this, args);
  });
  try {
    await act();
  } finally {
    spy.mockRestore();
  }
  const plans: string[] = [];
  for (const { text, values } of statements) {
    const explain = new Prisma.Sql(`EXPLAIN (FORMAT JSON) ${text}`.split(/\$\d+/), values);
    plans.push(JSON.stringify(await db().sql(explain)));
  }
  return plans;
}

test("100,000 messages are read page by page through an index", async () => {
  const { me, friend, id } = await createFriends();
  await send(friend, id);
  await withLongQueries(
    () => db().sql`
      INSERT INTO messages (id, conversation_id, seq, sender_id, client_id, text)
      SELECT gen_random_uuid(), ${id}::uuid, n, ${friend.id}::uuid, gen_random_uuid(), 'Message ' || n
      FROM generate_series(2, 100000) n`,
  );
  await db().conversation.update({ where: { id }, data: { lastSeq: 100_000 } });
  await db().conversationParticipant.updateMany({
    where: { conversationId: id, personId: me.id },
    data: { unreadCount: 100_000 },
  });
  await db().sql`ANALYZE messages`;
  const { token } = me;
  const plans = await plansOf("messages", async () => {
    await api.get(`/conversations/${id}/messages`, { token });
    await api.get(`/conversations/${id}/messages`, { token, query: { cursor: "50000" } });
    await api.get(`/conversations/${id}`, { token });
    await api.get("/conversations", { token });
  });
  expect(plans).toHaveLength(4);
  for (const plan of plans) {
    expect(plan).toContain("messages_conversation_id_seq_key");
    expect(plan).not.toMatch(/"Node Type": ?"Seq Scan"[^}]*"Relation Name": ?"messages"/);
  }
});

test("what is unread in 5,000 conversations is counted through an index", async () => {
  const { me, friend, id } = await createFriends();
  await send(friend, id);
  await db().sql`
    WITH made AS (
      INSERT INTO conversations (id) SELECT gen_random_uuid() FROM generate_series(1, 5000) RETURNING id
    )
    INSERT INTO conversation_participants (conversation_id, person_id, box, listed_at)
    SELECT id, ${me.id}::uuid, 'inbox', now() FROM made`;
  await db().sql`ANALYZE conversation_participants`;
  const plans = await plansOf("conversation_participants", async () => {
    const { body } = await api.get("/conversations/unread", { token: me.token });
    expect(body).toEqual({ unreadCount: 1 });
  });
  expect(plans).toHaveLength(1);
  expect(plans[0]).toContain("conversation_participants_unread_idx");
});
