import {
  type AccountStanding,
  peopleWhoMaySignIn,
  peopleWithSessions,
  standingOf,
} from "@/lib/audience/server/standing";
import { ago } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/prisma/generated/client/client";
import { createUser } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

const hour = ago(1, "hours");
const tomorrow = ago(-24, "hours");
const off = { isActive: false };

/** What is stored, what it comes to, and whether the person has sessions and may sign in. */
const PEOPLE: [Partial<Prisma.UserCreateInput>, AccountStanding, hasSessions: boolean, maySignIn: boolean][] =
  [
    [{}, "active", true, true],
    [{ verifiedAt: null }, "unproven", true, true],
    [{ suspendedAt: hour, suspendedUntil: tomorrow }, "suspended", true, true],
    [{ suspendedAt: hour, suspendedUntil: hour }, "active", true, true],
    [{ ...off, suspendedAt: hour }, "banned", true, true],
    [{ ...off, deactivatedAt: hour }, "deactivated", false, true],
    [{ ...off, deactivatedAt: hour, suspendedAt: hour }, "banned", true, true],
    [
      { ...off, deactivatedAt: hour, suspendedAt: hour, suspendedUntil: tomorrow },
      "deactivated",
      false,
      true,
    ],
    [{ ...off, switchedOffAt: hour }, "switched off", false, false],
    [{ ...off, switchedOffAt: hour, suspendedAt: hour }, "banned", true, true],
    [{ ...off, deletedAt: hour }, "deleted", false, false],
    [{ ...off, deletedAt: hour, suspendedAt: hour }, "deleted", false, false],
  ];

test.each(PEOPLE)("%j is %s", async (data, standing, hasSessions, maySignIn) => {
  const user = await createUser(data);
  expect(standingOf(user)).toBe(standing);
  for (const [{ sql, where }, isMeant] of [
    [peopleWithSessions, hasSessions],
    [peopleWhoMaySignIn, maySignIn],
  ] as const) {
    expect(await db().user.count({ where: { AND: [{ id: user.id }, where] } })).toBe(isMeant ? 1 : 0);
    expect(await db().sql`SELECT FROM users u WHERE u.id = ${user.id}::uuid AND ${sql}`).toHaveLength(
      isMeant ? 1 : 0,
    );
  }
});
