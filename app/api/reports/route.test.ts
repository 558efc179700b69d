import { newCommentAnswer } from "@/lib/comments/schema";
import { db, transaction } from "@/lib/platform/db";
import { sweepDeletedPosts } from "@/lib/posts/server/delete";
import { EVIDENCE_MAX } from "@/lib/reports/policy";
import { evidenceSchema, reportAnswer, reportsAnswer } from "@/lib/reports/schema";
import { notifyReporters, openCase } from "@/lib/reports/server/cases";
import { sweepFormerTexts } from "@/lib/reports/server/former-texts";
import { emptyOldCases } from "@/lib/reports/server/retention";
import { viewSnapshot } from "@/lib/reports/server/snapshots";
import { api } from "@/tests/api";
import type { Reply } from "@/tests/call";
import {
  createComment,
  createConversation,
  createMember,
  createMembers,
  createMessage,
  createPost,
  createStaff,
  type Member,
} from "@/tests/factories";
import { liftLimits, resetLimit, setLimit } from "@/tests/limits";
import { readAllPages } from "@/tests/pages";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

const UNKNOWN = "0190a1b2-aaaa-7bbb-8ccc-1234567890ab";

type Subject = "post" | "comment" | "message" | "person";
const report = (me: Member, subject: Subject, subjectId: string, more: Record<string, unknown> = {}) =>
  api.post("/reports", { token: me.token, body: { subject, subjectId, reason: "spam", ...more } });
const list = async (me: Member, query: Record<string, string | number | undefined> = {}) =>
  (await api.get("/reports", { token: me.token, query })).read(reportsAnswer);
const casesOf = (subjectId: string) =>
  db().moderationCase.findMany({
    where: { subjectId },
    include: { reports: { orderBy: { createdAt: "asc" } } },
    orderBy: { openedAt: "asc" },
  });
const caseOf = async (subjectId: string) => {
  const [found, ...others] = await casesOf(subjectId);
  if (!found || others.length > 0) throw new Error("There should be one case.");
  return found;
};
const versionsOf = async (subjectId: string) => viewSnapshot((await caseOf(subjectId)).snapshot).versions;

/** The report is received, and there is a case about the subject, or none. */
async function expectReceived(reply: Reply, subjectId?: string): Promise<void> {
  expect(reply).toMatchObject({ status: 201, body: { report: { state: "received", outcome: null } } });
  const { _id } = reply.read(reportAnswer).report;
  const { caseId } = await db().report.findUniqueOrThrow({ where: { id: _id } });
  expect(caseId).toBe(subjectId ? (await caseOf(subjectId)).id : null);
}

/** As moderators decide it. */
async function close(caseId: string, outcome: "removed" | "no_violation" | "banned", at = new Date()) {
  await db().moderationCase.update({ where: { id: caseId }, data: { closedAt: at } });
  const reason = "Against the guidelines";
  return db().decision.create({
    data: { id: crypto.randomUUID(), caseId, outcome, reason, createdAt: at },
  });
}

/** Two people who write to each other, and a message of the other. */
async function createTalk() {
  const [me, other] = (await createMembers(2)) as [Member, Member];
  const conversationId = await createConversation(other, me);
  const messageId = await createMessage({ conversationId, sender: other, text: "Pay me" });
  return { me, other, conversationId, messageId };
}

