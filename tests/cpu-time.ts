import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/**
 * The processor time in milliseconds that this process spends until `work` is done. What other
 * processes do at the same time, on a machine that is busy, does not count. Nor does the garbage of
 * earlier tests, which may take more than a second to collect: it is collected first.
 */
export async function cpuTime(work: () => unknown): Promise<number> {
  collectGarbage();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
