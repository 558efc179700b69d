import "server-only";

export class TimedOut extends Error {
  override name = "TimedOut";
}

/** What `work` comes to, or a `TimedOut` when it takes longer than `ms`; `work` itself goes on. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimedOut("No answer in time.")), ms);
  });
  try {
    return await Promise.race([work, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
