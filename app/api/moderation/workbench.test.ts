import { readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { GET as openFile } from "@/app/api/moderation/cases/[caseId]/media/[mediaId]/route";
import { GET } from "@/app/media/[type]/upload/[...file]/route";
import { caseAnswer, casesAnswer, newCaseAnswer } from "@/lib/moderation/schema";
import { logAction } from "@/lib/moderation/server/log";
import { logAnswer } from "@/lib/moderation/staff-schema";
import { reasonTemplate } from "@/lib/moderation/templates";
import { finishWork } from "@/lib/platform/after-response";
import { ago } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { deliveryUrl, mediaHost } from "@/lib/platform/media";
import { AVATAR_PICTURE, POST_PICTURE, processOwnPicture } from "@/lib/platform/media/picture";
import { sweepDeletedPosts } from "@/lib/posts/server/delete";
import { emptyOldCases } from "@/lib/reports/server/retention";
import { forgetSessions } from "@/lib/sessions/server/access";
import { posterUrl, sizedImageUrl } from "@/lib/text/media-url";
import { sweepMedia } from "@/lib/uploads/server/sweep";
import { syncHost } from "@/lib/uploads/server/withhold";
import { api, loadRoute } from "@/tests/api";
import { makeRequest } from "@/tests/call";
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
  createUser,
  type Member,
} from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

/** The workbench of moderators: cases, their files, the log. */

describe("cases", () => {
  beforeAll(async () => {
    await useTestDatabase();
    moderator = await createStaff();
    other = await createStaff();
    admin = await createStaff("admin");
  });

  let moderator: Member;
  let other: Member;
  let admin: Member;

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
        async (owner) =>
          report("comment", await createComment({ post: await createPost({ author: owner }) })),
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
        async (named) =>
          report("post", (await createPost({ caption: `Ask @${await usernameOf(named)}.` })).id),
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
        expect(await read(caseId, moderator)).toMatchObject({
          reportsCount: 0,
          reports: [],
          canDecide: true,
        });
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
      expect(await open("person", id, moderator)).toMatchObject({
        status: 404,
        body: missing.body as object,
      });
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
});

