import { proveAddress } from "@/lib/accounts/server/prove";
import { caseAnswer, casesAnswer } from "@/lib/moderation/schema";
import { mailWhatWaits } from "@/lib/moderation/server/alert";
import { listStranded } from "@/lib/moderation/server/operator";
import { endOldCases, sweepRemoved } from "@/lib/moderation/server/sweep";
import { logAnswer, memberAnswer, numbersAnswer } from "@/lib/moderation/staff-schema";
import { ago } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { OPERATOR } from "@/lib/product";
import { emptyOldCases } from "@/lib/reports/server/retention";
import { viewSnapshot } from "@/lib/reports/server/snapshots";
import { forgetSessions } from "@/lib/sessions/server/access";
import { sweepMedia } from "@/lib/uploads/server/sweep";
import { Prisma } from "@/prisma/generated/client/client";
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
  createUser,
  type Member,
  signIn,
} from "@/tests/factories";
import { findMails } from "@/tests/mailbox";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

let moderator: Member;
let admin: Member;
beforeAll(async () => {
  moderator = await createStaff();
  admin = await createStaff("admin");
});

const about = async (options: { severity?: number; openedAt?: Date } = {}) => {
  const person = await createUser();
  return createCase({ subject: "person", subjectId: person.id, person, ...options });
};

