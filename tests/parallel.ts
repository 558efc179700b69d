/** Runs the tasks, at most `concurrency` at a time, and returns their results in order. */
export async function inParallel<T>(tasks: (() => Promise<T>)[], concurrency = 40): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < tasks.length; index = next++)
      results[index] = await (tasks[index] as () => Promise<T>)();
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}
