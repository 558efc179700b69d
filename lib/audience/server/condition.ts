import "server-only";
import { Prisma } from "@/prisma/generated/client/client";

/** A condition on rows, once: for SQL about an alias, and for Prisma's model calls. */
export type Condition<Where> = { sql: Prisma.Sql; where: Where };

/** All of these conditions together. */
export const allOf = <Where>(...conditions: Condition<Where>[]): Condition<{ AND: Where[] }> => ({
  sql: Prisma.sql`(${Prisma.join(
    conditions.map(({ sql }) => sql),
    " AND ",
  )})`,
  where: { AND: conditions.map(({ where }) => where) },
});

/** At least one of these conditions. */
export const anyOf = <Where>(...conditions: Condition<Where>[]): Condition<{ OR: Where[] }> => ({
  sql: Prisma.sql`(${Prisma.join(
    conditions.map(({ sql }) => sql),
    " OR ",
  )})`,
  where: { OR: conditions.map(({ where }) => where) },
});
