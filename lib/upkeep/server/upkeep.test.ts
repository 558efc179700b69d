import { db } from "@/lib/platform/db";
import { runUpkeep } from "@/lib/upkeep/server/upkeep";
import { api } from "@/tests/api";
import { createNewcomer, createUser } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

beforeAll(useTestDatabase);

test("accounts unproven after a day are deleted, except with a code on its way", async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const [fresh, late, proven, abandoned] = await Promise.all([
    createNewcomer({ createdAt: hoursAgo(23) }),
    createNewcomer({ createdAt: hoursAgo(25) }),
    createUser({ createdAt: hoursAgo(25) }),
    createNewcomer({ createdAt: hoursAgo(25) }),
  ]);
  expect(await api.post("/auth/send-otp", { body: { email: late.email } })).toMatchObject({ status: 200 });
  await runUpkeep();
  const remaining = await db().user.findMany({ select: { id: true } });
  expect(remaining.map(({ id }) => id).sort()).toEqual([fresh.id, late.id, proven.id].sort());
  expect(await api.post("/auth/register", { body: { email: abandoned.email } })).toMatchObject({
    status: 201,
  });
});
