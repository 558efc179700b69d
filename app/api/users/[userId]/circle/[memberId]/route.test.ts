import { removedAnswer } from "@/lib/circles/schema";
import { setCircle } from "@/lib/circles/server/circle";
import { db } from "@/lib/platform/db";
import { userAnswer } from "@/lib/profiles/schema";
import { setBlock } from "@/lib/safety/server/block";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import { createMember, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);

const remove = (me: Member, memberId: string, owner = me) =>
  api.delete(`/users/${owner.id}/circle/${memberId}`, { token: me.token });
const profile = async (me: Member, { id }: Member) =>
  (await api.get(`/users/${id}`, { token: me.token })).read(userAnswer).user;

test("takes someone out of one's circle, with both counts and without a word to them", async () => {
  const [me, joiner, other] = [await createMember(), await createMember(), await createMember()];
  for (const { viewer } of [joiner, other]) await setCircle(viewer, me.id, true);
  await setCircle(me.viewer, joiner.id, true);
  expect(await profile(me, joiner)).toMatchObject({ isInMyCircle: true, isInCircle: true });
  await db().notification.deleteMany({ where: { receiverId: joiner.id } });
  expect((await remove(me, joiner.id)).read(removedAnswer)).toEqual({ circleCount: 1 });
  expect((await remove(me, joiner.id)).read(removedAnswer)).toEqual({ circleCount: 1 });
  // The viewer stays in theirs.
  expect(await profile(me, joiner)).toMatchObject({ isInMyCircle: false, isInCircle: true });
  expect(await profile(joiner, me)).toMatchObject({ isInCircle: false, circleCount: 1 });
  expect((await api.get(`/users/${me.id}/circle`, { token: me.token })).body).toMatchObject({
    total: 1,
    users: [{ _id: other.id }],
  });
  expect(await db().notification.count({ where: { receiverId: joiner.id } })).toBe(0);
  expect(await db().notification.count({ where: { senderId: joiner.id } })).toBe(0);
  expect(await findDrift()).toEqual([]);
});

test("lets them join again, unless they are blocked", async () => {
  const [me, joiner] = [await createMember(), await createMember()];
  await setCircle(joiner.viewer, me.id, true);
  await remove(me, joiner.id);
  const join = () => api.post(`/users/${me.id}/follow`, { token: joiner.token, body: { inCircle: true } });
  expect((await join()).status).toBe(200);
  await remove(me, joiner.id);
  await setBlock(me.viewer, joiner.id, true);
  expect((await join()).status).toBe(404);
});

test("is for one's own circle alone", async () => {
  const [me, owner, joiner] = [await createMember(), await createMember(), await createMember()];
  await setCircle(joiner.viewer, owner.id, true);
  for (const member of [me, joiner]) {
    expect(await remove(member, joiner.id, owner)).toMatchObject({ status: 403, error: "forbidden" });
  }
  expect(await db().follow.count({ where: { followeeId: owner.id } })).toBe(1);
});
