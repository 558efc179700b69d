import { caseAnswer, casesAnswer, newCaseAnswer } from "@/lib/moderation/schema";
import { reasonTemplate } from "@/lib/moderation/templates";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { emptyOldCases } from "@/lib/reports/server/retention";
import { forgetSessions } from "@/lib/sessions/server/access";
import { api } from "@/tests/api";
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
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

let moderator: Member;
let other: Member;
let admin: Member;
beforeAll(async () => {
  moderator = await createStaff();
  other = await createStaff();
  admin = await createStaff("admin");
});

const REASON = "This insults someone in front of everyone.";

async function report(subject: string, subjectId: string, by?: Member): Promise<string> {
  const { token } = by ?? (await createMember());
  const body = { subject, subjectId, reason: "harassment" };
  expect(await api.post("/reports", { token, body })).toMatchObject({ status: 201 });
  return (await db().moderationCase.findFirstOrThrow({ where: { subjectId } })).id;
}
const read = async (caseId: string, { token }: Member) =>
  (await api.get(`/moderation/cases/${caseId}`, { token })).read(caseAnswer).case;
const decide = (caseId: string, { token }: Member, body: object = { outcome: "removed", reason: REASON }) =>
  api.post(`/moderation/cases/${caseId}/decision`, { token, body });
const open = (subject: string, subjectId: string, { token }: Member) =>
  api.post("/moderation/cases", { token, body: { subject, subjectId } });
const usernameOf = async ({ id }: Member) =>
  (await db().user.findUniqueOrThrow({ where: { id } })).username ?? "";

