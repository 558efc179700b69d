import "server-only";
import { db } from "@/lib/platform/db";
import { ANONYMOUS_NAME } from "@/lib/product";
import { Prisma } from "@/prisma/generated/client/client";

/** People changed at once: a row is held for no longer than that takes. */
const BATCH = 1_000;

/** Whether the text of a person has a part more than name and username: a College ID. */
const hasId = Prisma.sql`
  college_id <> '' AND length(search_text) - length(replace(search_text, E'\t', ''))
    = (name <> ${ANONYMOUS_NAME})::int + (username IS NOT NULL)::int + 1`;

let isDone = false;

/**
 * Takes College IDs out of the texts that earlier releases wrote, where a search by beginnings finds them. Once there are
 * none left it never looks again while this process lives. To be dropped with the release after this one.
 */
export async function removeSearchableIds(): Promise<void> {
  while (!isDone) {
    const changed = await db().$executeRaw`
      UPDATE users SET search_text = regexp_replace(search_text, E' [^\t]*\t$', '')
      WHERE id IN (SELECT id FROM users WHERE ${hasId} ORDER BY id LIMIT ${BATCH}) AND ${hasId}`;
    isDone = changed === 0;
  }
}
