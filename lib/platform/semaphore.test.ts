import { setTimeout as delay } from "node:timers/promises";
import { createSemaphore } from "@/lib/platform/semaphore";

test("limits concurrency and runs queued tasks in order, even after one fails", async () => {
  const run = createSemaphore(2);
  let running = 0;
  let peak = 0;
  const order: number[] = [];
  const tasks = Array.from({ length: 8 }, (_, number) =>
    run(async () => {
      peak = Math.max(peak, ++running);
      order.push(number);
      await delay(5);
      running--;
      if (number === 1) throw new Error("failed");
      return number;
    }),
  );
  const results = await Promise.allSettled(tasks);
  expect(peak).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
});

test("rejects a task with 503 when the queue is full", async () => {
  const run = createSemaphore(1, 2);
  const tasks = Array.from({ length: 4 }, () => run(() => delay(5)));
  const results = await Promise.allSettled(tasks);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  await expect(tasks[3]).rejects.toMatchObject({ code: "unavailable", headers: { "Retry-After": "3" } });
});
