import "server-only";
import type { PageQuery } from "@/lib/api/pagination";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * The columns a list is ordered by: newest first, and rows of the same time by id, descending
 * unless `ids` is set; with `oldestFirst` the other way round. A limit of `usualLimit` becomes part
 * of the statement, which PostgreSQL then plans once a connection and not each time: of a parameter
 * it assumes that it asks for a tenth of all rows. Worth it where planning costs more than reading.
 */
export type Keyset = {
  at: Prisma.Sql;
  id: Prisma.Sql;
  ids?: "ascending";
  usualLimit?: number;
  oldestFirst?: boolean;
};

const ASC = Prisma.sql`ASC`;
const DESC = Prisma.sql`DESC`;

/**
 * The end of a query for one page and one extra row, which `paginate` cuts off. With a cursor it
 * pages by key, through the index of this order; without one by page number. The query must already
 * have a WHERE clause.
 */
export function keyset(
  { cursor, page, limit }: PageQuery,
  { at, id, ids, usualLimit, oldestFirst }: Keyset,
): Prisma.Sql {
  const isUsual = limit === usualLimit;
  const rows = isUsual ? Prisma.raw(`${limit + 1}`) : Prisma.sql`${limit + 1}`;
  const limited = Prisma.sql`
    ORDER BY ${at} ${oldestFirst ? ASC : DESC}, ${id} ${ids || oldestFirst ? ASC : DESC} LIMIT ${rows}`;
  if (!cursor && page === 1 && isUsual) return limited;
  if (!cursor) return Prisma.sql`${limited} OFFSET ${(page - 1) * limit}`;
  const after = ids
    ? Prisma.sql`${at} <= ${cursor.at} AND (${at} < ${cursor.at} OR ${id} > ${cursor.id}::uuid)`
    : Prisma.sql`(${at}, ${id}) ${oldestFirst ? Prisma.sql`>` : Prisma.sql`<`} (${cursor.at}, ${cursor.id}::uuid)`;
  return Prisma.sql`AND ${after} ${limited}`;
}
