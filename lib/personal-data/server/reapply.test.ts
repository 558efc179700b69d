import { v7 as uuid } from "uuid";
import { caseAnswer, casesAnswer } from "@/lib/moderation/schema";
import { reapplyStanding } from "@/lib/personal-data/server/reapply";
import { addTime } from "@/lib/platform/clock";
import { api } from "@/tests/api";
import { createMember, createStaff } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

test("a ban that a restore brings back leaves the open case about the person in the queue", async () => {
  const [me, reporter, moderator] = [
    await createMember({ bio: "Chai" }),
    await createMember(),
    await createStaff(),
  ];
  const body = { subject: "person", subjectId: me.id, reason: "harassment" };
  expect(await api.post("/reports", { token: reporter.token, body })).toMatchObject({ status: 201 });
  const casesOf = async (state: string) =>
    (await api.get("/moderation/cases", { token: moderator.token, query: { state } }))
      .read(casesAnswer)
      .cases.filter(({ subjectId }) => subjectId === me.id);
  const open = await casesOf("open");
  expect(open).toMatchObject([{ reportsCount: 1, closedAt: null }]);

  const createdAt = addTime(new Date(), -2, "hours");
  const ban = { id: uuid(), outcome: "banned" as const, days: null, createdAt, confirmedAt: createdAt };
  const standing = { at: createdAt, personId: me.id, isDeleted: false, suspensions: [ban] };
  expect(await reapplyStanding([standing])).toEqual({ deleted: 0, changed: 1 });
  expect(await reapplyStanding([standing])).toEqual({ deleted: 0, changed: 0 });

  expect(await casesOf("open")).toEqual(open);
  const [closed] = await casesOf("closed");
  expect(closed).toMatchObject({ reportsCount: 0, outcome: "banned", closedAt: createdAt.toISOString() });
  const { token } = moderator;
  const detail = (await api.get(`/moderation/cases/${closed?._id}`, { token })).read(caseAnswer).case;
  expect(detail).toMatchObject({
    snapshot: { versions: [{ name: me.user.name, text: "Chai" }] },
    decisions: [{ _id: ban.id, outcome: "banned" }],
  });
  const reason = "It was someone else.";
  expect(await api.post(`/moderation/decisions/${ban.id}/undo`, { token, body: { reason } })).toMatchObject({
    status: 200,
  });
  expect(await casesOf("open")).toMatchObject([{ _id: open[0]?._id }]);
});
