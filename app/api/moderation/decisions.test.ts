import { caseAnswer } from "@/lib/moderation/schema";
import { switchOff, switchOn } from "@/lib/moderation/server/operator";
import { sweepRemoved } from "@/lib/moderation/server/sweep";
import { withhold } from "@/lib/moderation/server/withhold";
import { addTime, ago } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { forgetSessions } from "@/lib/sessions/server/access";
import { Prisma } from "@/prisma/generated/client/client";
import { api } from "@/tests/api";
import type { Reply } from "@/tests/call";
import { findDrift } from "@/tests/counter-drift";
import {
  createAsset,
  createCase,
  createComment,
  createConversation,
  createMember,
  createMessage,
  createPost,
  createStaff,
  type Member,
} from "@/tests/factories";
import { findMails } from "@/tests/mailbox";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeEach(forgetSessions);

const REASON = "This advertises something in every thread.";

let moderator: Member;
let other: Member;
let admin: Member;
beforeAll(async () => {
  moderator = await createStaff();
  other = await createStaff();
  admin = await createStaff("admin");
});

type Body = { outcome: string; reason?: string; days?: number };

const decide = (caseId: string, body: Body, by = moderator): Promise<Reply> =>
  api.post(`/moderation/cases/${caseId}/decision`, { token: by.token, body: { reason: REASON, ...body } });

const undo = (decisionId: string, by = other): Promise<Reply> =>
  api.post(`/moderation/decisions/${decisionId}/undo`, {
    token: by.token,
    body: { reason: "We looked again and it is fine." },
  });

/** Decides a case and returns the id of the decision. */
async function decided(caseId: string, body: Body, by = moderator): Promise<string> {
  const answer = (await decide(caseId, body, by)).read(caseAnswer);
  return answer.case.decisions[0]?._id ?? "";
}

const confirm = (decisionId: string, by: Member): Promise<Reply> =>
  api.post(`/moderation/decisions/${decisionId}/confirm`, { token: by.token });

/** A ban that another moderator has confirmed. */
async function banned(caseId: string): Promise<string> {
  const decisionId = await decided(caseId, { outcome: "banned" });
  expect(await confirm(decisionId, other)).toMatchObject({ status: 200 });
  return decisionId;
}

async function reportedPost(caption = "Buy #followers now") {
  const author = await createMember();
  const post = await createPost({ author, caption });
  const caseId = await createCase({ subject: "post", subjectId: post.id, person: author });
  return { author, post, caseId };
}

/** A decision that suspends a person for some days. */
async function suspended(author: Member, days: number, by = moderator): Promise<string> {
  const caseId = await createCase({ subject: "person", subjectId: author.id, person: author });
  return decided(caseId, { outcome: "suspended", days }, by);
}

const stateOf = async ({ id }: Member) =>
  db().user.findUniqueOrThrow({
    where: { id },
    select: { isActive: true, suspendedAt: true, suspendedUntil: true, suspensionId: true },
  });
const FREE = { isActive: true, suspendedAt: null, suspendedUntil: null, suspensionId: null };

