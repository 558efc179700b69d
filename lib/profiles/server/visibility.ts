import "server-only";
import { ANONYMOUS_NAME } from "@/lib/product";
import { Prisma } from "@/prisma/generated/client/client";

/** Who and what people may see: the one place for it in SQL. */

/**
 * The ids of those nobody sees: deactivated, deleted and not removed yet, or switched off. Few, and
 * read once a query from an index of their own. What they did is left out of every list, while
 * counters go on counting rows, theirs too.
 */
export const hiddenPeople = Prisma.sql`(SELECT id FROM users WHERE NOT is_active)`;

/** People who can be found and suggested: active, with a proven address and a name of their own. */
export const isListed = Prisma.sql`u.is_active AND u.verified_at IS NOT NULL AND u.name <> ${ANONYMOUS_NAME}`;

/** Restricts posts `p` to those that people see. */
export const isShown = Prisma.sql`p.is_active AND p.author_id NOT IN ${hiddenPeople}`;
/** The same for Prisma's own calls. */
export const SHOWN = { isActive: true, author: { isActive: true } } satisfies Prisma.PostWhereInput;
