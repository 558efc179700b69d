import { followAnswer } from "@/lib/circles/schema";
import { db } from "@/lib/platform/db";
import { api } from "@/tests/api";
import { findDrift } from "@/tests/counter-drift";
import { createMember, createMembers, createNewcomer, createUser, type Member } from "@/tests/factories";
import { liftLimits } from "@/tests/limits";
import { inParallel } from "@/tests/parallel";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);
beforeAll(liftLimits);
afterEach(async () => {
  expect(await findDrift()).toEqual([]);
});

const toggle = (me: Member, userId: string, body?: unknown) =>
  api.post(`/users/${userId}/follow`, { token: me.token, body });

const notificationsOf = (receiverId: string) => db().notification.findMany({ where: { receiverId } });

describe("a person", () => {
  test("joins a circle and leaves it again", async () => {
    const [me, other] = (await createMembers(2)) as [Member, Member];
    expect((await toggle(me, other.id)).read(followAnswer)).toMatchObject({
      isInCircle: true,
      circleCount: 1,
    });
    expect((await toggle(me, other.id)).read(followAnswer)).toMatchObject({
      isInCircle: false,
      circleCount: 0,
    });
  });

  test("can set the state, which is idempotent", async () => {
    const [me, other] = (await createMembers(2)) as [Member, Member];
    for (const inCircle of [true, true, false, false, true]) {
      const answer = (await toggle(me, other.id, { inCircle })).read(followAnswer);
      expect(answer).toMatchObject({ isInCircle: inCircle, circleCount: inCircle ? 1 : 0 });
    }
  });

  test("is notified once of a join, and no longer when the other leaves before it is seen", async () => {
    const [me, other] = (await createMembers(2)) as [Member, Member];
    await toggle(me, other.id, { inCircle: true });
    expect(await notificationsOf(other.id)).toMatchObject([
      { type: "follow", senderId: me.id, postId: null, seen: false },
    ]);
    await toggle(me, other.id, { inCircle: false });
    expect(await notificationsOf(other.id)).toEqual([]);
    await toggle(me, other.id, { inCircle: true });
    await db().notification.updateMany({ where: { receiverId: other.id }, data: { seen: true } });
    await toggle(me, other.id, { inCircle: false });
    await toggle(me, other.id, { inCircle: true });
    expect(await notificationsOf(other.id)).toMatchObject([{ seen: true }]);
  });

  test("can't join their own circle, nor one that does not exist", async () => {
    const me = await createMember();
    const deactivated = await createUser({ isActive: false });
    expect(await toggle(me, me.id)).toMatchObject({ status: 400 });
    expect(await toggle(me, deactivated.id)).toMatchObject({ status: 404 });
    expect(await toggle(me, "0190a1b2-aaaa-7bbb-8ccc-1234567890ab")).toMatchObject({ status: 404 });
  });

  test("can't join the circle of an unproven person", async () => {
    const me = await createMember();
    expect(await toggle(me, (await createNewcomer()).id)).toMatchObject({ status: 404 });
  });
});

describe("simultaneous requests", () => {
  test("a hundred toggles leave rows and counters that agree", async () => {
    const [me, other] = (await createMembers(2)) as [Member, Member];
    const replies = await inParallel(Array.from({ length: 100 }, () => () => toggle(me, other.id)));
    const answers = replies.map((reply) => reply.read(followAnswer));
    expect(answers.filter(({ isInCircle }) => isInCircle)).toHaveLength(50);
    expect(answers.every(({ isInCircle, circleCount }) => circleCount === (isInCircle ? 1 : 0))).toBe(true);
    expect(await db().follow.count({ where: { followerId: me.id } })).toBe(0);
  });

  test("people who join each other at the same moment cause no deadlock", async () => {
    const people = await createMembers(20);
    const pairs = people.flatMap((a) => people.filter((b) => b.id !== a.id).map((b) => [a, b] as const));
    const replies = await inParallel(
      pairs.map(
        ([a, b]) =>
          () =>
            toggle(a, b.id, { inCircle: true }),
      ),
    );
    expect(replies.every((reply) => reply.status === 200)).toBe(true);
    const counts = await db().user.findMany({
      where: { id: { in: people.map(({ id }) => id) } },
      select: { followersCount: true, followingCount: true },
    });
    expect(counts).toEqual(people.map(() => ({ followersCount: 19, followingCount: 19 })));
    const { deadlocks } = (
      await db().sql<{ deadlocks: bigint }>`
      SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`
    )[0] as { deadlocks: bigint };
    expect(Number(deadlocks)).toBe(0);
  });
});
