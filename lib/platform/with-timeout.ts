import "server-only";

export class TimedOut extends Error {
  override name = "TimedOut";
}

/** Resolves or rejects as `work` does, or throws `TimedOut` after `ms`; `work` itself continues. */
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
