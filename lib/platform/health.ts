import "server-only";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

/** Whether the database answers a query. */
export async function checkDatabase(): Promise<boolean> {
  try {
    await db().$queryRaw`SELECT 1`;
    return true;
  } catch (error) {
    log().warn({ err: error }, "the database does not answer");
    return false;
  }
}