describe("a report", () => {
  test("of a post stores its words, tags and media as they were, and a newer version for a later report", async () => {
    const [me, author, third] = (await createMembers(3)) as [Member, Member, Member];
    const { id } = await createPost({ author, caption: "Buy #now", mediaCount: 2 });
    const reply = await report(me, "post", id, { reason: "hate", text: "  Look at\r\nthis " });
    expect(reply.status).toBe(201);
    expect(reply.read(reportAnswer).report).toEqual({
      _id: expect.any(String),
      subject: "post",
      subjectId: id,
      about: { name: author.user.name, text: "Buy #now" },
      reason: "hate",
      text: "Look at\nthis",
      state: "open",
      outcome: null,
      // There is no staff here.
      needsOfficer: true,
      createdAt: expect.any(String),
      decidedAt: null,
    });
    expect(await caseOf(id)).toMatchObject({
      subject: "post",
      personId: author.id,
      reportsCount: 1,
      severity: 3,
    });
    await api.put(`/posts/${id}`, { token: author.token, body: { caption: "Nothing" } });
    await report(third, "post", id);
    expect(await caseOf(id)).toMatchObject({ reportsCount: 2, severity: 3 });
    const [first, second, ...more] = await versionsOf(id);
    expect(first).toMatchObject({ name: author.user.name, text: "Buy #now", hashtags: ["now"] });
    expect(first?.media).toHaveLength(2);
    expect(first?.media[0]).toMatchObject({
      purpose: "post",
      type: "image",
      url: expect.stringMatching(/^http/),
    });
    expect(second).toMatchObject({ text: "Nothing", hashtags: [] });
    expect(more).toEqual([]);
    // Each reporter's list says what they saw.
    expect((await list(me)).reports[0]?.about.text).toBe("Buy #now");
    expect((await list(third)).reports[0]?.about.text).toBe("Nothing");
  });

  test("of a comment stores it with the beginning of its post", async () => {
    const [me, author, poster] = (await createMembers(3)) as [Member, Member, Member];
    const post = await createPost({ author: poster, caption: "Chai at six" });
    const id = await createComment({ post, author, content: "You fool" });
    expect(await report(me, "comment", id, { reason: "harassment" })).toMatchObject({ status: 201 });
    await api.delete(`/posts/${post.id}/comments/${id}`, { token: author.token });
    expect(await versionsOf(id)).toMatchObject([
      {
        name: author.user.name,
        text: "You fool",
        post: { _id: post.id, name: poster.user.name, text: "Chai at six" },
      },
    ]);
  });

  test("of a person stores the profile", async () => {
    const [me, other] = [await createMember(), await createMember({ bio: "The real principal" })];
    await db().user.update({ where: { id: other.id }, data: { avatarId: "campus/face" } });
    expect(await report(me, "person", other.id, { reason: "impersonation" })).toMatchObject({ status: 201 });
    await report(await createMember(), "person", other.id);
    expect(await versionsOf(other.id)).toMatchObject([
      {
        name: other.user.name,
        username: other.user.username,
        text: "The real principal",
        media: [{ purpose: "avatar", url: expect.stringContaining("campus/face") }],
      },
    ]);
  });

  test("of a message takes further messages along only when asked, with what they carry", async () => {
    const { me, other, conversationId, messageId } = await createTalk();
    const post = await createPost({ caption: "A lottery" });
    const answer = await createMessage({ conversationId, sender: me, text: "No" });
    const shared = await createMessage({ conversationId, sender: other, text: "", postId: post.id });
    expect(await report(me, "message", messageId)).toMatchObject({ status: 201 });
    expect((await caseOf(messageId)).reports).toMatchObject([{ evidence: null }]);
    expect(await versionsOf(messageId)).toMatchObject([{ name: other.user.name, text: "Pay me" }]);

    const evidence = [shared, answer, messageId];
    expect(await report(me, "person", other.id, { evidence })).toMatchObject({ status: 201 });
    const [{ evidence: stored } = { evidence: null }] = (await caseOf(other.id)).reports;
    expect(evidenceSchema.array().parse(stored)).toMatchObject([
      { _id: messageId, senderId: other.id, name: other.user.name, text: "Pay me", post: null },
      { _id: answer, isReporter: true, senderId: null, name: "", text: "No" },
      { _id: shared, text: "", post: { _id: post.id, text: "A lottery" } },
    ]);
    expect(JSON.stringify(stored)).not.toContain(me.id);
    expect(JSON.stringify(stored)).not.toContain(me.user.name);
  });

  test("takes no messages of other conversations, hidden ones or those the reporter deleted", async () => {
    const { me, other, conversationId, messageId } = await createTalk();
    const theirs = await createTalk();
    const deleted = await createMessage({ conversationId, sender: me, text: "Gone" });
    await api.delete(`/conversations/${conversationId}/messages/${deleted}`, { token: me.token });
    for (const evidence of [[theirs.messageId], [messageId, theirs.messageId], [UNKNOWN]]) {
      expect(await report(me, "person", other.id, { evidence })).toMatchObject({ status: 404 });
    }
    const post = await createPost({ author: other });
    expect(await report(me, "post", post.id, { evidence: [messageId] })).toMatchObject({ status: 404 });
    const many = Array.from({ length: EVIDENCE_MAX + 1 }, () => crypto.randomUUID());
    expect(await report(me, "person", other.id, { evidence: many })).toMatchObject({ status: 400 });
    expect(await db().moderationCase.count({ where: { personId: other.id } })).toBe(0);

    const evidence = [messageId, deleted];
    expect(await report(me, "person", other.id, { evidence })).toMatchObject({ status: 201 });
    expect((await caseOf(other.id)).reports[0]?.evidence).toMatchObject([{ _id: messageId }]);
    await api.delete(`/conversations/${conversationId}`, { token: me.token });
    await expectReceived(await report(me, "message", messageId));
  });

  test("is about what one can see, and not about oneself or one's own", async () => {
    const { me, other, conversationId, messageId } = await createTalk();
    const stranger = await createMember();
    const [post, own] = [await createPost({ author: other }), await createPost({ author: me })];
    const comment = await createComment({ post, author: other });
    const mine = await createMessage({ conversationId, sender: me });
    for (const [subject, id] of [
      ["person", me.id],
      ["post", own.id],
      ["comment", await createComment({ post, author: me })],
      ["message", mine],
    ] as const) {
      expect([subject, (await report(me, subject, id)).status]).toEqual([subject, 400]);
    }
    expect(await db().report.count({ where: { reporterId: me.id } })).toBe(0);
    // What is not there for them is received all the same, and there is nothing to decide.
    await expectReceived(await report(stranger, "message", messageId));
    for (const subject of ["post", "comment", "message", "person"] as const) {
      await expectReceived(await report(me, subject, crypto.randomUUID()));
      expect(await report(me, subject, "1")).toMatchObject({ status: 400 });
    }
    await db().user.update({ where: { id: other.id }, data: { isActive: false } });
    await expectReceived(await report(stranger, "person", other.id));
    await expectReceived(await report(stranger, "post", post.id), post.id);
    await expectReceived(await report(stranger, "comment", comment), comment);
  });

  test("of what someone blocked can't see is received as what does not exist, and moderators get it", async () => {
    const { me, other, messageId } = await createTalk();
    const post = await createPost({ author: other, caption: "Everyone, look at this fool" });
    const comment = await createComment({ post, author: other, content: "Fool" });
    await api.post(`/users/${me.id}/block`, { token: other.token, body: { blocked: true } });
    expect(await api.get(`/posts/${post.id}`, { token: me.token })).toMatchObject({ status: 404 });
    const evidence = [messageId];
    const [ofNobody, ...others] = [
      await report(me, "post", crypto.randomUUID()),
      await report(me, "post", post.id),
      await report(me, "comment", comment),
      await report(me, "person", other.id, { evidence }),
      await report(me, "message", messageId),
    ].map((reply) => reply.read(reportAnswer).report);
    const same = { ...ofNobody, _id: "", subject: "", subjectId: "", createdAt: "" };
    for (const found of others) {
      expect({ ...found, _id: "", subject: "", subjectId: "", createdAt: "" }).toEqual(same);
    }
    expect(await versionsOf(post.id)).toMatchObject([{ text: "Everyone, look at this fool" }]);
    expect(await versionsOf(comment)).toMatchObject([{ text: "Fool" }]);
    expect((await caseOf(other.id)).reports).toMatchObject([{ evidence: [{ text: "Pay me" }] }]);
    // Nor does what became of it tell.
    const { id: caseId } = await caseOf(post.id);
    await close(caseId, "removed");
    await transaction((tx) => notifyReporters(tx, caseId, "removed"));
    expect(await db().notification.count({ where: { receiverId: me.id, type: "report" } })).toBe(0);
    const states = (await list(me)).reports.map(({ state, outcome, about }) => ({ state, outcome, about }));
    const received = { state: "received", outcome: null, about: { name: "", text: "" } };
    expect(states).toEqual(Array(5).fill(received));
  });

  test("of a person who has blocked one is about who had to do with them", async () => {
    const [me, other, stranger] = (await createMembers(3)) as [Member, Member, Member];
    await createComment({ post: await createPost({ author: me }), author: other, content: "Fool" });
    for (const { id } of [me, stranger]) {
      await api.post(`/users/${id}/block`, { token: other.token, body: { blocked: true } });
    }
    await expectReceived(await report(stranger, "person", other.id));
    await expectReceived(await report(me, "person", other.id), other.id);
  });

  test("of a person is about them also when all they did was an answer or a mention, whose notification is gone", async () => {
    const [me, other] = (await createMembers(2)) as [Member, Member];
    const post = await createPost();
    const replyTo = await createComment({ post, author: me });
    const [answerer, namer] = [other, await createMember()];
    const path = `/posts/${post.id}/comments`;
    await api.post(path, { token: answerer.token, body: { content: "Fool", replyTo } });
    await api.post(path, { token: namer.token, body: { content: `Fool, @${me.user.username}` } });
    for (const { token, id } of [answerer, namer]) {
      await api.post(`/users/${me.id}/block`, { token, body: { blocked: true } });
      await db().notification.deleteMany({ where: { receiverId: me.id } });
      await expectReceived(await report(me, "person", id), id);
    }
  });

  test("of what a decision has removed opens no case", async () => {
    const me = await createMember();
    const { id } = await createPost();
    const data = { isActive: false, withheldAt: new Date(), decisionId: crypto.randomUUID() };
    await db().post.update({ where: { id }, data });
    await expectReceived(await report(me, "post", id));
  });

  test("sent again while its case is open answers with the first", async () => {
    const me = await createMember();
    const { id } = await createPost();
    const first = (await report(me, "post", id, { text: "One" })).read(reportAnswer).report;
    const again = await report(me, "post", id, { reason: "violence", text: "Two" });
    expect(again).toMatchObject({ status: 200, body: { report: { ...first } } });
    expect(await caseOf(id)).toMatchObject({ reportsCount: 1, severity: 1 });
  });

  test("sent again after the decision opens a new case, once a day", async () => {
    const me = await createMember();
    const { id } = await createMember();
    const first = (await report(me, "person", id, { reason: "harassment" })).read(reportAnswer).report;
    await close((await caseOf(id)).id, "no_violation");
    const again = await report(me, "person", id, { reason: "violence", text: "He came back" });
    expect(again).toMatchObject({ status: 201, body: { report: { state: "open", reason: "violence" } } });
    expect(again.read(reportAnswer).report._id).not.toBe(first._id);
    const [, second] = await casesOf(id);
    expect(second).toMatchObject({ closedAt: null, severity: 4, reports: [{ text: "He came back" }] });
    await close(second?.id ?? "", "no_violation");
    const third = await report(me, "person", id);
    expect(third).toMatchObject({ status: 429, error: "rate_limited" });
    expect(third.headers.get("Retry-After")).not.toBeNull();
    const reports = { reporterId: me.id };
    await db().report.updateMany({ where: reports, data: { createdAt: new Date(Date.now() - 90_000_000) } });
    expect(await report(me, "person", id)).toMatchObject({ status: 201 });
    expect(await casesOf(id)).toHaveLength(3);
  });

  test("after a decision opens another case", async () => {
    const [me, other] = (await createMembers(2)) as [Member, Member];
    const { id } = await createPost();
    await report(me, "post", id);
    await close((await caseOf(id)).id, "no_violation");
    expect(await report(other, "post", id)).toMatchObject({ status: 201 });
    expect(await casesOf(id)).toMatchObject([{ reportsCount: 1 }, { reportsCount: 1, closedAt: null }]);
  });

  test("can be made 30 times a day", async () => {
    const me = await createMember();
    setLimit("report", 1, 60);
    const statuses = [];
    for (let i = 0; i < 2; i++) statuses.push((await report(me, "post", (await createPost()).id)).status);
    resetLimit("report");
    expect(statuses).toEqual([201, 429]);
    liftLimits();
  });
});

