import "server-only";
import type { PageQuery } from "@/lib/api/pagination";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * The columns a list is ordered by: newest first, and what is as old by id, from the last one
 * unless `ids` says otherwise.
 */
export type Keyset = { at: Prisma.Sql; id: Prisma.Sql; ids?: "ascending" };

/**
 * The end of a query for one page, and one row more (`paginate` takes that off): after a cursor by
 * key, through the index of this order, or by a page's number. The query has to have a WHERE
 * already.
 */
export function keyset({ cursor, page, limit }: PageQuery, { at, id, ids }: Keyset): Prisma.Sql {
  const limited = Prisma.sql`
    ORDER BY ${at} DESC, ${id} ${ids ? Prisma.sql`ASC` : Prisma.sql`DESC`} LIMIT ${limit + 1}`;
  if (!cursor) return Prisma.sql`${limited} OFFSET ${(page - 1) * limit}`;
  const after = ids
    ? Prisma.sql`${at} <= ${cursor.at} AND (${at} < ${cursor.at} OR ${id} > ${cursor.id}::uuid)`
    : Prisma.sql`(${at}, ${id}) < (${cursor.at}, ${cursor.id}::uuid)`;
  return Prisma.sql`AND ${after} ${limited}`;
}
