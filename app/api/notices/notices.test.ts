import { type ComplaintsAnswer, complaintsAnswer } from "@/lib/complaints/schema";
import { currentNoticeAnswer, sentNoticeAnswer, sentNoticesAnswer } from "@/lib/notices/schema";
import { currentNotice, newestNotice } from "@/lib/notices/server/current";
import { db } from "@/lib/platform/db";
import { listOutbox } from "@/lib/platform/mail";
import { clearExceededLimits } from "@/lib/platform/rate-limit";
import { OPERATOR } from "@/lib/product";
import { forgetSessions } from "@/lib/sessions/server/access";
import { isoDay } from "@/lib/time/relative-time";
import { api } from "@/tests/api";
import { createMember, createStaff, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { findMails } from "@/tests/mailbox";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";

/** What the staff announce to everyone, and what anyone writes to the staff. */

describe("complaints", () => {
  /** Complaints of people without an account. */

  beforeAll(useTestDatabase);

  const COMPLAINT = {
    reason: "intimate_picture",
    place: "https://circle.example.edu/post/1",
    text: "That is me, and I never agreed.",
  };

  test("reach the admins alone, who note that they were handled, which is in the log", async () => {
    const email = "parent@example.com";
    expect(await api.post("/complaints", { body: { ...COMPLAINT, email } })).toMatchObject({ status: 200 });
    const [admin, moderator] = [await createStaff("admin"), await createStaff("moderator")];
    const list = async (state: string) =>
      (await api.get("/moderation/complaints", { token: admin.token, query: { state } })).read(
        complaintsAnswer,
      ).complaints;
    const [complaint] = await list("open");
    expect(complaint).toMatchObject({ ...COMPLAINT, email, handledAt: null });
    const none = await api.get("/moderation/complaints", { token: moderator.token });
    expect(none).toMatchObject({ status: 404 });
    const handle = () =>
      api.post(`/moderation/complaints/${complaint?._id}/handled`, { token: admin.token, body: {} });
    // Twice is the same.
    for (const time of [1, 2]) expect([time, (await handle()).status]).toEqual([time, 200]);
    expect(await list("open")).toEqual([]);
    expect(await list("handled")).toMatchObject([{ _id: complaint?._id }]);
    expect(await db().moderationLog.count({ where: { action: "complaint_handled" } })).toBe(1);
  });

  test("are confirmed by mail once a day, without their words", async () => {
    const email = "witness@example.com";
    for (const text of ["First", "Second"]) {
      await api.post("/complaints", { body: { ...COMPLAINT, text, email } });
    }
    const mails = await listOutbox(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).not.toContain("First");
  });

  test("an incomplete one is none", async () => {
    const reply = await api.post("/complaints", { body: { ...COMPLAINT, place: " " } });
    expect(reply).toMatchObject({ status: 400 });
  });

  describe("many in a day", () => {
    let admin: Member;
    const send = (body: object = {}, ip = "203.0.113.9") =>
      api.post("/complaints", { body: { ...COMPLAINT, reason: "other", ...body }, ip });
    const list = async (query: Record<string, string> = {}) =>
      (await api.get("/moderation/complaints", { token: admin.token, query })).read(complaintsAnswer);
    const alerts = () => db().notification.count({ where: { receiverId: admin.id, type: "case" } });
    beforeEach(async () => {
      await db().complaint.deleteMany();
      await db().rateLimit.deleteMany();
      clearExceededLimits();
      await db().outboxMail.deleteMany();
      await db().user.updateMany({ data: { staffRole: null } });
      forgetSessions();
      admin = await createStaff("admin");
    });

    test("the worst comes first on whatever page, and the admins are notified of it at once", async () => {
      for (let site = 1; site <= 25; site++) await send({}, `198.51.100.${site}`);
      expect(await alerts()).toBe(0);
      await send({ reason: "intimate_picture" }, "198.51.100.99");
      expect(await alerts()).toBe(1);
      expect((await findMails(admin.user.email))[0]?.subject).toContain("An urgent complaint waits");
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: ComplaintsAnswer = await list({ limit: "10", ...(cursor && { cursor }) });
        seen.push(...page.complaints.map(({ reason }) => reason));
        cursor = page.nextCursor;
      } while (cursor);
      expect(seen).toEqual(["intimate_picture", ...Array.from({ length: 25 }, () => "other")]);
    });

    test.each<[string, () => Promise<string>]>([
      [
        "from one site",
        async () => {
          for (let sent = 0; sent < 10; sent++) await send({}, "192.0.2.7");
          return "192.0.2.7";
        },
      ],
      [
        "from everywhere",
        async () => {
          for (let site = 1; site <= 50; site++) await send({}, `192.0.2.${100 + site}`);
          return "192.0.2.99";
        },
      ],
    ])("%s hide none: the next needs an answered mail, and is not rejected", async (_, fill) => {
      const ip = await fill();
      const worst = { reason: "intimate_picture", text: "That is me." };
      expect(await send(worst, ip)).toMatchObject({ status: 400, body: { issues: [{ path: "email" }] } });
      const email = `parent.${ip}@example.com`;
      expect(await send({ ...worst, email }, ip)).toMatchObject({ status: 200, body: { needsAnswer: true } });
      const [mail, ...others] = await findMails(email);
      expect(others).toEqual([]);
      expect(mail?.text).not.toContain("That is me.");
      const [, complaintId, key] = /complaint\?id=([\w-]+)&key=([\w-]+)/.exec(mail?.text ?? "") ?? [];
      const confirm = (body: object) => api.post("/complaints/confirm", { body });
      expect(await confirm({ complaintId, key: "k".repeat(22) })).toMatchObject({ status: 404 });
      expect((await list()).complaints[0]).toMatchObject({ reason: "other" });
      expect(await alerts()).toBe(0);
      // Twice is the same.
      for (const time of [1, 2]) {
        expect([time, (await confirm({ complaintId, key })).status]).toEqual([time, 200]);
        expect((await list()).complaints[0]).toMatchObject({ reason: "intimate_picture", isConfirmed: true });
        expect(await alerts()).toBe(1);
      }
      // Someone who has answered once is believed for a day.
      expect(await send({ ...worst, email }, ip)).toMatchObject({ body: { needsAnswer: false } });
    });

    test("without any admin the worst goes to the grievance officer", async () => {
      await db().user.updateMany({ data: { staffRole: null } });
      await send({ reason: "child" }, "203.0.113.77");
      expect(await findMails(OPERATOR.grievanceOfficer.email)).toHaveLength(1);
    });
  });
});