describe("what was deleted or replaced before the report", () => {
  const day = 86_400_000;
  const age = (days: number) =>
    db().formerText.updateMany({ data: { shownUntil: new Date(Date.now() - days * day) } });
  const former = { isFormer: true, takenAt: expect.any(String) };

  test("a message: its receiver can report what it said, and reads it nowhere", async () => {
    const { me, other, conversationId } = await createTalk();
    const stranger = await createMember();
    const id = await createMessage({ conversationId, sender: other, text: "I will hurt you" });
    await api.delete(`/conversations/${conversationId}/messages/${id}`, { token: other.token });
    const evidence = [id];
    await expectReceived(await report(stranger, "message", id));
    const reply = await report(me, "message", id, { evidence, reason: "violence" });
    expect(reply).toMatchObject({ status: 201, body: { report: { state: "open" } } });
    expect(await versionsOf(id)).toMatchObject([{ ...former, text: "I will hurt you" }]);
    expect((await caseOf(id)).reports).toMatchObject([{ evidence: [{ _id: id, text: "I will hurt you" }] }]);
    const read = [
      reply.body,
      await list(me),
      (await api.get(`/conversations/${conversationId}/messages`, { token: me.token })).body,
    ];
    expect(JSON.stringify(read)).not.toContain("hurt");
  });

  test("a caption: the case has each former one beside what it says now", async () => {
    const [me, author, third] = (await createMembers(3)) as [Member, Member, Member];
    const { id } = await createPost({ author, caption: "Rhea is a thief" });
    const edit = (caption: string) => api.put(`/posts/${id}`, { token: author.token, body: { caption } });
    await edit("Rhea is a liar");
    await edit("Nice weather");
    const reply = await report(me, "post", id);
    expect(await versionsOf(id)).toMatchObject([
      { ...former, text: "Rhea is a thief" },
      { ...former, text: "Rhea is a liar" },
      { text: "Nice weather" },
    ]);
    expect(reply.read(reportAnswer).report.about.text).toBe("Nice weather");
    // What a report found itself is not stored twice.
    await edit("Good evening");
    await report(third, "post", id);
    expect((await versionsOf(id)).map(({ text }) => text)).toEqual([
      "Rhea is a thief",
      "Rhea is a liar",
      "Nice weather",
      "Good evening",
    ]);
  });

  test("a comment and a post that are gone", async () => {
    const [me, author] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ caption: "Chai at six" });
    const comment = await createComment({ post, author, content: "You fool" });
    await api.delete(`/posts/${post.id}/comments/${comment}`, { token: author.token });
    await expectReceived(await report(me, "comment", comment), comment);
    const about = { _id: post.id, text: "Chai at six" };
    expect(await versionsOf(comment)).toMatchObject([{ ...former, text: "You fool", post: about }]);
    const own = await createPost({ author, caption: "Look at this fool" });
    await api.delete(`/posts/${own.id}`, { token: author.token });
    await db().post.delete({ where: { id: own.id } });
    await expectReceived(await report(me, "post", own.id), own.id);
    expect(await versionsOf(own.id)).toMatchObject([{ ...former, text: "Look at this fool" }]);
  });

  test("goes after 30 days, with the account, and when the deletion is undone; but not from a case", async () => {
    const [me, author] = (await createMembers(2)) as [Member, Member];
    const [reported, other] = [await createPost({ author, caption: "Insult" }), await createPost({ author })];
    await api.delete(`/posts/${other.id}`, { token: author.token });
    await api.put(`/posts/${other.id}/restore`, { token: author.token });
    expect(await db().formerText.count({ where: { subjectId: other.id } })).toBe(0);
    for (const { id } of [reported, other]) {
      await api.put(`/posts/${id}`, { token: author.token, body: { caption: "Nice weather" } });
    }
    await report(me, "post", reported.id);
    await age(29);
    await sweepFormerTexts();
    expect(await db().formerText.count({ where: { personId: author.id } })).toBe(2);
    await age(31);
    await sweepFormerTexts();
    // What an edit replaced is the history of the post, until that is deleted.
    expect(await db().formerText.count({ where: { personId: author.id } })).toBe(2);
    expect((await versionsOf(reported.id))[0]).toMatchObject({ text: "Insult" });
    await api.delete(`/posts/${other.id}`, { token: author.token });
    await db().post.update({ where: { id: other.id }, data: { deletedAt: new Date(0) } });
    await sweepDeletedPosts();
    await sweepFormerTexts();
    const former = await db().formerText.findMany({ where: { subjectId: other.id } });
    expect(former).toMatchObject([{ text: "Nice weather" }]);
    await api.put(`/posts/${reported.id}`, { token: author.token, body: { caption: "Bye" } });
    await api.delete(`/auth/users/${author.id}`, { token: author.token });
    expect(await db().formerText.count({ where: { personId: author.id } })).toBe(0);
  });
});

