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

test("a sweep of a whole table runs once an hour, and soon again after a failure", async () => {
  const sweep = jest.mocked(emptyOldCases).mockRejectedValueOnce(new Error("on purpose"));
  const outcomes: string[] = [];
  onSignal("sweep", ({ part, outcome }) => part === "old cases" && outcomes.push(outcome));
  const start = Date.now();
  const now = jest.spyOn(Date, "now");
  const runsAfter = async (minutes: number) => {
    now.mockReturnValue(start + minutes * 60_000);
    await runUpkeep();
    return sweep.mock.calls.length;
  };
  try {
    const runs = [];
    for (const minutes of [0, 1, 11, 12, 70, 72]) runs.push(await runsAfter(minutes));
    expect(runs).toEqual([1, 1, 2, 2, 2, 3]);
    // A sweep that was not due is no success.
    expect(outcomes).toEqual(["failed", "done", "done"]);
  } finally {
    now.mockRestore();
  }
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
