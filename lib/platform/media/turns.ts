import "server-only";

/**
 * Decoding is the one thing here that takes memory and processor in bulk: a 40-megapixel picture is 160 MB
 * while it is open. So at most two are open at a time, and the others wait their turn.
 */
const AT_ONCE = 2;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs `work` when its turn has come. Throws what `work` throws. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