describe("at once", () => {
  test("the same report twenty times is one", async () => {
    const me = await createMember();
    const { id } = await createPost();
    const replies = await Promise.all(Array.from({ length: 20 }, () => report(me, "post", id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    const ids = replies.map((reply) => reply.read(reportAnswer).report._id);
    expect(new Set(ids).size).toBe(1);
    expect(await caseOf(id)).toMatchObject({ reportsCount: 1 });
  });

  test("thirty people's reports are one case that counts thirty", async () => {
    const people = await createMembers(30);
    const { id } = await createPost();
    const reasons = ["spam", "self_harm", "nudity"];
    const replies = await Promise.all(
      people.map((person, index) => report(person, "post", id, { reason: reasons[index % 3] })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(30).fill(201));
    const found = await caseOf(id);
    expect(found).toMatchObject({ reportsCount: 30, severity: 5 });
    expect(found.reports).toHaveLength(30);
  });

  test("reporting a post and deleting it is either, and what was reported stays", async () => {
    const [author, ...people] = (await createMembers(7)) as [Member, ...Member[]];
    const { id } = await createPost({ author });
    const [replies] = await Promise.all([
      Promise.all(people.map((person) => report(person, "post", id))),
      api.delete(`/posts/${id}`, { token: author.token }),
    ]);
    const made = replies.filter(({ status }) => status === 201).length;
    expect(replies.every(({ status }) => [201, 404].includes(status))).toBe(true);
    await db().post.updateMany({ where: { id }, data: { deletedAt: new Date(Date.now() - 40_000) } });
    await sweepDeletedPosts();
    expect(await db().report.count({ where: { subjectId: id } })).toBe(made);
    expect(await db().post.count({ where: { id } })).toBe(made > 0 ? 1 : 0);
  });
});

describe("what a case needs", () => {
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);

  test("stays although its author deletes it, until 30 days after the case was closed and for no one else", async () => {
    const [me, author] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author });
    await report(me, "post", post.id);
    const read = ({ token }: Member) => api.get(`/posts/${post.id}`, { token });
    await api.delete(`/posts/${post.id}`, { token: author.token });
    await db().post.update({ where: { id: post.id }, data: { deletedAt: days(1) } });
    await sweepDeletedPosts();
    expect(await db().mediaAsset.count({ where: { id: post.assetId } })).toBe(1);
    expect(await read(author)).toMatchObject({ status: 404 });
    expect(await read(me)).toMatchObject({ status: 404 });
    const restored = await api.put(`/posts/${post.id}/restore`, { token: author.token });
    expect(restored).toMatchObject({ status: 404 });
    const ownPosts = await api.get(`/users/${author.id}/posts`, { token: author.token });
    expect(ownPosts.body).toMatchObject({ posts: [], total: 0 });

    const isLeft = async () => {
      await sweepDeletedPosts();
      return (await db().mediaAsset.count({ where: { id: post.assetId } })) === 1;
    };
    const { id } = await caseOf(post.id);
    const change = (data: object) => db().moderationCase.update({ where: { id }, data });
    await change({ openedAt: days(100) });
    expect(await isLeft()).toBe(true);
    await change({ closedAt: days(29) });
    expect(await isLeft()).toBe(true);
    await change({ closedAt: days(31), preservedAt: days(1) });
    expect(await isLeft()).toBe(true);
    await change({ preservedAt: null });
    expect(await isLeft()).toBe(false);
    expect(await db().mediaAsset.count({ where: { id: post.assetId } })).toBe(0);
    expect(await versionsOf(post.id)).toHaveLength(1);
  });

  test("is emptied 30 days after the case was closed, and not while an appeal waits", async () => {
    const { me, other, messageId } = await createTalk();
    const post = await createPost({ author: other, caption: "Old" });
    await report(me, "message", messageId, { evidence: [messageId], text: "He lives in room 214." });
    await report(me, "post", post.id);
    const { id: emptiedId } = await close((await caseOf(messageId)).id, "removed", days(31));
    const { id: decisionId } = await close((await caseOf(post.id)).id, "removed", days(31));
    const appealed = { id: crypto.randomUUID(), decisionId, text: "No" };
    await db().appeal.create({ data: appealed });
    await emptyOldCases();
    expect(await versionsOf(messageId)).toEqual([]);
    expect((await caseOf(messageId)).reports).toMatchObject([{ evidence: null, text: "" }]);
    const { reason } = await db().decision.findUniqueOrThrow({ where: { id: emptiedId } });
    expect(reason).toBe("");
    expect(await versionsOf(post.id)).toHaveLength(1);
    await db().appeal.update({ where: { id: appealed.id }, data: { decidedAt: new Date() } });
    await emptyOldCases();
    expect(await versionsOf(post.id)).toEqual([]);
    const appeal = await db().appeal.findUniqueOrThrow({ where: { id: appealed.id } });
    expect(appeal.text).toBe("");
    expect((await list(me)).reports.map(({ about }) => about)).toEqual([
      { name: "", text: "" },
      { name: "", text: "" },
    ]);
  });

  test("retains its words when the account goes, without its media", async () => {
    const [me, author] = (await createMembers(2)) as [Member, Member];
    const post = await createPost({ author, caption: "I said so" });
    await report(me, "post", post.id);
    await api.delete(`/auth/users/${author.id}`, { token: author.token });
    expect(await versionsOf(post.id)).toMatchObject([
      { name: "", username: "", text: "I said so", media: [] },
    ]);
    expect(await caseOf(post.id)).toMatchObject({ personId: null });
    expect((await list(me)).reports).toMatchObject([{ subjectId: post.id, about: { name: "", text: "" } }]);
    await api.delete(`/auth/users/${me.id}`, { token: me.token });
    expect((await caseOf(post.id)).reports).toMatchObject([{ reporterId: null, reason: "spam" }]);
  });

  test("names in messages neither the reporter nor who has left", async () => {
    const { me, other, conversationId, messageId } = await createTalk();
    const answer = await createMessage({ conversationId, sender: me, text: "No" });
    const evidence = [messageId, answer];
    await report(me, "person", other.id, { evidence });
    const { id } = await caseOf(other.id);
    const admin = await createStaff("admin");
    const read = async () => (await api.get(`/moderation/cases/${id}`, { token: admin.token })).body;
    const messages = [
      { senderId: other.id, name: other.user.name },
      { isReporter: true, senderId: null, name: "", text: "No" },
    ];
    expect(await read()).toMatchObject({ case: { reports: [{ evidence: messages }] } });
    await api.delete(`/auth/users/${me.id}`, { token: me.token });
    expect(await read()).toMatchObject({ case: { reports: [{ reporter: null, evidence: messages }] } });
    expect(JSON.stringify(await read())).not.toContain(me.user.name);
    await api.delete(`/auth/users/${other.id}`, { token: other.token });
    expect(JSON.stringify(await read())).not.toContain(other.user.name);
  });

  test("of a reply has whom it answers and whose post it is under, until they leave", async () => {
    const [me, author] = (await createMembers(2)) as [Member, Member];
    const [answered, owner] = [
      await createMember({ name: "Asha Answered" }),
      await createMember({ name: "Omar Owning" }),
    ];
    const post = await createPost({ author: owner });
    const replyTo = await createComment({ post, author: answered, content: "What I said" });
    const body = { content: "Fool", replyTo };
    const added = await api.post(`/posts/${post.id}/comments`, { token: author.token, body });
    const { _id } = added.read(newCommentAnswer).comment;
    await report(me, "comment", _id);
    const others = (answer: string, under: string) => [
      { text: "Fool", answered: { name: answer, text: "What I said" }, post: { name: under } },
    ];
    expect(await versionsOf(_id)).toMatchObject(others("Asha Answered", "Omar Owning"));
    const { id } = await caseOf(_id);
    await db().moderationCase.update({ where: { id }, data: { preservedAt: new Date() } });
    await api.delete(`/auth/users/${answered.id}`, { token: answered.token });
    expect(await versionsOf(_id)).toMatchObject(others("Asha Answered", "Omar Owning"));
    await db().moderationCase.update({ where: { id }, data: { preservedAt: null } });
    await api.delete(`/auth/users/${owner.id}`, { token: owner.token });
    expect(await versionsOf(_id)).toMatchObject(others("", ""));
  });

  test("is opened by the product, too, also for what no one sees", async () => {
    const { id } = await createPost({ caption: "Held" });
    await db().post.update({ where: { id }, data: { isActive: false, withheldAt: new Date() } });
    const open = () => transaction((tx) => openCase(tx, { subject: "post", subjectId: id, isHeld: true }));
    expect(await open()).toMatchObject({ isHeld: true, reportsCount: 0, severity: 0 });
    expect(await open()).toMatchObject({ id: (await caseOf(id)).id });
    expect(await versionsOf(id)).toMatchObject([{ text: "Held" }]);
    const missing = { subject: "post" as const, subjectId: UNKNOWN, isHeld: true };
    expect(await transaction((tx) => openCase(tx, missing))).toBeUndefined();
  });
});

describe("my reports", () => {
  test("come newest first in pages, and are no one else's", async () => {
    const me = await createMember();
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) {
      const { id } = await createPost();
      await report(me, "post", id);
      ids.unshift(id);
    }
    // Some of the same millisecond.
    await db().report.updateMany({
      where: { subjectId: { in: ids.slice(2, 6) } },
      data: { createdAt: new Date(Date.now() - 1000) },
    });
    const pages = await readAllPages(async (cursor) => {
      const { reports, nextCursor } = await list(me, { cursor, limit: 3 });
      return { items: reports.map(({ subjectId }) => subjectId), nextCursor };
    });
    expect(pages.map((page) => page.length)).toEqual([3, 3, 1]);
    expect(new Set(pages.flat())).toEqual(new Set(ids));
    expect(await list(await createMember())).toEqual({ reports: [], hasMore: false, nextCursor: null });
  });

  test("say what came of them, and not the measure", async () => {
    const [me, author] = (await createMembers(2)) as [Member, Member];
    const { id } = await createPost({ author });
    await report(me, "post", id);
    const decision = await close((await caseOf(id)).id, "banned");
    const [decided] = (await list(me)).reports;
    expect(decided).toMatchObject({
      state: "decided",
      outcome: "action_taken",
      decidedAt: decision.createdAt.toISOString(),
    });
    expect(JSON.stringify(decided)).not.toContain("banned");
    await db().decision.update({ where: { id: decision.id }, data: { undoneAt: new Date() } });
    expect((await list(me)).reports).toMatchObject([{ state: "decided", outcome: "no_violation" }]);
  });
});