describe("the queue", () => {
  test("has the worst first and then the oldest, on every page, and closed cases newest first", async () => {
    await db().moderationCase.deleteMany();
    const [newSpam, oldSpam] = [await about(), await about({ openedAt: ago(3, "days") })];
    const danger = await about({ severity: 5 });
    const order = [danger, oldSpam, newSpam];
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: Record<string, string> = { limit: "1", ...(cursor && { cursor }) };
      const reply = await api.get("/moderation/cases", { token: moderator.token, query });
      const page = reply.read(casesAnswer);
      seen.push(...page.cases.map(({ _id }) => _id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(order);

    for (const id of order) {
      const body = { outcome: "no_violation" };
      await api.post(`/moderation/cases/${id}/decision`, { token: admin.token, body });
    }
    const closed = await api.get("/moderation/cases", { token: moderator.token, query: { state: "closed" } });
    expect(closed.read(casesAnswer).cases.map(({ _id }) => _id)).toEqual(order.toReversed());
    expect(closed.body).toMatchObject({
      cases: [
        { outcome: "no_violation", reasons: [{ reason: "spam", count: 1 }], about: { text: "What it said" } },
        {},
        {},
      ],
    });
  });

  test("gives a case to who opens it, and to another after half an hour", async () => {
    const id = await about();
    const open = async ({ token }: Member) =>
      (await api.post(`/moderation/cases/${id}/assign`, { token })).body;
    const list = async ({ token }: Member, query = {}) =>
      (await api.get("/moderation/cases", { token, query })).read(casesAnswer).cases;
    const mine = async (by: Member) => (await list(by, { mine: "true" })).map(({ _id }) => _id);
    const assignee = async () => (await list(admin)).find(({ _id }) => _id === id)?.assignee;
    expect(await open(moderator)).toMatchObject({ case: { assignee: { _id: moderator.id } } });
    expect(await open(admin)).toMatchObject({ case: { assignee: { _id: moderator.id } } });
    expect(await mine(moderator)).toContain(id);
    expect(await assignee()).toMatchObject({ _id: moderator.id });
    await db().moderationCase.update({ where: { id }, data: { assignedAt: ago(31, "minutes") } });
    // Who has only looked at a case does not keep others from it.
    expect(await mine(moderator)).not.toContain(id);
    expect(await assignee()).toBeNull();
    expect(await open(admin)).toMatchObject({ case: { assignee: { _id: admin.id } } });
    expect(await mine(admin)).toContain(id);
    const body = { outcome: "no_violation" };
    await api.post(`/moderation/cases/${id}/decision`, { token: admin.token, body });
    await db().moderationCase.update({ where: { id }, data: { assignedAt: ago(31, "minutes") } });
    const decided = { state: "closed", mine: "true" };
    expect((await list(admin, decided)).find(({ _id }) => _id === id)?.assignee?._id).toBe(admin.id);
  });

  test("leaves out no case when another moderator decides the last one of a page", async () => {
    await db().moderationCase.deleteMany();
    const ids = [];
    for (const days of [4, 3, 2, 1]) ids.push(await about({ openedAt: ago(days, "days") }));
    const read = async (query: Record<string, string>) => {
      const reply = await api.get("/moderation/cases", { token: moderator.token, query });
      const { cases, nextCursor } = reply.read(casesAnswer);
      return { ids: cases.map(({ _id }) => _id), nextCursor };
    };
    const first = await read({ limit: "2" });
    expect(first).toEqual({ ids: ids.slice(0, 2), nextCursor: ids[1] });
    expect(await read({ limit: "1", cursor: ids[1] ?? "" })).toEqual({ ids: [ids[2]], nextCursor: ids[2] });
    const path = `/moderation/cases/${ids[1]}/decision`;
    await api.post(path, { token: admin.token, body: { outcome: "no_violation" } });
    expect(await read({ limit: "1", cursor: ids[1] ?? "" })).toEqual({ ids: [ids[2]], nextCursor: ids[2] });
    expect(await read({ limit: "2", cursor: ids[1] ?? "" })).toEqual({ ids: ids.slice(2), nextCursor: null });
  });

  test("shows what else is known of the person, and what has become of the content", async () => {
    const person = await createMember();
    const post = await createPost({ author: person });
    const earlier = await createCase({ subject: "person", subjectId: person.id, person });
    const body = { outcome: "warned", reason: "Please be kinder in comments." };
    await api.post(`/moderation/cases/${earlier}/decision`, { token: admin.token, body });
    const id = await createCase({ subject: "post", subjectId: post.id, person });
    const read = async () => (await api.get(`/moderation/cases/${id}`, { token: moderator.token })).body;
    expect(await read()).toMatchObject({
      case: {
        current: "shown",
        reports: [{ reason: "spam", evidence: [], reporter: null }],
        history: { reports: 1, decisions: [{ outcome: "warned", moderator: { _id: admin.id } }] },
        canDecide: true,
      },
    });
    await api.delete(`/posts/${post.id}`, { token: person.token });
    expect(await read()).toMatchObject({ case: { current: "deleted" } });
  });
});

describe("a case does not exist", () => {
  /** What every way to a case answers. */
  async function waysTo(caseId: string, decisionId: string, { token }: Member) {
    const get = async (path: string, query = {}) => (await api.get(path, { token, query })).body;
    const post = async (path: string, body?: unknown) =>
      (await api.post(`/moderation/${path}`, { token, ...(body !== undefined && { body }) })).status;
    const answer = "We looked at it again.";
    const { id: appealId } = await db().appeal.findFirstOrThrow({ where: { decisionId } });
    const lists = [
      await get("/moderation/cases"),
      await get("/moderation/cases", { state: "closed" }),
      await get("/moderation/cases", { mine: "true" }),
      await get("/moderation/appeals"),
      await get("/moderation/log"),
      await get("/moderation/log", { caseId }),
    ];
    const numbers = await get("/moderation/numbers");
    return {
      isListed: JSON.stringify(lists).includes(caseId),
      statuses: [
        (await api.get(`/moderation/cases/${caseId}`, { token })).status,
        await post(`cases/${caseId}/assign`),
        await post(`cases/${caseId}/decision`, { outcome: "no_violation" }),
        await post(`decisions/${decisionId}/undo`, { reason: answer }),
        await post(`appeals/${appealId}/decision`, { accepted: true, answer }),
      ],
      numbers,
    };
  }

  /** An open case with an undone decision that was appealed, and with an entry in the log. */
  async function caseAbout(person: { id: string }, data: { isSealed?: boolean } = {}) {
    await db().moderationCase.deleteMany();
    const caseId = await createCase({ subject: "person", subjectId: person.id, person });
    await db().moderationCase.update({ where: { id: caseId }, data: { ...data, assigneeId: moderator.id } });
    const decisionId = crypto.randomUUID();
    const decision = {
      id: decisionId,
      caseId,
      personId: person.id,
      outcome: "warned" as const,
      reason: "Be kinder.",
    };
    await db().decision.create({ data: decision });
    const appeal = { id: crypto.randomUUID(), decisionId, personId: person.id, text: "No" };
    await db().appeal.create({ data: appeal });
    await db().moderationLog.create({ data: { action: "case_opened", caseId, details: {} } });
    return { caseId, decisionId };
  }
  const nothing = { openCases: 0, openAppeals: 0, outcomesByReason: [] };
  const hidden = { isListed: false, statuses: Array(5).fill(404), numbers: expect.objectContaining(nothing) };

  test.each<[string, () => Promise<{ about: { id: string }; isSealed?: true; to: Member }>]>([
    ["for the moderator it is about", async () => ({ about: moderator, to: moderator })],
    ["for the admin it is about", async () => ({ about: admin, to: admin })],
    [
      "for someone who became a moderator afterwards",
      async () => {
        const person = await createMember();
        return { about: person, to: person };
      },
    ],
    ["for moderators about another moderator", async () => ({ about: await createStaff(), to: moderator })],
    ["for moderators about an admin", async () => ({ about: admin, to: moderator })],
    [
      "for moderators when it is sealed",
      async () => ({ about: await createUser(), isSealed: true, to: moderator }),
    ],
  ])("%s", async (_, prepare) => {
    const { about: person, to, ...data } = await prepare();
    const { caseId, decisionId } = await caseAbout(person, data);
    if (!to.user.staffRole) {
      await db().user.update({ where: { id: to.id }, data: { staffRole: "moderator" } });
      forgetSessions();
    }
    expect(await waysTo(caseId, decisionId, to)).toEqual(hidden);
    const other = await createStaff("admin");
    const seen = await waysTo(caseId, decisionId, other);
    expect(seen).toMatchObject({ isListed: true, numbers: { openCases: 1, openAppeals: 1 } });
    expect(seen.statuses).not.toContain(404);
  });

  test("nor is what is sealed in a person's history", async () => {
    const person = await createMember();
    await caseAbout(person, { isSealed: true });
    const id = await createCase({ subject: "post", subjectId: crypto.randomUUID(), person });
    const read = async ({ token }: Member) => (await api.get(`/moderation/cases/${id}`, { token })).body;
    expect(await read(moderator)).toMatchObject({ case: { history: { reports: 0, decisions: [] } } });
    expect(await read(admin)).toMatchObject({ case: { history: { reports: 1, decisions: [{}] } } });
  });

  test("to moderators after a report of something sexual with someone under 18", async () => {
    const { id: subjectId } = await createMember();
    const reporter = await createMember();
    const body = { subject: "person", subjectId, reason: "sexual_under_18" };
    await api.post("/reports", { token: reporter.token, body });
    const { id, severity } = await db().moderationCase.findFirstOrThrow({ where: { subjectId } });
    expect(severity).toBe(5);
    const read = ({ token }: Member) => api.get(`/moderation/cases/${id}`, { token });
    expect(await read(moderator)).toMatchObject({ status: 404 });
    expect(await read(admin)).toMatchObject({ status: 200, body: { case: { isSealed: true } } });
  });
});

test("only admins read who reported, and each look is in the log", async () => {
  const reporter = await createMember();
  const person = await createUser();
  const id = await createCase({ subject: "person", subjectId: person.id, person, reporter });
  const looks = () => db().moderationLog.count({ where: { caseId: id, action: "case_opened" } });
  const read = async ({ token }: Member) => (await api.get(`/moderation/cases/${id}`, { token })).body;
  const forModerator = await read(moderator);
  expect(forModerator).toMatchObject({ case: { areReportersShown: false, reports: [{ reporter: null }] } });
  expect(JSON.stringify(forModerator)).not.toContain(reporter.id);
  expect(await looks()).toBe(1);
  expect(await read(admin)).toMatchObject({
    case: { areReportersShown: true, reports: [{ reporter: { _id: reporter.id } }] },
  });
  // A screen that asks again is the same look.
  await read(admin);
  expect(await looks()).toBe(2);
});

describe("the staff learn of what waits", () => {
  const report = async (reason: string, subjectId: string) => {
    const { token } = await createMember();
    return api.post("/reports", { token, body: { subject: "person", subjectId, reason } });
  };
  const notified = async () => {
    const rows = await db().notification.findMany({ where: { type: "case" } });
    return rows.map(({ receiverId }) => receiverId);
  };
  const forget = async () => {
    await db().notification.deleteMany({ where: { type: "case" } });
    await db().outboxMail.deleteMany();
  };
  beforeEach(forget);

  test("of the worst at once, admins by mail as well, and of it once", async () => {
    const person = await createUser();
    await report("spam", person.id);
    expect(await notified()).toEqual([]);
    await report("ragging", person.id);
    expect(await notified()).toEqual(expect.arrayContaining([moderator.id, admin.id]));
    const { body } = await api.get("/notifications", { token: moderator.token, query: { limit: 1 } });
    const message = "An urgent report waits for a decision.";
    expect(body).toMatchObject({
      notifications: [{ type: "case", message, senderId: { _id: moderator.id } }],
    });
    expect(await findMails(admin.user.email)).toHaveLength(1);
    expect(await findMails(moderator.user.email)).toEqual([]);
    await forget();
    await report("violence", person.id);
    expect(await notified()).toEqual([]);
  });

  test.each<[string, () => Promise<{ about: string; reason: string }>]>([
    ["about one of them", async () => ({ about: moderator.id, reason: "ragging" })],
    ["that is sealed", async () => ({ about: (await createUser()).id, reason: "sexual_under_18" })],
  ])("but not moderators of a case %s", async (_, prepare) => {
    const { about, reason } = await prepare();
    await report(reason, about);
    expect(await notified()).toContain(admin.id);
    expect(await notified()).not.toContain(moderator.id);
  });

  describe("what no one of the staff may decide", () => {
    const officer = OPERATOR.grievanceOfficer.email;
    let days = 0;
    const tomorrow = () => Date.now() + ++days * 86_400_000;
    const nobody = async (): Promise<void> => {
      await db().moderationCase.deleteMany();
      const others = { staffRole: "admin", id: { not: admin.id } } as const;
      await db().user.updateMany({ where: others, data: { staffRole: null } });
      forgetSessions();
    };
    beforeEach(nobody);
    afterEach(async () => {
      await db().user.update({ where: { id: moderator.id }, data: { staffRole: "moderator" } });
      forgetSessions();
    });

    test.each<[string, () => Promise<{ token: string; body: object }>]>([
      [
        "a report about the only admin",
        async () => {
          const body = {
            subject: "person",
            subjectId: admin.id,
            reason: "ragging",
            text: "He locked us up.",
          };
          return { token: (await createMember()).token, body };
        },
      ],
      [
        "a sealed one by the only admin",
        async () => {
          const subjectId = (await createUser()).id;
          return { token: admin.token, body: { subject: "person", subjectId, reason: "sexual_under_18" } };
        },
      ],
    ])("%s goes to the grievance officer without its words, and says so to its reporter", async (_, by) => {
      const { token, body } = await by();
      const reply = await api.post("/reports", { token, body });
      expect(reply.body).toMatchObject({ report: { state: "open", needsOfficer: true } });
      const [mail, ...others] = await findMails(officer);
      expect(others).toEqual([]);
      const [stranded] = await listStranded();
      expect(mail?.text).toContain(`About: ${stranded?.about}`);
      expect(mail?.text).not.toContain("He locked us up.");
      expect(await listStranded()).toHaveLength(1);
      // Each day until someone may.
      await mailWhatWaits(tomorrow());
      expect(await findMails(officer)).toHaveLength(2);
      const second = await createStaff("admin");
      const mine = await api.get("/reports", { token });
      expect(mine.body).toMatchObject({ reports: [{ needsOfficer: false }] });
      expect(await listStranded()).toEqual([]);
      await db().user.update({ where: { id: second.id }, data: { staffRole: null } });
      forgetSessions();
    });

    test("is none that someone else sees, nor shown to people who report what they can't see", async () => {
      await report("ragging", (await createUser()).id);
      await report("ragging", moderator.id);
      const me = await createMember();
      await api.post(`/users/${me.id}/block`, { token: admin.token, body: { blocked: true } });
      const body = { subject: "person", subjectId: admin.id, reason: "ragging" };
      const reply = await api.post("/reports", { token: me.token, body });
      expect(reply.body).toMatchObject({ report: { state: "received", needsOfficer: false } });
    });

    test("is also an appeal against a decision of the only one who could answer", async () => {
      await db().user.updateMany({ where: { staffRole: "moderator" }, data: { staffRole: null } });
      forgetSessions();
      const person = await createMember();
      const caseId = await createCase({ subject: "person", subjectId: person.id, person });
      const body = { outcome: "warned", reason: "This insults someone." };
      const decided = await api.post(`/moderation/cases/${caseId}/decision`, { token: admin.token, body });
      const decisionId = decided.read(caseAnswer).case.decisions[0]?._id ?? "";
      await api.post(`/decisions/${decisionId}/appeal`, { token: person.token, body: { text: "A joke." } });
      expect(await listStranded()).toMatchObject([{ what: "appeal", reasons: "Spam" }]);
      await mailWhatWaits(tomorrow());
      expect((await findMails(officer))[0]?.subject).toContain("An appeal waits that no one");
      await db().user.update({ where: { id: moderator.id }, data: { staffRole: "moderator" } });
      forgetSessions();
      expect(await listStranded()).toEqual([]);
    });

    test("admins read that they are alone, and of everything that waits", async () => {
      const numbers = async () =>
        (await api.get("/moderation/numbers", { token: admin.token })).read(numbersAnswer);
      expect(await numbers()).toMatchObject({ isOnlyAdmin: true, openComplaints: 0, openRequests: 0 });
      const person = await createUser();
      await db().affiliationRequest.create({ data: { userId: person.id, role: "faculty" } });
      await db().complaint.create({
        data: { id: crypto.randomUUID(), reason: "other", place: "/", text: "Look" },
      });
      const second = await createStaff("admin");
      expect(await numbers()).toMatchObject({ isOnlyAdmin: false, openComplaints: 1, openRequests: 1 });
      await mailWhatWaits(tomorrow());
      const [mail] = await findMails(admin.user.email);
      expect(mail?.subject).toContain("1 complaint to handle, 1 request to confirm");
      expect(await findMails(moderator.user.email)).toEqual([]);
      await db().complaint.deleteMany();
      await db().user.update({ where: { id: second.id }, data: { staffRole: null } });
      forgetSessions();
    });
  });

  test("of the rest once a day by mail, and nothing when nothing waits", async () => {
    await db().moderationCase.deleteMany();
    const day = 86_400_000;
    const start = Date.now() + 10 * day;
    await mailWhatWaits(start);
    expect(await findMails(moderator.user.email)).toEqual([]);
    await about({ severity: 5, openedAt: ago(3, "hours") });
    await about();
    await createCase({ subject: "person", subjectId: moderator.id, person: moderator });
    await Promise.all([mailWhatWaits(start + day), mailWhatWaits(start + day), mailWhatWaits(start)]);
    const [mail, ...others] = await findMails(moderator.user.email);
    expect(others).toEqual([]);
    expect(mail?.subject).toContain("2 cases to decide");
    expect(mail?.text).toContain("1 of the cases should have been decided by now.");
    expect((await findMails(admin.user.email))[0]?.subject).toContain("3 cases to decide");
    await mailWhatWaits(start + 2 * day);
    expect(await findMails(moderator.user.email)).toHaveLength(2);
  });

  test.each([
    [5, 2],
    [4, 6],
    [3, 24],
    [1, 72],
  ])("and which cases of severity %i are overdue after %i hours", async (severity, hours) => {
    await db().moderationCase.deleteMany();
    const late = await about({ severity, openedAt: ago(hours + 1, "hours") });
    await about({ severity, openedAt: ago(hours - 1, "hours") });
    const { token } = moderator;
    expect((await api.get("/moderation/numbers", { token })).body).toMatchObject({ overdueCases: 1 });
    const { cases } = (await api.get("/moderation/cases", { token })).read(casesAnswer);
    expect(cases.filter(({ isOverdue }) => isOverdue).map(({ _id }) => _id)).toEqual([late]);
  });
});

describe("a legal hold", () => {
  test("is set and ended by admins, is in the log, and retains everything of a case", async () => {
    const person = await createMember();
    const post = await createPost({ author: person });
    const id = await createCase({ subject: "post", subjectId: post.id, person });
    const hold = (held: boolean) =>
      api.put(`/moderation/cases/${id}/hold`, { token: admin.token, body: { held } });
    expect(await hold(true)).toMatchObject({ body: { case: { isPreserved: true } } });
    await hold(true);
    const body = { outcome: "removed", reason: "This breaks the guidelines." };
    await api.post(`/moderation/cases/${id}/decision`, { token: admin.token, body });
    await db().moderationCase.update({ where: { id }, data: { closedAt: ago(31, "days") } });
    await db().post.update({ where: { id: post.id }, data: { withheldAt: ago(31, "days") } });
    const left = async () => {
      await sweepRemoved();
      await emptyOldCases();
      const { snapshot } = await db().moderationCase.findUniqueOrThrow({ where: { id } });
      return {
        copies: viewSnapshot(snapshot).versions.length,
        posts: await db().post.count({ where: { id: post.id } }),
      };
    };
    expect(await left()).toEqual({ copies: 1, posts: 1 });
    expect(await hold(false)).toMatchObject({ body: { case: { isPreserved: false } } });
    expect(await left()).toEqual({ copies: 0, posts: 0 });
    const log = await db().moderationLog.findMany({ where: { caseId: id }, orderBy: { id: "asc" } });
    expect(log.map(({ action }) => action)).toEqual(["hold_set", "case_decided", "hold_ended"]);
  });

  test.each([
    ["", false],
    [", and one who came back", true],
  ])("retains names, messages and files of an account that is deleted%s", async (_, comesBack) => {
    const [person, reporter] = [await createMember({ name: "Threatening Person" }), await createMember()];
    const post = await createPost({ author: person });
    const conversationId = await createConversation(person, reporter);
    const messageId = await createMessage({ conversationId, sender: person });
    const ids: string[] = [];
    for (const body of [
      { subject: "post", subjectId: post.id, reason: "harassment", text: "He lives in room 214." },
      { subject: "message", subjectId: messageId, reason: "harassment", evidence: [messageId] },
    ]) {
      expect(await api.post("/reports", { token: reporter.token, body })).toMatchObject({ status: 201 });
      const about = { subjectId: body.subjectId };
      ids.push((await db().moderationCase.findFirstOrThrow({ where: about })).id);
    }
    const hold = async (held: boolean) => {
      for (const id of ids) {
        await api.put(`/moderation/cases/${id}/hold`, { token: admin.token, body: { held } });
      }
    };
    const { publicId } = await db().mediaAsset.findUniqueOrThrow({ where: { id: post.assetId } });
    const left = async () => {
      // Files that have to wait come due again later.
      await db().mediaDeletion.updateMany({ data: { nextAttemptAt: new Date() } });
      await sweepMedia();
      await emptyOldCases();
      const [ofPost, ofMessage] = await db().moderationCase.findMany({
        where: { id: { in: ids } },
        include: { reports: true },
        orderBy: { openedAt: "asc" },
      });
      const [version] = viewSnapshot(ofPost?.snapshot).versions;
      return {
        name: version?.name,
        files: version?.media.length,
        isDestroyed: (await db().mediaDeletion.count({ where: { publicId } })) === 0,
        text: ofPost?.reports[0]?.text,
        sender: (ofMessage?.reports[0]?.evidence as { name: string }[] | null)?.[0]?.name,
      };
    };
    await hold(true);
    expect(await api.delete(`/auth/users/${person.id}`, { token: person.token })).toMatchObject({
      status: 200,
    });
    expect(await db().user.count({ where: { id: person.id } })).toBe(0);
    if (comesBack) {
      const { id } = await createUser({ email: person.user.email, verifiedAt: null });
      await transaction((tx) => proveAddress(tx, id, { browser: undefined }));
      expect(await db().moderationCase.count({ where: { id: { in: ids }, personId: id } })).toBe(2);
    }
    await db().moderationCase.updateMany({ where: { id: { in: ids } }, data: { closedAt: ago(31, "days") } });
    const retained = { name: person.user.name, files: 1, isDestroyed: false };
    const words = { text: "He lives in room 214.", sender: person.user.name };
    expect(await left()).toEqual({ ...retained, ...words });
    await db().moderationCase.updateMany({ where: { id: { in: ids } }, data: { closedAt: null } });
    await hold(false);
    expect(await left()).toEqual({ name: "", files: 0, isDestroyed: true, ...words, sender: "" });
    await db().moderationCase.updateMany({ where: { id: { in: ids } }, data: { closedAt: ago(31, "days") } });
    expect(await left()).toMatchObject({ text: "", sender: undefined });
  });
});

test("a case that no one decides ends after 180 days, unless something waits for it", async () => {
  await db().moderationCase.deleteMany();
  const old = { lastReportedAt: ago(181, "days"), openedAt: ago(200, "days") };
  const [ends, held, preserved, young] = [await about(), await about(), await about(), await about()];
  const change = (id: string, data: object) => db().moderationCase.update({ where: { id }, data });
  await change(ends, old);
  await change(held, { ...old, isHeld: true });
  await change(preserved, { ...old, preservedAt: new Date() });
  await change(young, { openedAt: ago(200, "days"), lastReportedAt: ago(179, "days") });
  await endOldCases();
  const open = await db().moderationCase.findMany({ where: { closedAt: null } });
  expect(open.map(({ id }) => id).sort()).toEqual([held, preserved, young].sort());
  const log = await db().moderationLog.findMany({ where: { caseId: ends } });
  expect(log).toMatchObject([{ action: "case_ended", actorId: null }]);
  const { reporterId } = await db().report.findFirstOrThrow({ where: { caseId: ends } });
  const { token } = await signIn(await db().user.findUniqueOrThrow({ where: { id: reporterId ?? "" } }));
  expect((await api.get("/reports", { token })).body).toMatchObject({ reports: [{ state: "decided" }] });
});

test("the numbers of the last 30 days", async () => {
  await db().moderationCase.deleteMany();
  const id = await about({ openedAt: ago(4, "hours") });
  await about();
  const body = { outcome: "no_violation" };
  await api.post(`/moderation/cases/${id}/decision`, { token: admin.token, body });
  expect((await api.get("/moderation/numbers", { token: moderator.token })).body).toEqual({
    isOnlyAdmin: false,
    openComplaints: 0,
    openRequests: 0,
    openCases: 1,
    overdueCases: 0,
    bansToConfirm: [],
    openAppeals: 0,
    hoursToFirstDecision: 4,
    outcomesByReason: [{ reason: "spam", outcome: "no_violation", count: 1 }],
  });
});

test("decisions count also where no one had reported, and no more once they are undone", async () => {
  await db().moderationCase.deleteMany();
  const id = await about();
  await db().report.deleteMany({ where: { caseId: id } });
  const { token } = admin;
  const outcomes = async () =>
    (await api.get("/moderation/numbers", { token })).read(numbersAnswer).outcomesByReason;
  const body = { outcome: "warned", reason: "Please be kinder in comments." };
  await api.post(`/moderation/cases/${id}/decision`, { token, body });
  expect(await outcomes()).toEqual([{ reason: null, outcome: "warned", count: 1 }]);
  const { id: decisionId } = await db().decision.findFirstOrThrow({ where: { caseId: id } });
  await api.post(`/moderation/decisions/${decisionId}/undo`, { token, body: { reason: "We looked again." } });
  expect(await outcomes()).toEqual([]);
});

describe("the log", () => {
  test("has everything that was done, newest first, by person and case", async () => {
    const person = await createUser();
    const caseId = await createCase({ subject: "person", subjectId: person.id, person });
    await api.post(`/moderation/cases/${caseId}/assign`, { token: moderator.token });
    const body = { outcome: "warned", reason: "Please be kinder in comments." };
    await api.post(`/moderation/cases/${caseId}/decision`, { token: moderator.token, body });
    const { entries } = (await api.get("/moderation/log", { token: admin.token, query: { caseId } })).read(
      logAnswer,
    );
    expect(entries).toMatchObject([
      {
        action: "case_decided",
        actor: { _id: moderator.id },
        person: { _id: person.id },
        details: { outcome: "warned" },
      },
      { action: "case_opened", actor: { _id: moderator.id }, caseId },
    ]);
    const next = { limit: "1", personId: person.id };
    const first = (await api.get("/moderation/log", { token: admin.token, query: next })).read(logAnswer);
    expect(first).toMatchObject({ hasMore: false, entries: [{ action: "case_decided" }] });
    expect(JSON.stringify(entries)).not.toContain("kinder");
  });

  test.each([
    "UPDATE moderation_log SET action = 'x'",
    "DELETE FROM moderation_log",
    "TRUNCATE moderation_log",
  ])("can't be changed with the app's own role: %s", async (statement) => {
    await api.post(`/moderation/cases/${await about()}/assign`, { token: moderator.token });
    const before = await db().moderationLog.count();
    await expect(db().sql(Prisma.raw(statement))).rejects.toThrow("append-only");
    expect(await db().moderationLog.count()).toBe(before);
  });
});

test("what a moderator did stays when they delete their account, without their name", async () => {
  const [leaving, person, reporter] = [await createStaff(), await createMember(), await createMember()];
  const post = await createPost({ author: person });
  const caseId = await createCase({ subject: "post", subjectId: post.id, person, reporter });
  const { token } = leaving;
  await api.post(`/moderation/cases/${caseId}/assign`, { token });
  const body = { outcome: "removed", reason: "This breaks the guidelines." };
  await api.post(`/moderation/cases/${caseId}/decision`, { token, body });
  const { id: decisionId } = await db().decision.findFirstOrThrow({ where: { caseId } });
  const { id: noticeId } = await db().notice.create({
    data: { id: crypto.randomUUID(), authorId: leaving.id, text: "Exams begin on Monday" },
  });
  const logged = () => db().moderationLog.count({ where: { actorId: leaving.id } });
  const before = await logged();

  expect(await api.delete(`/auth/users/${leaving.id}`, { token })).toMatchObject({ status: 200 });
  expect(await db().user.count({ where: { id: leaving.id } })).toBe(0);
  const read = async (path: string, query = {}) =>
    (await api.get(`/moderation/${path}`, { token: moderator.token, query })).body;
  const standing = { _id: decisionId, ...body, moderator: null, undoneAt: null };
  expect(await read(`cases/${caseId}`)).toMatchObject({
    case: { assignee: null, outcome: "removed", decisions: [standing] },
  });
  expect(await read("log", { caseId })).toMatchObject({
    entries: [
      { action: "case_opened", actor: { _id: moderator.id } },
      { action: "case_decided", actor: null, person: { _id: person.id } },
      { action: "case_opened", actor: null },
    ],
  });
  // And that their role has gone.
  expect(await logged()).toBe(before + 1);
  const notices = await api.get("/moderation/notices", { token: admin.token });
  expect(notices.body).toMatchObject({ notices: [{ _id: noticeId, authorName: null, isRunning: true }] });
  // The post stays removed, the reporter knows, and the author can still appeal to someone else.
  expect(await api.get(`/posts/${post.id}`, { token: reporter.token })).toMatchObject({ status: 404 });
  expect((await api.get("/reports", { token: reporter.token })).body).toMatchObject({
    reports: [{ state: "decided", outcome: "removed" }],
  });
  const words = { text: "It was a joke." };
  const appeal = await api.post(`/decisions/${decisionId}/appeal`, { token: person.token, body: words });
  expect(appeal).toMatchObject({ status: 201 });
  const { id } = await db().appeal.findUniqueOrThrow({ where: { decisionId } });
  const answer = await api.post(`/moderation/appeals/${id}/decision`, {
    token: moderator.token,
    body: { accepted: true, answer: "It was one." },
  });
  expect(answer).toMatchObject({ status: 200 });
  expect(await api.get(`/posts/${post.id}`, { token: reporter.token })).toMatchObject({ status: 200 });
});

test("lists show no words of a message, which are read in the case alone", async () => {
  const [sender, receiver] = [await createMember(), await createMember()];
  const conversationId = await createConversation(sender, receiver);
  const subjectId = await createMessage({ conversationId, sender, text: "Come to room 12 tonight" });
  const body = { subject: "message", subjectId, reason: "harassment" };
  await api.post("/reports", { token: receiver.token, body });
  const { id } = await db().moderationCase.findFirstOrThrow({ where: { subjectId } });
  const { token } = moderator;
  const decided = await api.post(`/moderation/cases/${id}/decision`, {
    token,
    body: { outcome: "warned", reason: "This threatens someone." },
  });
  const decisionId = decided.read(caseAnswer).case.decisions[0]?._id ?? "";
  await api.post(`/decisions/${decisionId}/appeal`, { token: sender.token, body: { text: "A joke." } });
  const query = { state: "closed", subject: "message" };
  const cases = await api.get("/moderation/cases", { token, query });
  expect(cases.body).toMatchObject({ cases: [{ _id: id, about: { text: "" } }] });
  const appeals = await api.get("/moderation/appeals", { token });
  for (const { body: list } of [cases, appeals]) expect(JSON.stringify(list)).not.toContain("room 12");
  const seen = await api.get(`/moderation/cases/${id}`, { token });
  expect(JSON.stringify(seen.body)).toContain("room 12");
});

describe("roles", () => {
  const setRole = (id: string, staffRole: string | null, by: Member) =>
    api.post(`/college/people/${id}/staff-role`, { token: by.token, body: { staffRole } });

  test("are given by admins, count at once and are in the log", async () => {
    const person = await createMember();
    const queue = () => api.get("/moderation/cases", { token: person.token });
    expect(await queue()).toMatchObject({ status: 404, error: "not_found" });
    expect(await setRole(person.id, "moderator", admin)).toMatchObject({
      body: { member: { staffRole: "moderator" } },
    });
    expect(await queue()).toMatchObject({ status: 200 });
    expect(await setRole(person.id, "admin", person)).toMatchObject({ status: 404 });
    await setRole(person.id, null, admin);
    expect(await queue()).toMatchObject({ status: 404 });
    const log = await db().moderationLog.findMany({ where: { personId: person.id }, orderBy: { id: "asc" } });
    expect(log).toMatchObject([{ details: { staffRole: "moderator" } }, { details: { staffRole: null } }]);
  });

  test("one admin is always left, also when two give it up at once", async () => {
    await db().user.updateMany({ where: { staffRole: "admin" }, data: { staffRole: null } });
    const [one, two] = [await createStaff("admin"), await createStaff("admin")];
    const replies = await Promise.all([setRole(one.id, null, one), setRole(two.id, null, two)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
    await db().user.update({ where: { id: admin.id }, data: { staffRole: "admin" } });
    forgetSessions();
  });

  test("an admin's is taken by two others within a day, and every admin gets a mail", async () => {
    const [one, two] = [await createStaff("admin"), await createStaff("admin")];
    const take = async (by: Member, staffRole: string | null = null) => {
      const reply = await setRole(two.id, staffRole, by);
      return reply.read(memberAnswer).member.staffRole;
    };
    // Asked too long ago.
    const details = { staffRole: null };
    const asked = { actorId: admin.id, action: "role_asked", personId: two.id, details };
    await db().moderationLog.create({ data: { ...asked, at: ago(25, "hours") } });
    await db().outboxMail.deleteMany();
    expect([await take(one), await take(one), await take(admin, "moderator")]).toEqual(
      Array.from({ length: 3 }, () => "admin"),
    );
    // Neither their own word nor the same role again takes that back.
    expect(await take(two, "admin")).toBe("admin");
    expect((await findMails(admin.user.email))[0]?.subject).toContain("wants to take the role of an admin");
    await db().outboxMail.deleteMany();
    expect(await take(admin)).toBeNull();
    for (const { user } of [admin, one, two]) {
      expect((await findMails(user.email))[0]?.text).toContain("has no role in moderation now");
    }
    expect(await take(admin, "admin")).toBe("admin");
    // What was asked before is done: it starts again.
    expect(await take(admin)).toBe("admin");
    await db().user.updateMany({ where: { id: { in: [one.id, two.id] } }, data: { staffRole: null } });
    forgetSessions();
  });

  test("two admins who take each other's role both stay", async () => {
    const [one, two] = [await createStaff("admin"), await createStaff("admin")];
    await Promise.all([setRole(two.id, null, one), setRole(one.id, null, two)]);
    const both = { id: { in: [one.id, two.id] } };
    expect(await db().user.count({ where: { ...both, staffRole: "admin" } })).toBe(2);
    await db().user.updateMany({ where: both, data: { staffRole: null } });
    forgetSessions();
  });

  test("nothing else sets them", async () => {
    const { id, token, user } = await createMember();
    const body = { staffRole: "admin", role: "admin", name: "Kavya Nair" };
    await api.put(`/users/${id}`, { token, body });
    await api.post("/auth/register", { token, body: { ...body, email: user.email } });
    expect(await db().user.findUnique({ where: { id } })).toMatchObject({ staffRole: null, role: "student" });
  });
});

test("pictures that a decision took off a profile stay while an appeal is open", async () => {
  const person = await createMember();
  const avatar = await createAsset(person, { attached: true });
  await db().mediaAsset.update({ where: { id: avatar.id }, data: { purpose: "avatar" } });
  await db().user.update({ where: { id: person.id }, data: { avatarId: avatar.publicId } });
  const caseId = await createCase({ subject: "person", subjectId: person.id, person });
  const body = { outcome: "removed", reason: "This breaks the guidelines." };
  await api.post(`/moderation/cases/${caseId}/decision`, { token: admin.token, body });
  const { id: decisionId } = await db().decision.findFirstOrThrow({ where: { caseId } });
  const words = { text: "It is my own face." };
  await api.post(`/decisions/${decisionId}/appeal`, { token: person.token, body: words });
  await db().mediaAsset.update({ where: { id: avatar.id }, data: { attachedAt: ago(31, "days") } });
  const isLeft = async () => (await db().mediaAsset.count({ where: { id: avatar.id } })) === 1;
  await sweepRemoved();
  expect(await isLeft()).toBe(true);
  const { id: appealId } = await db().appeal.findUniqueOrThrow({ where: { decisionId } });
  await api.post(`/moderation/appeals/${appealId}/decision`, {
    token: moderator.token,
    body: { accepted: false, answer: "It is someone else's." },
  });
  await sweepRemoved();
  expect(await isLeft()).toBe(false);
});

test("what decisions removed is gone after 30 days, unless an appeal is open", async () => {
  const author = await createMember();
  const post = await createPost({ author });
  const appealed = await createPost({ author });
  const commentId = await createComment({ post: await createPost(), author });
  const avatar = await createAsset(author, { attached: true });
  await db().mediaAsset.update({ where: { id: avatar.id }, data: { purpose: "avatar" } });
  await db().user.update({ where: { id: author.id }, data: { avatarId: avatar.publicId } });
  const remove = async (subject: "post" | "comment" | "person", subjectId: string) => {
    const id = await createCase({ subject, subjectId, person: author });
    const body = { outcome: "removed", reason: "This breaks the guidelines." };
    await api.post(`/moderation/cases/${id}/decision`, { token: admin.token, body });
    return (await db().decision.findFirstOrThrow({ where: { caseId: id } })).id;
  };
  await remove("post", post.id);
  await remove("comment", commentId);
  await remove("person", author.id);
  const decisionId = await remove("post", appealed.id);
  const body = { text: "I was only joking." };
  await api.post(`/decisions/${decisionId}/appeal`, { token: author.token, body });
  const counts = () =>
    Promise.all([
      db().post.count({ where: { authorId: author.id } }),
      db().comment.count({ where: { id: commentId } }),
      db().mediaAsset.count({ where: { id: avatar.id } }),
    ]);
  await sweepRemoved();
  expect(await counts()).toEqual([2, 1, 1]);
  const withheldAt = ago(31, "days");
  await db().post.updateMany({ where: { authorId: author.id }, data: { withheldAt } });
  await db().comment.updateMany({ where: { id: commentId }, data: { withheldAt } });
  await db().mediaAsset.update({ where: { id: avatar.id }, data: { attachedAt: withheldAt } });
  await sweepRemoved();
  expect(await counts()).toEqual([1, 0, 0]);
  expect(await findDrift()).toEqual([]);
});
