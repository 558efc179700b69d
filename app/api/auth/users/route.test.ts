import { randomUUID } from "node:crypto";
import { setCircle } from "@/lib/circles/server/circle";
import { addComment } from "@/lib/comments/server/comments";
import { setCommentLike } from "@/lib/comments/server/like";
import { recordConsent } from "@/lib/legal/server/consents";
import { db, transaction } from "@/lib/platform/db";
import { setBookmark } from "@/lib/posts/server/bookmarks";
import { setLike } from "@/lib/posts/server/like";
import { setPostMute } from "@/lib/posts/server/mute";
import { sharePost } from "@/lib/posts/server/share";
import { emptyOldCases } from "@/lib/reports/server/retention";
import { Prisma } from "@/prisma/generated/client/client";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import {
  createAsset,
  createCase,
  createConversation,
  createMember,
  createMembers,
  createMessage,
  createPost,
  type Member,
  signIn,
} from "@/tests/factories";
import { findLeaks } from "@/tests/leaked-data";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const leave = (member: Member) => api.delete(`/auth/users/${member.id}`, { token: member.token });

/** A person with every kind of activity, and others active towards them. */
async function createBusyMember(): Promise<{
  me: Member;
  friend: Member;
  friendsPost: string;
  myPost: string;
}> {
  const [senior, former] = (await createMembers(2)) as [Member, Member];
  const me = await createMember({ name: "Rohan Gupta", bio: "Leaving soon", collegeId: "0901ME221001" });
  const friend = await createMember();
  const myPost = (await createPost({ author: me, caption: "Farewell #goodbye", mediaCount: 3 })).id;
  const friendsPost = (await createPost({ author: friend, caption: "Staying #hello" })).id;
  await setLike(me.viewer, friendsPost, true);
  await sharePost(me.viewer, friendsPost);
  await transaction((tx) => recordConsent(tx, me.id));
  await addComment(me.viewer, friendsPost, "So long, and thanks for all the chai");
  await addComment(me.viewer, friendsPost, "Twice");
  await addComment(friend.viewer, friendsPost, `Safe travels, @${me.user.username}`);
  await api.put(`/users/${me.id}`, { token: me.token, body: { bio: `Leaving soon, @${me.user.username}` } });
  const { comment } = await addComment(friend.viewer, friendsPost, "Take care");
  await setCommentLike(me.viewer, friendsPost, comment._id, true);
  await setPostMute(me.viewer, friendsPost, true);
  await setLike(friend.viewer, myPost, true);
  await addComment(friend.viewer, myPost, "Don't go");
  await setCircle(me.viewer, friend.id, true);
  await setCircle(friend.viewer, me.id, true);
  await setBookmark(me.viewer, friendsPost, true);
  // A conversation names first whose id is smaller: of each kind one.
  for (const other of [senior, friend]) {
    await createMessage({ conversationId: await createConversation(me, other), sender: me });
  }
  // One of each has a copy of what the person wrote, and one is their own.
  for (const [reporter, subjectId] of [
    [friend, myPost],
    [me, friendsPost],
  ] as const) {
    const body = { subject: "post", subjectId, reason: "spam", text: "Goodbye" };
    expect(await api.post("/reports", { token: reporter.token, body })).toMatchObject({ status: 201 });
  }
  for (const [act, body] of [
    ["mute", { muted: true }],
    ["block", { blocked: true }],
  ] as const) {
    await api.post(`/users/${senior.id}/${act}`, { token: me.token, body });
    await api.post(`/users/${me.id}/${act}`, { token: senior.token, body });
  }
  await api.post(`/users/${former.id}/block`, { token: me.token, body: { blocked: true } });
  await leave(former);
  await api.post("/safety/words", { token: me.token, body: { word: "goodbye", muted: true } });
  const notice = { id: randomUUID(), text: "Exam weeks begin", authorId: me.id };
  await db().notice.create({ data: { ...notice, views: { create: { userId: me.id } } } });
  await api.post("/auth/send-otp", { body: { email: me.user.email }, ip: "192.0.2.4" });
  await db().pushSubscription.create({
    data: {
      id: randomUUID(),
      userId: me.id,
      sessionId: me.viewer.sessionId,
      endpoint: "https://push.example/rohan",
      p256dh: Buffer.from("key"),
      auth: Buffer.from("secret"),
    },
  });
  await createModeration(me, friend);
  await createAffiliation(me);
  const avatar = await createAsset(me, { attached: true });
  await db().user.update({ where: { id: me.id }, data: { avatarId: avatar.publicId } });
  await api.put(`/posts/${myPost}`, { token: me.token, body: { caption: "Farewell, all #goodbye" } });
  return { me, friend, friendsPost, myPost };
}

