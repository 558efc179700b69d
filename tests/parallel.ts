/**
 * Runs `acts` with `width` of them in flight at any time, as so many people would, and gives their
 * results in order.
 */
export async function inParallel<T>(acts: (() => Promise<T>)[], width = 40): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < acts.length; at = next++) results[at] = await (acts[at] as () => Promise<T>)();
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}
