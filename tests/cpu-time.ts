/**
 * The processor time in milliseconds that this process spends until `work` is done. What other
 * processes do meanwhile, on a machine that is busy, does not count.
 */
export async function cpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