describe("the log", () => {
  beforeAll(async () => {
    await useTestDatabase();
    moderator = await createStaff();
    admin = await createStaff("admin");
  });

  let moderator: Member;
  let admin: Member;

  const read = async (query: Record<string, string> = {}, by = admin) =>
    (await api.get("/moderation/log", { token: by.token, query })).read(logAnswer);
  const actions = async (query: Record<string, string>) =>
    (await read(query)).entries.map(({ action }) => action);

  test("an entry names its case: what it is about, and whose that is", async () => {
    const person = await createUser({ name: "Kabir Rao" });
    const caseId = await createCase({ subject: "comment", subjectId: crypto.randomUUID(), person });
    await api.get(`/moderation/cases/${caseId}`, { token: moderator.token });
    expect((await read({ caseId })).entries).toMatchObject([
      { action: "case_opened", person: null, case: { subject: "comment", person: { name: "Kabir Rao" } } },
    ]);
  });

  test("it is read by kind, by who did it, and by the day of the colleges", async () => {
    const { id: personId } = await createMember();
    const by = await createStaff("admin");
    const act = (action: "role_set" | "notice_sent" | "people_exported" | "people_listed") =>
      transaction((tx) => logAction(tx, { actorId: by.id, action, personId }));
    for (const action of ["role_set", "notice_sent", "people_exported", "people_listed"] as const) {
      await act(action);
    }
    const actorId = by.id;
    expect(await actions({ actorId })).toEqual([
      "people_listed",
      "people_exported",
      "notice_sent",
      "role_set",
    ]);
    expect(await actions({ actorId, kind: "roles" })).toEqual(["role_set"]);
    expect(await actions({ actorId, kind: "notices" })).toEqual(["notice_sent"]);
    expect(await actions({ actorId, kind: "exports" })).toEqual(["people_exported"]);
    expect(await actions({ actorId, kind: "openings" })).toEqual(["people_listed"]);
    expect(await actions({ actorId, kind: "decisions" })).toEqual([]);

    // Before and after midnight in India.
    const other = crypto.randomUUID();
    for (const at of [
      "2026-03-04T18:29:59Z",
      "2026-03-04T18:30:00Z",
      "2026-03-05T18:29:59Z",
      "2026-03-05T18:30:00Z",
    ]) {
      await db().moderationLog.create({ data: { at: new Date(at), actorId: other, action: "role_set" } });
    }
    const { entries } = await read({ actorId: other, day: "2026-03-05" });
    expect(entries.map(({ at }) => at)).toEqual(["2026-03-05T18:29:59.000Z", "2026-03-04T18:30:00.000Z"]);
    for (const query of [{ day: "5 March" }, { day: "2026-02-30" }, { kind: "secrets" }] as const) {
      expect(await api.get("/moderation/log", { token: admin.token, query })).toMatchObject({ status: 400 });
    }
  });

  describe("exporting it", () => {
    const exported = async (query: Record<string, string>, { token }: Member) => {
      const { GET } = await loadRoute(["moderation", "log", "export"]);
      const request = makeRequest({ path: "/api/moderation/log/export", token, query });
      return GET(request, { params: Promise.resolve({}) });
    };

    test("is for admins, by the filter, without cases that do not exist for them, and in the log", async () => {
      const person = await createUser({ name: "=Kabir" });
      const caseId = await createCase({ subject: "person", subjectId: person.id, person });
      const body = { outcome: "suspended", days: 3, reason: "Please be kinder in comments." };
      await api.post(`/moderation/cases/${caseId}/decision`, { token: moderator.token, body });
      const own = await createCase({ subject: "person", subjectId: admin.id, person: admin });
      await api.get(`/moderation/cases/${own}`, { token: (await createStaff("admin")).token });

      expect((await exported({}, moderator)).status).toBe(404);
      const reply = await exported({ kind: "decisions" }, admin);
      expect(reply.status).toBe(200);
      const text = await reply.text();
      expect(text).toContain(
        `,"${moderator.user.name}","case_decided","'=Kabir","${caseId}","suspended","3",`,
      );
      expect(text).not.toContain("case_opened");
      const all = await (await exported({}, admin)).text();
      expect(all).toContain("case_opened");
      expect(all).not.toContain(own);
      expect((await read({ kind: "exports", actorId: admin.id })).entries).toMatchObject([
        { action: "log_exported", details: { filter: [] } },
        { action: "log_exported", details: { filter: ["kind"] } },
      ]);
    });

    test("needs a fresh proof of who asks", async () => {
      const idle = await createStaff("admin");
      await db().session.updateMany({ where: { userId: idle.id }, data: { createdAt: ago(1, "days") } });
      const reply = await exported({}, idle);
      expect(reply.status).toBe(403);
      expect(await reply.json()).toMatchObject({ error: "reauthenticate" });
    });
  });
});

