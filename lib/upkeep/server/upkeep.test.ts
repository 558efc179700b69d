import { db } from "@/lib/platform/db";
import { onSignal } from "@/lib/platform/signals";
import { emptyOldCases } from "@/lib/reports/server/retention";
import { runUpkeep } from "@/lib/upkeep/server/upkeep";
import { api } from "@/tests/api";
import { createNewcomer, createUser } from "@/tests/factories";
import { useTestDatabase } from "@/tests/test-db";

jest.mock("@/lib/reports/server/retention", () => ({
  ...jest.requireActual("@/lib/reports/server/retention"),
  emptyOldCases: jest.fn(async () => {}),
}));

beforeAll(useTestDatabase);

test("a sweep of a whole table runs once an hour, and ten minutes after a failure", async () => {
  const sweep = jest.mocked(emptyOldCases).mockRejectedValueOnce(new Error("on purpose"));
  const outcomes: string[] = [];
  onSignal("sweep", ({ part, outcome }) => part === "old cases" && outcomes.push(outcome));
  const start = Date.now();
  const now = jest.spyOn(Date, "now");
  const runsAt = async (minute: number) => {
    now.mockReturnValue(start + minute * 60_000);
    const before = sweep.mock.calls.length;
    await runUpkeep();
    return sweep.mock.calls.length > before;
  };
  expect(await runsAt(0)).toBe(true);
  expect(await runsAt(9)).toBe(false);
  expect(await runsAt(11)).toBe(true);
  expect(await runsAt(70)).toBe(false);
  expect(await runsAt(72)).toBe(true);
  // A sweep that was not due is no success.
  expect(outcomes).toEqual(["failed", "done", "done"]);
});

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