/** Each of the two has decided about the other, undone it and answered an appeal. */
async function createModeration(me: Member, other: Member) {
  for (const [person, moderator] of [
    [me, other],
    [other, me],
  ] as const) {
    const caseId = await createCase({ subject: "person", subjectId: person.id, person, reporter: moderator });
    const part = { assigneeId: moderator.id, involvedIds: [moderator.id] };
    await db().moderationCase.update({ where: { id: caseId }, data: part });
    const note = { id: randomUUID(), caseId, authorId: moderator.id, text: "thanks for all the chai" };
    await db().caseNote.create({ data: note });
    const about = { id: randomUUID(), personId: person.id };
    const undone = { undoneById: moderator.id, undoneAt: new Date() };
    const decided = { moderatorId: moderator.id, confirmedById: moderator.id, ...undone };
    await db().decision.create({
      data: { ...about, caseId, ...decided, outcome: "warned", reason: "Please be kinder." },
    });
    await db().appeal.create({
      data: { ...about, decisionId: about.id, text: "No", decidedById: moderator.id, decidedAt: new Date() },
    });
  }
}

/** Asks to be faculty, has decided about it, is on the roster and has put someone on it. */
async function createAffiliation({ id, user }: Member) {
  const decided = { decidedById: id, decidedAt: new Date() };
  await db().affiliationRequest.create({ data: { userId: id, role: "faculty", ...decided } });
  await db().rosterEntry.create({
    data: { email: "graduate@alumni.example", collegeName: "MITS", role: "alumni", addedById: id },
  });
  await db().rosterEntry.create({
    data: { email: user.email, name: "Rohan Gupta", collegeName: "MITS", role: "faculty" },
  });
}

/** The tables with a foreign key to people that hold no row of this person. */
async function tablesWithout(userId: string): Promise<string[]> {
  const keys = await db().sql<{ table: string; column: string }>`
    SELECT c.conrelid::regclass::text AS table, a.attname AS column FROM pg_constraint c
    JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass ORDER BY 1`;
  const empty: string[] = [];
  for (const { table, column } of keys) {
    const [row] = await db().sql<{ exists: boolean }>`
      SELECT EXISTS (SELECT 1 FROM ${Prisma.raw(table)} WHERE ${Prisma.raw(column)} = ${userId}::uuid)`;
    if (!row?.exists) empty.push(table);
  }
  return empty;
}

