import { complaintsAnswer } from "@/lib/complaints/schema";
import { db } from "@/lib/platform/db";
import { listOutbox } from "@/lib/platform/mail";
import { api } from "@/tests/api";
import { createStaff } from "@/tests/factories";
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

test("are limited by site, and an incomplete one is none", async () => {
  await db().complaint.deleteMany();
  expect(await api.post("/complaints", { body: { ...COMPLAINT, place: " " } })).toMatchObject({
    status: 400,
  });
  const statuses = [];
  for (let sent = 0; sent < 12; sent++) {
    statuses.push((await api.post("/complaints", { body: COMPLAINT })).status);
  }
  expect(statuses).toContain(200);
  expect(statuses.at(-1)).toBe(429);
});
