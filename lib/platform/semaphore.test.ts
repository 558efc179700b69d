import { setTimeout as delay } from "node:timers/promises";
import { createSemaphore } from "@/lib/platform/semaphore";

test("so many run at a time, the others in the order they came, also after one that fails", async () => {
  const run = createSemaphore(2);
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const works = Array.from({ length: 8 }, (_, number) =>
    run(async () => {
      most = Math.max(most, ++running);
      order.push(number);
      await delay(5);
      running--;
      if (number === 1) throw new Error("failed");
      return number;
    }),
  );
  const results = await Promise.allSettled(works);
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(results.filter(({ status }) => status === "rejected")).toHaveLength(1);
});

test("who comes when too many wait is told to come back", async () => {
  const run = createSemaphore(1, 2);
  const works = Array.from({ length: 4 }, () => run(() => delay(5)));
  const results = await Promise.allSettled(works);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled", "rejected"]);
  await expect(works[3]).rejects.toMatchObject({ code: "unavailable", headers: { "Retry-After": "3" } });
});