describe("people who are involved may not decide", () => {
  test.each<[string, (involved: Member) => Promise<string>]>([
    [
      "the owner of the post that the comment is under",
      async (owner) => report("comment", await createComment({ post: await createPost({ author: owner }) })),
    ],
    [
      "whom a comment names",
      async (named) => {
        const content = `As bad as @${await usernameOf(named)}!`;
        return report("comment", await createComment({ content }));
      },
    ],
    [
      "whom a caption names",
      async (named) => report("post", (await createPost({ caption: `Ask @${await usernameOf(named)}.` })).id),
    ],
    [
      "the other side of a conversation",
      async (receiver) => {
        const sender = await createMember();
        const conversationId = await createConversation(sender, receiver);
        return report("message", await createMessage({ conversationId, sender }), receiver);
      },
    ],
  ])("%s", async (_, prepare) => {
    const caseId = await prepare(admin);
    expect(await decide(caseId, admin)).toMatchObject({ status: 403, error: "forbidden" });
    const seen = await read(caseId, admin);
    expect(seen).toMatchObject({ canDecide: false, isLastResort: false, areReportersShown: false });
    expect(seen.whyNot).toBeTruthy();
    expect(seen.reports).toMatchObject([{ reporter: null, record: null }]);
    await api.post(`/moderation/cases/${caseId}/assign`, { token: admin.token });
    expect((await read(caseId, moderator)).assignee).toBeNull();
    expect(await read(caseId, moderator)).toMatchObject({ canDecide: true });
    const decided = (await decide(caseId, moderator)).read(caseAnswer).case.decisions[0]?._id ?? "";
    const undo = { token: admin.token, body: { reason: REASON } };
    expect(await api.post(`/moderation/decisions/${decided}/undo`, undo)).toMatchObject({ status: 403 });
  });

  const name = async (...people: Member[]) =>
    `Ask ${(await Promise.all(people.map(async (one) => `@${await usernameOf(one)}`))).join(" ")}`;
  const edit = (id: string, author: Member, caption: string) =>
    api.put(`/posts/${id}`, { token: author.token, body: { caption } });

  test("whom its author names after the report, or no longer, is not", async () => {
    const author = await createMember();
    const post = await createPost({ author, caption: await name(admin) });
    await edit(post.id, author, "I will hurt you");
    const caseId = await report("post", post.id);
    expect(await read(caseId, admin)).toMatchObject({ canDecide: true });
    await edit(post.id, author, await name(moderator));
    await report("post", post.id);
    expect(await read(caseId, moderator)).toMatchObject({ canDecide: true });
  });

  test("whom the mention did not notify is not, and more than three of the staff are none", async () => {
    await db().user.update({ where: { id: admin.id }, data: { whoCanMention: "nobody" } });
    const unheard = await createPost({ caption: await name(admin) });
    expect(await read(await report("post", unheard.id), admin)).toMatchObject({ canDecide: true });
    await db().user.update({ where: { id: admin.id }, data: { whoCanMention: "everyone" } });
    const fourth = await createStaff();
    const listed = await createPost({ caption: await name(admin, moderator, other, fourth) });
    const caseId = await report("post", listed.id);
    for (const one of [admin, moderator, other, fourth]) {
      expect(await read(caseId, one)).toMatchObject({ canDecide: true });
    }
    await db().user.update({ where: { id: fourth.id }, data: { staffRole: null } });
    forgetSessions();
  });

  test("an admin may lift it, which is logged, but not what ties themself to it", async () => {
    const lift = (id: string, { token }: Member) =>
      api.delete(`/moderation/cases/${id}/involvement`, { token });
    const post = await createPost({ author: other });
    const comment = await createComment({ post, content: await name(admin, moderator) });
    const caseId = await report("comment", comment);
    expect((await read(caseId, admin)).involved).toHaveLength(3);
    expect((await read(caseId, moderator)).involved).toEqual([]);
    expect(await lift(caseId, moderator)).toMatchObject({ status: 404 });
    expect(await lift(caseId, admin)).toMatchObject({ body: { case: { canDecide: true, involved: [] } } });
    expect(await lift(caseId, admin)).toMatchObject({ status: 200 });
    for (const one of [moderator, other]) {
      expect(await read(caseId, one)).toMatchObject({ canDecide: true });
    }
    const log = await db().moderationLog.findMany({ where: { caseId, action: "involvement_lifted" } });
    const liftedIds = expect.arrayContaining([admin.id, moderator.id, other.id]);
    expect(log).toMatchObject([{ actorId: admin.id, details: { liftedIds } }]);

    const own = await report("comment", await createComment({ post: await createPost({ author: admin }) }));
    expect(await read(own, admin)).toMatchObject({ canDecide: false, involved: [] });
    expect(await lift(own, admin)).toMatchObject({ body: { case: { canDecide: false } } });
  });

  test("unless no one else of the staff can, which is said and logged", async () => {
    const post = await createPost({ author: moderator });
    const caseId = await report("comment", await createComment({ post }));
    const others = { id: { in: [other.id, admin.id] } };
    await db().user.updateMany({ where: others, data: { suspendedAt: new Date(), suspendedUntil: null } });
    forgetSessions();
    expect(await read(caseId, moderator)).toMatchObject({ canDecide: true, isLastResort: true });
    expect(await decide(caseId, moderator)).toMatchObject({ status: 200 });
    const entry = await db().moderationLog.findFirstOrThrow({ where: { caseId, action: "case_decided" } });
    expect(entry.details).toMatchObject({ outcome: "removed", isInvolved: true });

    // Who reported is no last resort.
    const reported = await report("post", (await createPost()).id, moderator);
    expect(await decide(reported, moderator)).toMatchObject({ status: 403 });
    await db().user.updateMany({ where: others, data: { suspendedAt: null } });
    forgetSessions();
  });
});

describe("opening a case", () => {
  test("about a post, a comment or a person opens one, finds it again, and makes no reporter", async () => {
    const author = await createMember();
    const post = await createPost({ author });
    const commentId = await createComment({ author });
    for (const [subject, subjectId] of [
      ["post", post.id],
      ["comment", commentId],
      ["person", author.id],
    ] as const) {
      const first = await open(subject, subjectId, moderator);
      expect(first.status).toBe(201);
      const { caseId } = first.read(newCaseAnswer);
      expect(await open(subject, subjectId, other)).toMatchObject({ status: 200, body: { caseId } });
      expect(await read(caseId, moderator)).toMatchObject({ reportsCount: 0, reports: [], canDecide: true });
      const log = await db().moderationLog.findMany({ where: { caseId, action: "case_begun" } });
      expect(log).toMatchObject([{ actorId: moderator.id, personId: author.id }]);
      expect(await report(subject, subjectId)).toBe(caseId);
      expect(await decide(caseId, moderator, { outcome: "no_violation" })).toMatchObject({ status: 200 });
    }
  });

  test("is one case when two open it at once", async () => {
    const { id } = await createPost();
    const replies = await Promise.all([open("post", id, moderator), open("post", id, other)]);
    const ids = replies.map((reply) => reply.read(newCaseAnswer).caseId);
    expect(ids[0]).toBe(ids[1]);
    expect(await db().moderationCase.count({ where: { subjectId: id } })).toBe(1);
  });

  test("is rejected about oneself, about staff to moderators, and for what they do not see", async () => {
    const own = await createPost({ author: moderator });
    expect(await open("post", own.id, moderator)).toMatchObject({ status: 400, error: "validation" });
    expect(await open("person", moderator.id, moderator)).toMatchObject({ status: 400 });
    expect(await open("person", other.id, moderator)).toMatchObject({ status: 403 });
    expect(await open("person", other.id, admin)).toMatchObject({ status: 201 });
    const author = await createMember();
    const post = await createPost({ author });
    await api.post(`/users/${moderator.id}/block`, { token: author.token, body: { blocked: true } });
    const missing = await open("post", crypto.randomUUID(), moderator);
    expect(await open("post", post.id, moderator)).toEqual(
      expect.objectContaining({ status: 404, body: missing.body }),
    );
    expect(await db().moderationCase.count({ where: { subjectId: post.id } })).toBe(0);
  });

  test("does not show moderators that there is a sealed one", async () => {
    const { id } = await createMember();
    const caseId = await createCase({ subject: "person", subjectId: id, person: { id } });
    await db().moderationCase.update({ where: { id: caseId }, data: { isSealed: true } });
    const missing = await open("person", crypto.randomUUID(), moderator);
    expect(await open("person", id, moderator)).toMatchObject({ status: 404, body: missing.body as object });
    expect(await open("person", id, admin)).toMatchObject({ status: 200, body: { caseId } });
  });
});