describe("what came of a case", () => {
  const notificationsOf = (person: Member) =>
    db().notification.findMany({ where: { receiverId: person.id }, select: { type: true, message: true } });

  test("notifies everyone who reported once, and again when it changes", async () => {
    const [me, other, left] = (await createMembers(3)) as [Member, Member, Member];
    const { id } = await createPost();
    for (const person of [me, other, left]) await report(person, "post", id);
    await api.delete(`/auth/users/${left.id}`, { token: left.token });
    const { id: caseId } = await caseOf(id);
    const decision = await close(caseId, "removed");
    await transaction((tx) => notifyReporters(tx, caseId, "removed"));
    for (const person of [me, other]) {
      expect(await notificationsOf(person)).toEqual([
        { type: "report", message: "We removed the post you reported." },
      ]);
    }
    await db().decision.update({ where: { id: decision.id }, data: { undoneAt: new Date() } });
    await transaction((tx) => notifyReporters(tx, caseId, "no_violation"));
    const message =
      "The decision about your report was changed. We found that the post you reported doesn't break the guidelines.";
    expect(await notificationsOf(me)).toEqual([{ type: "report", message }]);
    expect((await api.get("/notifications", { token: me.token })).body).toMatchObject({
      unreadCount: 1,
      notifications: [{ type: "report", message, senderId: { _id: me.id } }],
    });
  });
});