describe("a person who leaves", () => {
  test("leaves no trace and exact counters", async () => {
    const { me, friend, friendsPost, myPost } = await createBusyMember();
    const laptop = await signIn(me.user);
    // A new table about people needs a row in createBusyMember, or this test proves nothing for it.
    expect(await tablesWithout(me.id)).toEqual([]);
    const assets = await db().mediaAsset.findMany({ where: { ownerId: me.id } });
    const reply = await leave(me);
    expect(reply).toMatchObject({ status: 200, body: { message: expect.any(String) } });
    expect(reply.headers.get("Set-Cookie")).toMatch(/Max-Age=0/);

    const personalData = [
      me.id,
      me.user.email,
      "Rohan Gupta",
      "Leaving soon",
      "0901ME221001",
      "thanks for all the chai",
      "Farewell",
    ];
    // A case stores the words it is about until it has been closed for a while.
    await db().moderationCase.updateMany({ data: { closedAt: new Date(Date.now() - 31 * 86_400_000) } });
    await emptyOldCases();
    // The college goes on saying that this address is of its faculty.
    const listed = await db().rosterEntry.findUniqueOrThrow({ where: { email: me.user.email } });
    expect(listed).toMatchObject({ name: "", role: "faculty" });
    expect(await findLeaks(personalData)).toEqual([expect.stringMatching(/^roster_entries:/)]);
    expect(await findDrift()).toEqual([]);

    for (const token of [me.token, laptop.token]) {
      expect(await api.get("/auth/me", { token })).toMatchObject({ status: 401 });
    }
    for (const refreshToken of [me.refreshToken, laptop.refreshToken]) {
      expect(await api.post("/auth/refresh", { body: { refreshToken } })).toMatchObject({ status: 401 });
    }
    expect(await api.get(`/posts/${myPost}`, { token: friend.token })).toMatchObject({ status: 404 });
    expect(await api.get(`/users/${me.id}`, { token: friend.token })).toMatchObject({ status: 404 });
    expect((await api.get(`/posts/${friendsPost}`, { token: friend.token })).body).toMatchObject({
      post: { likesCount: 0, commentsCount: 2 },
    });

    const due = await db().mediaDeletion.findMany({ select: { publicId: true } });
    expect(due.map(({ publicId }) => publicId).sort()).toEqual(assets.map(({ publicId }) => publicId).sort());
  });

  test("can register again as a new person", async () => {
    const me = await createMember();
    await leave(me);
    expect(await api.post("/auth/register", { body: { email: me.user.email } })).toMatchObject({
      status: 201,
    });
  });

  test("may be named by address instead of id", async () => {
    const me = await createMember();
    const query = { email: me.user.email.toUpperCase() };
    expect(await api.delete("/auth/users", { token: me.token, query })).toMatchObject({ status: 200 });
    expect(await db().user.count({ where: { id: me.id } })).toBe(0);
  });

  test("leaves exact counters during concurrent likes, comments and joins", async () => {
    const members = await createMembers(6);
    const posts = await Promise.all(members.map((author) => createPost({ author })));
    const activity = members.flatMap((member, index) =>
      posts.flatMap((post) => [
        api.post(`/posts/${post.id}/like`, { token: member.token }),
        api.post(`/posts/${post.id}/comments`, { token: member.token, body: { content: "Hi" } }),
        api.post(`/users/${posts[(index + 1) % 6]?.authorId}/follow`, {
          token: member.token,
          body: { inCircle: true },
        }),
      ]),
    );
    const leaving = members.slice(0, 3).map((member) => leave(member));
    const replies = await Promise.all([...activity, ...leaving]);
    expect(replies.slice(-3).map((reply) => reply.status)).toEqual([200, 200, 200]);
    expect(await findDrift()).toEqual([]);
    expect(await findLeaks(members.slice(0, 3).map((member) => member.id))).toEqual([]);
  });
});

describe("another person's account", () => {
  test("cannot be deleted, by id or by address", async () => {
    const me = await createMember();
    const other = await createMember();
    expect(await api.delete(`/auth/users/${other.id}`, { token: me.token })).toMatchObject({
      status: 403,
      error: "forbidden",
    });
    for (const email of [other.user.email, "unknown@mitsgwl.ac.in"]) {
      const reply = await api.delete("/auth/users", { token: me.token, query: { email } });
      expect(reply).toMatchObject({ status: 403, error: "forbidden" });
    }
    expect(await db().user.findUnique({ where: { id: other.id } })).toEqual(other.user);
    expect(await api.get("/auth/me", { token: other.token })).toMatchObject({ status: 200 });
  });

  test.each([{}, { email: "" }, { email: "no address" }])("%j is rejected", async (query) => {
    const me = await createMember();
    expect(await api.delete("/auth/users", { token: me.token, query })).toMatchObject({ status: 400 });
  });
});
