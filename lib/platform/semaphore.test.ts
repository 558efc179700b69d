import { setTimeout as delay } from "node:timers/promises";
import { createSemaphore } from "@/lib/platform/semaphore";

test("rejects a task with 503 when the queue is full", async () => {
  const run = createSemaphore(1, 2);
  const tasks = Array.from({ length: 4 }, () => run(() => delay(5)));
  const results = await Promise.allSettled(tasks);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  await expect(tasks[3]).rejects.toMatchObject({ code: "unavailable", headers: { "Retry-After": "3" } });
});

/** Tasks that end when the test says so. */
function openTasks(run: ReturnType<typeof createSemaphore>) {
  const begun: string[] = [];
  const ends = new Map<string, (reason?: Error) => void>();
  return {
    begun,
    start: (name: string, person?: string) =>
      run(
        () =>
          new Promise<void>((resolve, reject) => {
            begun.push(name);
            ends.set(name, (reason) => (reason ? reject(reason) : resolve()));
          }),
        person,
      ),
    end: async (name: string, reason?: Error) => {
      ends.get(name)?.(reason);
      await delay(0);
    },
  };
}

describe("with bounds for one person", () => {
  test("one of theirs runs and two wait; more are rejected with 429 and run nothing", async () => {
    const { start, begun, end } = openTasks(createSemaphore(2, 20, { running: 1, waiting: 2 }));
    const own = Array.from({ length: 100 }, (_, number) => start(`a${number}`, "a"));
    const results = Promise.allSettled(own);
    await expect(own[99]).rejects.toMatchObject({ code: "rate_limited", headers: { "Retry-After": "3" } });
    // Half of the places are free for everyone else.
    const other = start("b", "b");
    expect(begun).toEqual(["a0", "b"]);
    for (const name of ["a0", "b", "a1", "a2"]) await end(name);
    await other;
    const fulfilled = (await results).filter(({ status }) => status === "fulfilled");
    expect([begun, fulfilled.length]).toEqual([["a0", "b", "a1", "a2"], 3]);
  });

  test("persons take turns, no matter who came first", async () => {
    const { start, begun, end } = openTasks(createSemaphore(1, 20, { running: 1, waiting: 3 }));
    const all = ["a1", "a2", "a3", "a4", "b1", "c1", "b2"].map((name) => start(name, name[0]));
    for (let turn = 0; turn < all.length; turn++) await end(begun.at(-1) ?? "");
    await Promise.all(all);
    expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
  });

  test("no more than so many wait in all, and a failure gives its place to the next", async () => {
    const { start, begun, end } = openTasks(createSemaphore(1, 20, { running: 1, waiting: 2 }));
    const all = Array.from({ length: 22 }, (_, number) => start(`${number}`, `person ${number}`));
    const settled = Promise.allSettled(all);
    await expect(all[21]).rejects.toMatchObject({ code: "unavailable" });
    await end("0", new Error("failed"));
    await expect(all[0]).rejects.toThrow("failed");
    for (let turn = 0; turn < 20; turn++) await end(begun.at(-1) ?? "");
    await settled;
    expect(begun).toHaveLength(21);
  });
});