describe("removing content", () => {
  test("hides a post from all but its author with every counter true, and undoing brings it back", async () => {
    const { author, post, caseId } = await reportedPost();
    const reader = await createMember();
    await createComment({ post, author: reader });
    const path = `/posts/${post.id}`;
    const decisionId = await decided(caseId, { outcome: "removed" });
    expect(await api.get(path, { token: reader.token })).toMatchObject({ status: 404 });
    expect(await api.get("/posts", { token: reader.token, query: { tag: "followers" } })).toMatchObject({
      body: { posts: [] },
    });
    const withheld = { reason: REASON, decisionId, at: expect.any(String) };
    const own = { _id: post.id, isActive: false, withheld };
    expect(await api.get(path, { token: author.token })).toMatchObject({ body: { post: own } });
    expect(await api.get(`/users/${author.id}/posts`, { token: author.token })).toMatchObject({
      body: { posts: [own] },
    });
    expect(await api.get(`/users/${author.id}/posts`, { token: reader.token })).toMatchObject({
      body: { posts: [], total: 0 },
    });
    expect(await findDrift()).toEqual([]);

    expect(await undo(decisionId)).toMatchObject({ status: 200 });
    expect(await api.get(path, { token: reader.token })).toMatchObject({ status: 200 });
    expect(await findDrift()).toEqual([]);
  });

  test("hides a comment from all but its author, and its notification", async () => {
    const post = await createPost();
    const author = await createMember();
    const reader = await createMember();
    const commentId = await createComment({ post, author, content: "Rude words" });
    const caseId = await createCase({ subject: "comment", subjectId: commentId, person: author });
    const list = async ({ token }: Member) => (await api.get(`/posts/${post.id}/comments`, { token })).body;
    const decisionId = await decided(caseId, { outcome: "removed" });
    expect(await list(reader)).toMatchObject({ comments: [], total: 0 });
    expect(await list(author)).toMatchObject({ comments: [{ _id: commentId, withheld: { decisionId } }] });
    expect(await db().notification.count({ where: { senderId: author.id, type: "comment" } })).toBe(0);
    expect(await findDrift()).toEqual([]);
    await undo(decisionId);
    expect(await list(reader)).toMatchObject({ comments: [{ _id: commentId }], total: 1 });
    expect(await db().notification.count({ where: { senderId: author.id, type: "comment" } })).toBe(1);
    expect(await findDrift()).toEqual([]);
  });

  test("takes a message's text from both people, and it is not unread", async () => {
    const [author, receiver] = [await createMember(), await createMember()];
    const conversationId = await createConversation(author, receiver);
    const messageId = await createMessage({ conversationId, sender: author, text: "A threat" });
    const caseId = await createCase({ subject: "message", subjectId: messageId, person: author });
    const decisionId = await decided(caseId, { outcome: "removed" });
    for (const { token } of [author, receiver]) {
      const { body } = await api.get(`/conversations/${conversationId}/messages`, { token });
      expect(body).toMatchObject({ messages: [{ _id: messageId, isWithheld: true, text: "" }] });
    }
    expect(await findDrift()).toEqual([]);
    await undo(decisionId);
    const { body } = await api.get(`/conversations/${conversationId}/messages`, { token: receiver.token });
    expect(body).toMatchObject({ messages: [{ isWithheld: false, text: "A threat" }] });
    expect(await findDrift()).toEqual([]);
  });

  test("clears a profile, and undoing brings back what was not replaced", async () => {
    const author = await createMember({ bio: "Offensive" });
    const avatar = await createAsset(author, { attached: true });
    await db().user.update({ where: { id: author.id }, data: { avatarId: avatar.publicId } });
    const caseId = await createCase({ subject: "person", subjectId: author.id, person: author });
    const decisionId = await decided(caseId, { outcome: "removed" });
    const profile = () =>
      db().user.findUnique({ where: { id: author.id }, select: { bio: true, avatarId: true } });
    expect(await profile()).toEqual({ bio: "", avatarId: null });
    await db().user.update({ where: { id: author.id }, data: { bio: "Sorry" } });
    await undo(decisionId);
    expect(await profile()).toEqual({ bio: "Sorry", avatarId: avatar.publicId });
  });

  test("clears a profile once: undoing a later decision brings its copy back and takes nothing away", async () => {
    const author = await createMember({ bio: "Offensive" });
    const bioOf = async () => (await db().user.findUniqueOrThrow({ where: { id: author.id } })).bio;
    const write = (bio: string) => db().user.update({ where: { id: author.id }, data: { bio } });
    const clear = async () => {
      const caseId = await createCase({ subject: "person", subjectId: author.id, person: author });
      return decided(caseId, { outcome: "removed" });
    };
    const first = await clear();
    await write("Rude as well");
    const second = await clear();
    await write("Chai at six");
    const third = await clear();
    await undo(third);
    expect(await bioOf()).toBe("Chai at six");
    await undo(second);
    expect(await bioOf()).toBe("Chai at six");
    await write("");
    await undo(first);
    expect(await bioOf()).toBe("Offensive");
  });

  test("dates from the decision, not from when it was held for review", async () => {
    const author = await createMember();
    const post = await createPost({ author, caption: "See #links" });
    const commentId = await createComment({ author });
    const conversationId = await createConversation(author, await createMember());
    const messageId = await createMessage({ conversationId, sender: author });
    const subjects = [
      ["post", post.id],
      ["comment", commentId],
      ["message", messageId],
    ] as const;
    const hold = () =>
      transaction(async (tx) => {
        for (const [subject, id] of subjects) await withhold(tx, subject, id, null);
      });
    const times = async () => {
      const where = { id: { in: [post.id, commentId, messageId] } };
      const rows = [
        ...(await db().post.findMany({ where })),
        ...(await db().comment.findMany({ where })),
        ...(await db().message.findMany({ where })),
      ];
      return rows.map(({ withheldAt }) => withheldAt);
    };
    await hold();
    const heldAt = ago(31, "days");
    await db().post.update({ where: { id: post.id }, data: { withheldAt: heldAt } });
    await db().comment.update({ where: { id: commentId }, data: { withheldAt: heldAt } });
    await db().message.update({ where: { id: messageId }, data: { withheldAt: heldAt } });
    await hold();
    expect(await times()).toEqual([heldAt, heldAt, heldAt]);
    for (const [subject, subjectId] of subjects) {
      await decided(await createCase({ subject, subjectId, person: author }), { outcome: "removed" });
    }
    for (const time of await times()) expect(time?.getTime()).toBeGreaterThan(ago(1, "days").getTime());
    expect(await findDrift()).toEqual([]);
    await sweepRemoved();
    expect(await times()).toHaveLength(3);
    expect(await db().message.findUnique({ where: { id: messageId } })).toMatchObject({ text: "Hello" });
  });

  test("of a message ends in its deletion, so that undoing it then shows no empty one", async () => {
    const [author, receiver] = [await createMember(), await createMember()];
    const conversationId = await createConversation(author, receiver);
    const messageId = await createMessage({ conversationId, sender: author, text: "A threat" });
    const caseId = await createCase({ subject: "message", subjectId: messageId, person: author });
    const decisionId = await decided(caseId, { outcome: "removed" });
    await db().message.update({ where: { id: messageId }, data: { withheldAt: ago(31, "days") } });
    await sweepRemoved();
    expect(await db().message.findUnique({ where: { id: messageId } })).toMatchObject({ text: "" });
    expect(await findDrift()).toEqual([]);
    expect(await undo(decisionId)).toMatchObject({ status: 200 });
    const { body } = await api.get(`/conversations/${conversationId}/messages`, { token: receiver.token });
    expect(body).toMatchObject({ messages: [{ _id: messageId, isDeleted: true, text: "" }] });
    expect(await findDrift()).toEqual([]);
  });

  test("works on what its author has deleted meanwhile, in either order, and deletes what is removed", async () => {
    const { author, post, caseId } = await reportedPost();
    const path = `/posts/${post.id}`;
    await api.delete(path, { token: author.token });
    expect(await decide(caseId, { outcome: "suspended", days: 3 })).toMatchObject({ status: 200 });
    await db().user.update({ where: { id: author.id }, data: FREE });
    forgetSessions();
    expect(await api.put(`${path}/restore`, { token: author.token })).toMatchObject({
      body: { post: { withheld: { reason: REASON } } },
    });
    expect(await findDrift()).toEqual([]);
    expect(await api.delete(path, { token: author.token })).toMatchObject({ status: 200 });
    expect(await api.get(path, { token: author.token })).toMatchObject({ status: 404 });
    expect(await findDrift()).toEqual([]);
  });
});