describe("the queue", () => {
  test("is filtered, shows a blurred thumbnail, and how many cases a person has", async () => {
    await db().moderationCase.deleteMany();
    const person = await createMember();
    const asset = await createAsset(person);
    const placeholder = "data:image/webp;base64,AAAA";
    await db().mediaAsset.update({ where: { id: asset.id }, data: { placeholder } });
    const first = await createCase({ subject: "post", subjectId: crypto.randomUUID(), person });
    const second = await createCase({ subject: "comment", subjectId: crypto.randomUUID(), person });
    const sealed = await createCase({ subject: "comment", subjectId: crypto.randomUUID(), person });
    const file = { purpose: "post", publicId: asset.publicId, mediaType: "image", format: "webp" };
    const copy = { takenAt: new Date().toISOString(), name: "", username: "", text: "", hashtags: [] };
    const media = [{ ...file, hasPoster: false, altText: "" }];
    const snapshot = { versions: [{ ...copy, media, post: null }] };
    await db().moderationCase.update({ where: { id: first }, data: { snapshot } });
    await db().moderationCase.update({ where: { id: sealed }, data: { snapshot, isSealed: true } });
    await db().report.updateMany({ where: { caseId: second }, data: { reason: "hate" } });
    const list = async (query: Record<string, string>, { token } = moderator) =>
      (await api.get("/moderation/cases", { token, query })).read(casesAnswer).cases;
    expect(await list({})).toMatchObject([
      { _id: first, thumbnail: placeholder, openOfPerson: 2 },
      { _id: second, thumbnail: null, openOfPerson: 2 },
    ]);
    const ids = async (query: Record<string, string>) => (await list(query)).map(({ _id }) => _id);
    expect(await ids({ reason: "hate" })).toEqual([second]);
    expect(await ids({ subject: "post" })).toEqual([first]);
    const { subjectId } = await db().moderationCase.findUniqueOrThrow({ where: { id: second } });
    expect(await ids({ subjectId })).toEqual([second]);
    expect((await list({}, admin)).find(({ _id }) => _id === sealed)).toMatchObject({
      thumbnail: null,
      openOfPerson: 3,
    });
  });
});

