import "server-only";
import { createSemaphore } from "@/lib/platform/semaphore";

/**
 * Decoding is the one thing here that takes memory and processor in bulk: a 40-megapixel picture is 160 MB
 * while it is open. So at most two are open at a time, and the others wait their turn.
 */
export const inTurn = createSemaphore(2);