describe("suspending", () => {
  test("the longest of the decisions that stand counts", async () => {
    const author = await createMember();
    const week = await suspended(author, 7);
    await suspended(author, 1);
    expect((await stateOf(author)).suspensionId).toBe(week);
    const caseId = await createCase({ subject: "person", subjectId: author.id, person: author });
    const ban = await banned(caseId);
    expect(await stateOf(author)).toMatchObject({ isActive: false, suspendedUntil: null, suspensionId: ban });
    await undo(ban);
    expect(await stateOf(author)).toMatchObject({ isActive: true, suspensionId: week });
    await undo(week);
    expect((await stateOf(author)).suspendedUntil?.getTime()).toBeLessThan(
      addTime(new Date(), 1, "days").getTime(),
    );
  });

  test("a banned person is hidden, can sign in to see why, and is back once it is undone", async () => {
    const author = await createMember();
    const caseId = await createCase({ subject: "person", subjectId: author.id, person: author });
    const ban = await banned(caseId);
    expect(await api.get(`/users/${author.id}`, { token: moderator.token })).toMatchObject({ status: 404 });
    const { body } = await api.get("/auth/me", { token: author.token });
    expect(body).toMatchObject({ user: { suspension: { until: null, reason: REASON, decisionId: ban } } });
    const refreshed = await api.post("/auth/refresh", { body: { refreshToken: author.refreshToken } });
    expect(refreshed).toMatchObject({ status: 200 });
    await undo(ban);
    expect(await stateOf(author)).toEqual(FREE);
    expect(await api.get("/posts", { token: author.token })).toMatchObject({ status: 200 });
  });
});

