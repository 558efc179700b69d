import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** Waits until a server of the product answers. Throws the end of its log when it has exited. */
export async function untilReady(address: string, server: ChildProcess, log: string): Promise<void> {
  const isReady = () =>
    fetch(`${address}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (server.exitCode !== null) throw new Error(readFileSync(log, "utf8").slice(-2_000));
    await delay(50);
  }
}
