import { setTimeout as delay } from "node:timers/promises";
import { createSemaphore } from "@/lib/platform/semaphore";

test("rejects a task with 503 when the queue is full", async () => {
  const run = createSemaphore(1, 2);
  const tasks = Array.from({ length: 4 }, () => run(() => delay(5)));
  const results = await Promise.allSettled(tasks);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  await expect(tasks[3]).rejects.toMatchObject({ code: "unavailable", headers: { "Retry-After": "3" } });
});