describe("a ban needs a second moderator", () => {
  async function decidedBan() {
    const author = await createMember();
    const about = { subject: "person", subjectId: author.id, person: author } as const;
    return { author, decisionId: await decided(await createCase(about), { outcome: "banned" }) };
  }
  const read = ({ token }: Member) => api.get(`/moderation/numbers`, { token });

  test("until then it is a suspension of a day, which ends by itself", async () => {
    const { author, decisionId } = await decidedBan();
    const { isActive, suspendedUntil } = await stateOf(author);
    const hours = ((suspendedUntil?.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect({ isActive, hours: Math.round(hours) }).toEqual({ isActive: true, hours: 24 });
    expect(await api.get(`/users/${author.id}`, { token: other.token })).toMatchObject({ status: 200 });
    await db().decision.update({ where: { id: decisionId }, data: { createdAt: ago(25, "hours") } });
    await db().user.update({ where: { id: author.id }, data: { suspendedUntil: ago(1, "hours") } });
    forgetSessions();
    expect(await confirm(decisionId, other)).toMatchObject({ status: 409, error: "conflict" });
    const body = { name: "Kavya Nair" };
    const written = await api.put(`/users/${author.id}`, { token: author.token, body });
    expect(written).toMatchObject({ status: 200 });
    expect(await stateOf(author)).toMatchObject({ isActive: true });
  });

  test("who decided it can't confirm it, nor who reported; others can, once", async () => {
    const { author, decisionId } = await decidedBan();
    const { caseId } = await db().decision.findUniqueOrThrow({ where: { id: decisionId } });
    await db().report.updateMany({ where: { caseId }, data: { reporterId: admin.id } });
    expect(await confirm(decisionId, moderator)).toMatchObject({ status: 403 });
    expect(await confirm(decisionId, admin)).toMatchObject({ status: 403 });
    expect((await read(moderator)).body).toMatchObject({ bansToConfirm: [] });
    expect((await read(other)).body).toMatchObject({ bansToConfirm: [caseId] });
    const replies = await Promise.all([confirm(decisionId, other), confirm(decisionId, other)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await stateOf(author)).toMatchObject({ isActive: false, suspendedUntil: null });
    expect((await read(other)).body).toMatchObject({ bansToConfirm: [] });
    const [mail] = await findMails(author.user.email);
    expect(mail?.subject).toContain("Your account is banned");
    expect(await db().moderationLog.count({ where: { caseId, action: "ban_confirmed" } })).toBe(1);
  });

  test("the others are notified, and not who decided", async () => {
    await db().notification.deleteMany({ where: { type: "case" } });
    await decidedBan();
    const notified = await db().notification.findMany({ where: { type: "case" } });
    const ids = notified.map(({ receiverId }) => receiverId);
    expect(ids).toEqual(expect.arrayContaining([other.id, admin.id]));
    expect(ids).not.toContain(moderator.id);
  });
});

test("undoing a ban does not bring back whom an operator has switched off", async () => {
  const author = await createMember();
  const caseId = await createCase({ subject: "person", subjectId: author.id, person: author });
  const person = () => db().user.findUniqueOrThrow({ where: { id: author.id } });
  await switchOff(await person());
  await undo(await banned(caseId));
  expect(await stateOf(author)).toMatchObject({ isActive: false });
  await switchOn(await person());
  expect(await stateOf(author)).toEqual(FREE);
});

describe("who decides", () => {
  test.each<[string, () => Promise<{ caseId: string; by: Member }>]>([
    [
      "not one's own report",
      async () => {
        const author = await createMember();
        const about = { subject: "person", subjectId: author.id, person: author } as const;
        return { caseId: await createCase({ ...about, reporter: moderator }), by: moderator };
      },
    ],
  ])("%s", async (_, prepare) => {
    const { caseId, by } = await prepare();
    expect(await decide(caseId, { outcome: "warned" }, by)).toMatchObject({
      status: 403,
      error: "forbidden",
    });
    const { body } = await api.get(`/moderation/cases/${caseId}`, { token: by.token });
    expect(body).toMatchObject({ case: { canDecide: false, whyNot: expect.any(String), closedAt: null } });
    expect(await db().decision.count({ where: { caseId } })).toBe(0);
    await db().moderationCase.delete({ where: { id: caseId } });
  });

  test.each([
    ["no reason", { outcome: "warned", reason: "" }],
    ["a reason of nine characters", { outcome: "warned", reason: "123456789" }],
    ["a suspension without days", { outcome: "suspended" }],
    ["a suspension of other days", { outcome: "suspended", days: 2 }],
    ["a warning with days", { outcome: "warned", days: 3 }],
    ["an unknown outcome", { outcome: "beaten" }],
  ])("%s is rejected", async (_, body) => {
    const { caseId } = await reportedPost();
    expect(await decide(caseId, body)).toMatchObject({ status: 400, error: "validation" });
  });

  test("of two at once one decides, and the other learns who did", async () => {
    const { post, caseId } = await reportedPost();
    const replies = await Promise.all([
      decide(caseId, { outcome: "removed" }, moderator),
      decide(caseId, { outcome: "warned" }, other),
      decide(caseId, { outcome: "no_violation" }, admin),
    ]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { moderatorId } = await db().decision.findFirstOrThrow({ where: { caseId } });
    const { name } = await db().user.findUniqueOrThrow({ where: { id: moderatorId ?? "" } });
    const rejected = replies.find(({ status }) => status === 409);
    expect(rejected?.body).toMatchObject({ message: `This case has already been decided by ${name}.` });
    expect(await db().notification.count({ where: { postId: post.id, type: "moderation" } })).toBeLessThan(2);
    expect(await findDrift()).toEqual([]);
  });

  test("deciding while the author deletes leaves every counter true", async () => {
    for (let round = 0; round < 5; round++) {
      const { author, post, caseId } = await reportedPost();
      const [deleted, decision] = await Promise.all([
        api.delete(`/posts/${post.id}`, { token: author.token }),
        decide(caseId, { outcome: "removed" }),
      ]);
      expect([deleted.status, decision.status]).toEqual([200, 200]);
    }
    expect(await findDrift()).toEqual([]);
  });
});

describe("notifying the person", () => {
  test.each([
    ["removed", undefined, "Your post was removed"],
    ["warned", undefined, "You got a warning about your post"],
    ["suspended", 3, "Your account is suspended until"],
    ["banned", undefined, "while another moderator reviews a ban"],
  ])("%s: one notification and one mail", async (outcome, days, sentence) => {
    const { author, caseId } = await reportedPost();
    await decide(caseId, { outcome, ...(days && { days }) });
    const notifications = await db().notification.findMany({ where: { receiverId: author.id } });
    expect(notifications).toMatchObject([
      { type: "moderation", senderId: author.id, message: expect.stringContaining(REASON) },
    ]);
    expect(notifications[0]?.message).toContain(sentence);
    const mails = await findMails(author.user.email);
    expect(mails).toMatchObject([{ subject: expect.stringContaining(sentence) }]);
    expect(mails[0]?.text).toContain(REASON);
    expect(mails[0]?.text).toContain("appeal within 30 days");
    expect(mails[0]?.text).not.toContain(moderator.user.name);
  });

  test("nothing of a decision that fails at its last step", async () => {
    const { author, post, caseId } = await reportedPost();
    const log = "ALTER TABLE moderation_log";
    await db().sql(Prisma.raw(`${log} ADD CONSTRAINT is_full CHECK (false) NOT VALID`));
    const { token } = moderator;
    const body = { outcome: "removed", reason: REASON };
    const reply = await api.post(`/moderation/cases/${caseId}/decision`, { token, body, mayFail: true });
    await db().sql(Prisma.raw(`${log} DROP CONSTRAINT is_full`));
    expect(reply.status).toBe(500);
    expect(await findMails(author.user.email)).toEqual([]);
    expect(await db().notification.count({ where: { receiverId: author.id } })).toBe(0);
    expect(await api.get(`/posts/${post.id}`, { token })).toMatchObject({ status: 200 });
    expect(await findDrift()).toEqual([]);
  });

  test("nothing where no rule was broken", async () => {
    const { author, caseId } = await reportedPost();
    await decide(caseId, { outcome: "no_violation" });
    expect(await db().notification.count({ where: { receiverId: author.id } })).toBe(0);
    expect(await findMails(author.user.email)).toEqual([]);
  });
});

describe("undoing", () => {
  test("works once, and notifies the person", async () => {
    const { author, caseId } = await reportedPost();
    const decisionId = await decided(caseId, { outcome: "removed" });
    const replies = await Promise.all([undo(decisionId), undo(decisionId, admin)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [notification] = await db().notification.findMany({ where: { receiverId: author.id } });
    expect(notification?.message).toBe(
      "A decision about your post was undone: We looked again and it is fine.",
    );
    expect(await findMails(author.user.email)).toHaveLength(2);
  });

  test("that no rule was broken opens the case again", async () => {
    const { caseId } = await reportedPost();
    const decisionId = await decided(caseId, { outcome: "no_violation" });
    expect((await undo(decisionId)).body).toMatchObject({ case: { closedAt: null, canDecide: true } });
    expect(await decide(caseId, { outcome: "removed" })).toMatchObject({ status: 200 });
  });
});

describe("appeals", () => {
  const appeal = (decisionId: string, { token }: Member) =>
    api.post(`/decisions/${decisionId}/appeal`, { token, body: { text: "I was only joking." } });
  const answer = (appealId: string, by: Member, accepted: boolean) =>
    api.post(`/moderation/appeals/${appealId}/decision`, {
      token: by.token,
      body: { accepted, answer: "We have talked about it." },
    });
  const appealOf = async (decisionId: string) => {
    const { id } = await db().appeal.findUniqueOrThrow({ where: { decisionId } });
    return id;
  };

  test("are made once, also by a banned person, and only by whom it is about", async () => {
    const { author, caseId } = await reportedPost();
    const decisionId = await banned(caseId);
    expect(await appeal(decisionId, await createMember())).toMatchObject({ status: 404 });
    const replies = await Promise.all([appeal(decisionId, author), appeal(decisionId, author)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { body } = await api.get("/decisions", { token: author.token });
    expect(body).toMatchObject({
      decisions: [{ _id: decisionId, outcome: "banned", canAppeal: false, appeal: { state: "open" } }],
    });
  });

  test("end after 30 days", async () => {
    const { author, caseId } = await reportedPost();
    const decisionId = await decided(caseId, { outcome: "removed" });
    await db().decision.update({ where: { id: decisionId }, data: { createdAt: ago(31, "days") } });
    expect(await appeal(decisionId, author)).toMatchObject({ status: 403 });
  });

  test("are decided by someone else; accepted, the decision is undone", async () => {
    const { author, post, caseId } = await reportedPost();
    const decisionId = await decided(caseId, { outcome: "suspended", days: 7 });
    await appeal(decisionId, author);
    const appealId = await appealOf(decisionId);
    expect(await answer(appealId, moderator, true)).toMatchObject({ status: 403 });
    const replies = await Promise.all([answer(appealId, other, true), answer(appealId, admin, false)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { isAccepted } = await db().appeal.findUniqueOrThrow({ where: { id: appealId } });
    expect((await stateOf(author)).suspendedAt === null).toBe(isAccepted);
    expect((await db().post.findUniqueOrThrow({ where: { id: post.id } })).isActive).toBe(isAccepted);
    expect(await findDrift()).toEqual([]);
  });

  test("rejected, the decision stands, and the person reads the answer", async () => {
    const { author, caseId } = await reportedPost();
    const decisionId = await decided(caseId, { outcome: "removed" });
    await appeal(decisionId, author);
    await answer(await appealOf(decisionId), other, false);
    const { body } = await api.get("/decisions", { token: author.token });
    const answered = { state: "rejected", answer: "We have talked about it." };
    expect(body).toMatchObject({ decisions: [{ undoneAt: null, appeal: answered }] });
    const [mail] = await findMails(author.user.email);
    expect(mail?.text).toContain("We have talked about it.");
  });

  test("undoing while an appeal is decided: one of them happens, and the appeal is closed", async () => {
    const { author, post, caseId } = await reportedPost();
    const decisionId = await decided(caseId, { outcome: "removed" });
    await appeal(decisionId, author);
    const appealId = await appealOf(decisionId);
    const replies = await Promise.all([answer(appealId, other, true), undo(decisionId, admin)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await db().appeal.findUnique({ where: { id: appealId } })).toMatchObject({ isAccepted: true });
    expect((await db().post.findUniqueOrThrow({ where: { id: post.id } })).isActive).toBe(true);
    expect(await findDrift()).toEqual([]);
  });
});
