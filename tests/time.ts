import { db } from "@/lib/platform/db";

/** Moves all posts and what people did with them back in time, by default by ten minutes. */
export async function makeOlder(minutes = 10): Promise<void> {
  for (const table of ["posts", "post_hashtags", "likes", "comments", "shares"]) {
    await db().$executeRawUnsafe(
      `UPDATE ${table} SET created_at = created_at - make_interval(mins => ${Number(minutes)})`,
    );
  }
}
