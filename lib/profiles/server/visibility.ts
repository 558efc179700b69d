import "server-only";
import { ANONYMOUS_NAME } from "@/lib/product";
import { Prisma } from "@/prisma/generated/client/client";

/** Which people and posts are visible: the only place that says so in SQL. */

/**
 * The ids of hidden people: deactivated, switched off, or deleted and not yet removed. They are
 * few, and read once per query from a partial index. Lists leave out what they did; counters still
 * count it.
 */
export const hiddenPeople = Prisma.sql`(SELECT id FROM users WHERE NOT is_active)`;

/** People `u` who can be found and suggested: active, with a proven address and a real name. */
export const isListed = Prisma.sql`u.is_active AND u.verified_at IS NOT NULL AND u.name <> ${ANONYMOUS_NAME}`;

/** Posts `p` that are visible. */
export const isShown = Prisma.sql`p.is_active AND p.author_id NOT IN ${hiddenPeople}`;
/** Posts `p` of the viewer that moderators withhold: only their author still sees them. */
export const isOwnWithheld = (viewerId: string) =>
  Prisma.sql`p.author_id = ${viewerId}::uuid AND p.withheld_at IS NOT NULL AND p.deleted_at IS NULL`;

/** The same for Prisma's model calls. */
export const SHOWN = { isActive: true, author: { isActive: true } } satisfies Prisma.PostWhereInput;