describe("in a case", () => {
  test("notes are for the staff who see it, are logged without words, and go with its words", async () => {
    const person = await createMember();
    const caseId = await createCase({ subject: "person", subjectId: person.id, person });
    const leave = ({ token }: Member, id = caseId) =>
      api.post(`/moderation/cases/${id}/notes`, { token, body: { text: "I have asked the warden." } });
    expect(await leave(moderator)).toMatchObject({ status: 201 });
    expect((await read(caseId, other)).notes).toMatchObject([
      { author: { _id: moderator.id }, text: "I have asked the warden." },
    ]);
    const entry = await db().moderationLog.findFirstOrThrow({ where: { caseId, action: "note_left" } });
    expect(entry).toMatchObject({ actorId: moderator.id, details: {} });
    const own = await createCase({ subject: "person", subjectId: moderator.id, person: moderator });
    expect(await leave(moderator, own)).toMatchObject({ status: 404 });
    await decide(caseId, other, { outcome: "no_violation" });
    await db().moderationCase.update({ where: { id: caseId }, data: { closedAt: ago(31, "days") } });
    await emptyOldCases();
    expect((await read(caseId, other)).notes).toEqual([]);
  });

  test("admins read how many of a reporter's other reports were right, and moderators don't", async () => {
    const reporter = await createMember();
    const about = async () => {
      const person = await createMember();
      return createCase({ subject: "person", subjectId: person.id, person, reporter });
    };
    const [right, wrong, waiting] = [await about(), await about(), await about()];
    await decide(right, moderator, { outcome: "warned", reason: REASON });
    await decide(wrong, moderator, { outcome: "no_violation" });
    const [seen] = (await read(waiting, admin)).reports;
    expect(seen).toMatchObject({ reporter: { _id: reporter.id }, record: { right: 1, decided: 2 } });
    expect((await read(waiting, moderator)).reports).toMatchObject([{ reporter: null, record: null }]);
  });
});

test("a copy or message of a shape that is no longer read leaves the rest of the case readable", async () => {
  const person = await createMember();
  const caseId = await createCase({ subject: "person", subjectId: person.id, person });
  const { snapshot } = await db().moderationCase.findUniqueOrThrow({ where: { id: caseId } });
  const { versions } = snapshot as { versions: object[] };
  const message = { _id: caseId, senderId: null, name: "", text: "Hi", post: null, createdAt: "" };
  const older = { versions: [{ caption: "Of an older release" }, ...versions] };
  await db().moderationCase.update({ where: { id: caseId }, data: { snapshot: older } });
  const data = { evidence: [{ words: "Of an older release" }, message] };
  await db().report.updateMany({ where: { caseId }, data });
  const seen = await read(caseId, admin);
  expect(seen.snapshot.versions).toMatchObject([{ text: "What it said" }]);
  expect(seen.reports).toMatchObject([{ evidence: [{ text: "Hi" }] }]);
});

test("a template alone is no reason for a ban", async () => {
  const person = await createMember();
  const caseId = await createCase({ subject: "person", subjectId: person.id, person });
  const template = reasonTemplate("harassment", "person");
  const ban = (reason: string) => decide(caseId, moderator, { outcome: "banned", reason });
  expect(await ban(template)).toMatchObject({ status: 400, error: "validation" });
  expect(await ban(`${template} Really.`)).toMatchObject({ status: 400 });
  expect(await ban(`${template} Twice since the warning of October.`)).toMatchObject({ status: 200 });
});

test("a decision made by mistake is undone and decided anew; what was held is held again", async () => {
  const author = await createMember();
  const reporter = await createMember();
  const post = await createPost({ author });
  const body = { subject: "post", subjectId: post.id, reason: "nudity" };
  await api.post("/reports", { token: reporter.token, body });
  const { id } = await db().moderationCase.findFirstOrThrow({ where: { subjectId: post.id } });
  const notified = async () => {
    const where = { receiverId: reporter.id, type: "report" } as const;
    return (await db().notification.findMany({ where })).map(({ message }) => message);
  };
  const found = "We found that the post you reported doesn't break the guidelines.";
  for (const [outcome, sentence] of [
    ["removed", "We removed the post you reported."],
    ["no_violation", `The decision about your report was changed. ${found}`],
  ]) {
    const decided = await decide(id, moderator, { outcome, reason: REASON });
    const decisionId = decided.read(caseAnswer).case.decisions[0]?._id ?? "";
    // That no rule was broken opens the case in any case.
    const undo = { token: moderator.token, body: { reason: REASON, reopens: outcome === "removed" } };
    expect(await api.post(`/moderation/decisions/${decisionId}/undo`, undo)).toMatchObject({
      status: 200,
      body: { case: { closedAt: null, canDecide: true, current: "withheld" } },
    });
    expect(await api.get(`/posts/${post.id}`, { token: reporter.token })).toMatchObject({ status: 404 });
    // The reporter was notified of the decision, and will be of the next one.
    expect(await notified()).toEqual([sentence]);
  }
  expect(await decide(id, moderator, { outcome: "no_violation" })).toMatchObject({ status: 200 });
  expect(await api.get(`/posts/${post.id}`, { token: reporter.token })).toMatchObject({ status: 200 });
  expect(await findDrift()).toEqual([]);
});