describe("notices", () => {
  beforeAll(async () => {
    await useTestDatabase();
    liftLimits();
  });
  beforeEach(async () => {
    await db().notice.deleteMany();
    newestNotice.clear();
  });

  const send = async (staff: Member, text: string, days?: number) =>
    (await api.post("/moderation/notices", { token: staff.token, body: { text, days } })).read(
      sentNoticeAnswer,
    ).notice;
  const shownTo = async (member: Member) =>
    (await api.get("/notices/current", { token: member.token })).read(currentNoticeAnswer).notice?.text ??
    null;
  const dismiss = (member: Member, noticeId: string) =>
    api.post(`/notices/${noticeId}/dismiss`, { token: member.token });
  const listed = async (staff: Member) =>
    (await api.get("/moderation/notices", { token: staff.token })).read(sentNoticesAnswer).notices;
  const createAdmin = () => createMember({ staffRole: "admin" });

  test("the newest notice is shown to everyone, without a name, until they dismiss it", async () => {
    const [staff, reader, other] = [await createAdmin(), await createMember(), await createMember()];
    await send(staff, "The first");
    const { _id } = await send(staff, "The second");
    expect(await shownTo(reader)).toBe("The second");
    const { body } = await api.get("/notices/current", { token: reader.token });
    expect(JSON.stringify(body)).not.toContain(staff.user.name);

    for (let count = 0; count < 2; count++) expect((await dismiss(reader, _id)).status).toBe(200);
    expect(await shownTo(reader)).toBeNull();
    // No one puts it away for anyone else, and it does not uncover an older one.
    expect(await shownTo(other)).toBe("The second");
    expect((await dismiss(reader, crypto.randomUUID())).status).toBe(404);
  });

  test("a person is counted once as having seen it, and once as having dismissed it", async () => {
    const [staff, reader, other] = [await createAdmin(), await createMember(), await createMember()];
    const { _id } = await send(staff, "Counted");
    for (const member of [reader, reader, other]) await shownTo(member);
    for (let count = 0; count < 2; count++) await dismiss(reader, _id);
    expect(await listed(staff)).toMatchObject([{ seenCount: 2, dismissedCount: 1, isRunning: true }]);
  });

  test("a notice runs until the end of a day, which is today at the earliest and 30 days ahead at most", async () => {
    const staff = await createAdmin();
    const ahead = (days: number) => isoDay(new Date(Date.now() + days * 86_400_000));
    const sendUntil = (change: object) =>
      api.post("/moderation/notices", { token: staff.token, body: { text: "Until then", ...change } });
    for (const until of [ahead(0), ahead(30)]) {
      const { endsAt } = (await sendUntil({ until })).read(sentNoticeAnswer).notice;
      expect([isoDay(new Date(endsAt ?? "")), endsAt?.slice(11)]).toEqual([until, "18:29:59.000Z"]);
    }
    const message = "A notice runs at least until today, and at most 30 days.";
    for (const until of [ahead(-1), ahead(31)]) {
      expect(await sendUntil({ until })).toMatchObject({ status: 400, body: { message } });
    }
    expect(await sendUntil({ until: ahead(3), days: 3 })).toMatchObject({ status: 400 });
    const [entry] = await db().moderationLog.findMany({
      where: { actorId: staff.id },
      orderBy: { id: "desc" },
    });
    expect(entry?.details).toMatchObject({ until: ahead(30) });
  });

  test("a notice ends after its days, or when it is withdrawn, which the log has", async () => {
    const [staff, reader] = [await createAdmin(), await createMember()];
    const { _id, endsAt } = await send(staff, "Three days", 3);
    expect(Date.parse(endsAt ?? "") - Date.now()).toBeGreaterThan(2.9 * 86_400_000);
    expect(await shownTo(reader)).toBe("Three days");
    for (let count = 0; count < 2; count++) {
      const reply = await api.delete(`/moderation/notices/${_id}`, { token: staff.token });
      expect(reply.read(sentNoticeAnswer).notice.isRunning).toBe(false);
    }
    expect(await shownTo(reader)).toBeNull();
    const log = await db().moderationLog.findMany({ where: { actorId: staff.id }, orderBy: { id: "asc" } });
    expect(log.map(({ action }) => action)).toEqual(["notice_sent", "notice_withdrawn"]);

    await send(staff, "Over");
    await db().notice.updateMany({ where: { text: "Over" }, data: { endsAt: new Date() } });
    expect(await shownTo(reader)).toBeNull();
  });

  test.each([
    [{ text: " " }, "Please write a notice."],
    [{ text: "x".repeat(281) }, "Please keep the notice to 280 characters."],
    [{ text: "Hello", days: 31 }, "A notice runs for 1 to 30 days."],
    [{ text: "Hello", days: 0 }, "A notice runs for 1 to 30 days."],
  ])("%j is rejected", async (body, message) => {
    const staff = await createAdmin();
    const reply = await api.post("/moderation/notices", { token: staff.token, body });
    expect(reply).toMatchObject({ status: 400, body: { message } });
  });

  test("members neither send, list nor withdraw", async () => {
    const [staff, member] = [await createAdmin(), await createMember()];
    const { _id } = await send(staff, "Ours");
    const { token } = member;
    expect((await api.get("/moderation/notices", { token })).status).toBe(404);
    expect((await api.post("/moderation/notices", { token, body: { text: "Mine" } })).status).toBe(404);
    expect((await api.delete(`/moderation/notices/${_id}`, { token })).status).toBe(404);
    expect(await shownTo(member)).toBe("Ours");
  });

  test("a page asks for nothing while there is no notice, nor once the reader has dismissed it", async () => {
    const [staff, { viewer, ...reader }] = [await createAdmin(), await createMember()];
    await currentNotice(viewer);
    expect(await queriesOf(() => currentNotice(viewer))).toEqual([]);
    const { _id } = await send(staff, "Here");
    await currentNotice(viewer);
    expect(await queriesOf(() => currentNotice(viewer))).toHaveLength(1);
    await dismiss({ viewer, ...reader }, _id);
    expect(await queriesOf(() => currentNotice(viewer))).toEqual([]);
  });
});
