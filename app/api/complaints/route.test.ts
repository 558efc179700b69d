import { type ComplaintsAnswer, complaintsAnswer } from "@/lib/complaints/schema";
import { db } from "@/lib/platform/db";
import { listOutbox } from "@/lib/platform/mail";
import { clearExceededLimits } from "@/lib/platform/rate-limit";
import { OPERATOR } from "@/lib/product";
import { forgetSessions } from "@/lib/sessions/server/access";
import { api } from "@/tests/api";
import { createStaff, type Member } from "@/tests/factories";
import { findMails } from "@/tests/mailbox";
import { useTestDatabase } from "@/tests/test-db";

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
    (await api.get("/moderation/complaints", { token: admin.token, query: { state } })).read(complaintsAnswer)
      .complaints;
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

  test("the worst comes first on whatever page, and the admins are told of it at once", async () => {
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
  ])("%s hide none: the next needs an answered mail, and is not refused", async (_, fill) => {
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
    // Whoever has answered once is believed for a day.
    expect(await send({ ...worst, email }, ip)).toMatchObject({ body: { needsAnswer: false } });
  });

  test("without any admin the worst goes to the grievance officer", async () => {
    await db().user.updateMany({ data: { staffRole: null } });
    await send({ reason: "child" }, "203.0.113.77");
    expect(await findMails(OPERATOR.grievanceOfficer.email)).toHaveLength(1);
  });
});
