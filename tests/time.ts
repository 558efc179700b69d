import { setTimeout } from "node:timers/promises";
import { db } from "@/lib/platform/db";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Does something with each of these, one after the other. Each time in the database is another
 * millisecond, so that lists by time have this order, however quick the machine is.
 */
export async function inTurn<T>(items: T[], act: (item: T) => Promise<unknown>): Promise<void> {
  for (const item of items) {
    await act(item);
    await setTimeout(2);
  }
}

/** Moves all posts and what people did with them back in time, by default by ten minutes. */
export async function makeOlder(minutes = 10): Promise<void> {
  for (const table of ["posts", "post_hashtags", "likes", "comments", "shares"]) {
    await db().sql(
      Prisma.raw(`UPDATE ${table} SET created_at = created_at - make_interval(mins => ${Number(minutes)})`),
    );
  }
}
