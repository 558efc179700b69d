import { currentNoticeAnswer, sentNoticeAnswer, sentNoticesAnswer } from "@/lib/notices/schema";
import { currentNotice, newestNotice } from "@/lib/notices/server/current";
import { db } from "@/lib/platform/db";
import { isoDay } from "@/lib/time/relative-time";
import { api } from "@/tests/api";
import { createMember, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { queriesOf } from "@/tests/queries";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);
beforeEach(async () => {
  await db().notice.deleteMany();
  newestNotice.clear();
});

const send = async (staff: Member, text: string, days?: number) =>
  (await api.post("/moderation/notices", { token: staff.token, body: { text, days } })).read(sentNoticeAnswer)
    .notice;
const shownTo = async (member: Member) =>
  (await api.get("/notices/current", { token: member.token })).read(currentNoticeAnswer).notice?.text ?? null;
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