describe("files", () => {
  beforeAll(async () => {
    await useTestDatabase();
    liftLimits();
  });

  const sample = readFileSync(join(process.cwd(), "lib/platform/media/fixtures/located.mp4"));
  const picture = async (shape = POST_PICTURE) =>
    processOwnPicture(
      await sharp({ create: { width: 700, height: 500, channels: 3, background: "#3046e6" } })
        .jpeg()
        .toBuffer(),
      shape,
    );

  /** A stored picture of a member. */
  async function storedPicture(owner: Member, shape = POST_PICTURE) {
    const asset = await createAsset(owner, { attached: true });
    const stored = await mediaHost().storePicture(asset.publicId, await picture(shape));
    return db().mediaAsset.update({ where: { id: asset.id }, data: stored });
  }

  /** A post with a picture and a video, and every address of its files. */
  async function storedPost(author: Member) {
    const [first, second] = [await storedPicture(author), await createAsset(author, { attached: true })];
    const poster = (await picture()).master;
    const hosted = await mediaHost().storeVideo(second.publicId, sample, poster);
    const video = await db().mediaAsset.update({
      where: { id: second.id },
      data: { ...hosted, mediaType: "video" },
    });
    const post = await createPost({ author });
    await db().postMedia.deleteMany({ where: { postId: post.id } });
    await db().postMedia.createMany({
      data: [first, video].map(({ id }, position) => ({ postId: post.id, position, assetId: id })),
    });
    const [imageUrl, videoUrl] = [deliveryUrl(first), deliveryUrl(video)];
    return {
      id: post.id,
      first,
      video,
      urls: [imageUrl, sizedImageUrl(imageUrl, 320), videoUrl, posterUrl(videoUrl)],
    };
  }

  const load = async (url: string, headers: Record<string, string> = {}) =>
    (await GET(new Request(url, { headers }), { params: Promise.resolve({}) })).status;
  const loadAll = (urls: string[]) => Promise.all(urls.map((url) => load(url)));
  const report = (me: Member, subject: string, subjectId: string, reason: string) =>
    api.post("/reports", { token: me.token, body: { subject, subjectId, reason } });
  const caseOf = (subjectId: string) => db().moderationCase.findFirstOrThrow({ where: { subjectId } });
  /** Status and type of a file as the API answers it. */
  async function open(caseId: string, file: { publicId: string }, { token }: { token: string }) {
    const params = { caseId, mediaId: mediaIdOf(file) };
    const url = `http://localhost:3000/api/moderation/cases/${caseId}/media/${params.mediaId}`;
    const request = new Request(url, { headers: { Authorization: `Bearer ${token}` } });
    const response = await openFile(request, { params: Promise.resolve(params) });
    const { length } = Buffer.from(await response.arrayBuffer());
    return [response.status, response.headers.get("content-type"), length > 1_000] as const;
  }
  const mediaIdOf = ({ publicId }: { publicId: string }) => publicId.split("/")[1];

  test.each(["nudity", "private_information"])(
    "the files of a post reported for %s are gone for everyone at once, in all variants, until it is released",
    async (reason) => {
      const author = await createMember();
      const { id, urls, first, video } = await storedPost(author);
      expect(await loadAll(urls)).toEqual([200, 200, 200, 200]);
      await report(await createMember(), "post", id, reason);
      // Nothing waits for the timer that tidies up.
      await finishWork();
      expect(await loadAll(urls)).toEqual([404, 404, 404, 404]);
      expect(await load(urls[2] ?? "", { range: "bytes=0-99" })).toBe(404);
      expect(await load(urls[0] ?? "", { "if-none-match": "*" })).toBe(404);

      const { id: caseId } = await caseOf(id);
      const moderator = await createStaff();
      expect(await open(caseId, first, moderator)).toEqual([200, "image/jpeg", true]);
      expect(await open(caseId, video, moderator)).toEqual([200, "video/mp4", true]);
      expect(await open(caseId, first, author)).toMatchObject({ 0: 404 });
      expect(await open(caseId, await storedPicture(author), moderator)).toMatchObject({ 0: 404 });

      const decide = (path: string, body: object) => api.post(path, { token: moderator.token, body });
      await decide(`/moderation/cases/${caseId}/decision`, {
        outcome: "removed",
        reason: "No such pictures.",
      });
      expect(await loadAll(urls)).toEqual([404, 404, 404, 404]);
      const decision = await db().decision.findFirstOrThrow({ where: { caseId } });
      await decide(`/moderation/decisions/${decision.id}/undo`, { reason: "It was a drawing after all." });
      await finishWork();
      expect(await loadAll(urls)).toEqual([200, 200, 200, 200]);
    },
  );

  test("the files of a reported post go with it when its author deletes it, but not for moderators", async () => {
    const author = await createMember();
    const { id, first, urls } = await storedPost(author);
    await report(await createMember(), "post", id, "spam");
    await api.delete(`/posts/${id}`, { token: author.token });
    await finishWork();
    expect(await loadAll(urls)).toEqual([404, 404, 404, 404]);
    expect(await api.put(`/posts/${id}/restore`, { token: author.token })).toMatchObject({ status: 200 });
    await finishWork();
    expect(await loadAll(urls)).toEqual([200, 200, 200, 200]);
    await api.delete(`/posts/${id}`, { token: author.token });
    await db().sql`UPDATE posts SET deleted_at = now() - interval '1 hour' WHERE id = ${id}::uuid`;
    await sweepDeletedPosts();
    await finishWork();
    expect(await loadAll(urls)).toEqual([404, 404, 404, 404]);
    expect(await open((await caseOf(id)).id, first, await createStaff())).toEqual([200, "image/jpeg", true]);
  });

  test("files that only a legal hold retains after their account is deleted are for the staff alone", async () => {
    const author = await createMember();
    const { id, first, urls } = await storedPost(author);
    await report(await createMember(), "post", id, "spam");
    const { id: caseId } = await caseOf(id);
    const admin = await createStaff("admin");
    await api.put(`/moderation/cases/${caseId}/hold`, { token: admin.token, body: { held: true } });
    await api.delete(`/auth/users/${author.id}`, { token: author.token });
    await sweepMedia();
    expect(await loadAll(urls)).toEqual([404, 404, 404, 404]);
    expect(await open(caseId, first, admin)).toEqual([200, "image/jpeg", true]);
  });

  test("the files of a sealed case are for admins alone", async () => {
    const { id, first, urls } = await storedPost(await createMember());
    await report(await createMember(), "post", id, "sexual_under_18");
    await finishWork();
    expect(await loadAll(urls)).toEqual([404, 404, 404, 404]);
    const { id: caseId } = await caseOf(id);
    expect(await open(caseId, first, await createStaff("moderator"))).toMatchObject({ 0: 404 });
    expect(await open(caseId, first, await createStaff("admin"))).toMatchObject({ 0: 200 });
  });

  test("an avatar that is held or was replaced while a case shows it is gone until it is restored", async () => {
    const person = await createMember();
    const avatar = await storedPicture(person, AVATAR_PICTURE);
    await db().mediaAsset.update({ where: { id: avatar.id }, data: { purpose: "avatar" } });
    await db().user.update({ where: { id: person.id }, data: { avatarId: avatar.publicId } });
    const url = deliveryUrl(avatar);
    await report(await createMember(), "person", person.id, "nudity");
    await finishWork();
    expect(await load(url)).toBe(404);
    const [{ token }, { id: caseId }] = [await createStaff(), await caseOf(person.id)];
    const path = `/moderation/cases/${caseId}`;
    expect(await open(caseId, avatar, { token })).toMatchObject({ 0: 200, 1: "image/webp" });
    await api.post(`${path}/decision`, { token, body: { outcome: "no_violation" } });
    await finishWork();
    expect(await load(url)).toBe(200);
    await api.put(`/users/${person.id}`, { token: person.token, body: { avatar: "" } });
    await finishWork();
    expect(await load(url)).toBe(404);
  });

  test("the host is notified again when it did not answer", async () => {
    const { id, urls } = await storedPost(await createMember());
    const withhold = jest.spyOn(mediaHost(), "withhold").mockRejectedValue(new Error("The host is away."));
    await report(await createMember(), "post", id, "nudity");
    await finishWork();
    withhold.mockRestore();
    expect(await loadAll(urls)).toEqual([200, 200, 200, 200]);
    const before = new Date(Date.now() - 1_000);
    await db().mediaAsset.updateMany({ where: { hostDueAt: { not: null } }, data: { hostDueAt: before } });
    await syncHost();
    expect(await loadAll(urls)).toEqual([404, 404, 404, 404]);
  });
});
