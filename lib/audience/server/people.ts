import "server-only";
import { allOf, type Condition } from "@/lib/audience/server/condition";
import { activePeople } from "@/lib/audience/server/standing";
import { env } from "@/lib/platform/env";
import { ANONYMOUS_NAME } from "@/lib/product";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Which people a viewer sees (docs/security.md, Blocking and muting). Conditions are about people
 * `u`. Five questions:
 * - *open*: may the viewer read this one, by its address or next to what they did?
 * - *list*: is this one found, in lists of people and in searches?
 * - *offer*: is this one shown without being asked for?
 * - *campus*: is this one in the list of who is on the campus?
 * - *notify*: is someone notified of what another does?
 *
 * Each set of ids is one uncorrelated subquery, which PostgreSQL reads once a query and hashes,
 * however many rows it is compared with. Counters still count what is hidden.
 */

type PersonCondition = Condition<Prisma.UserWhereInput>;

/** With a proven address and a name. The name is no parameter, so that `users_people_idx` fits. */
const complete: PersonCondition = {
  sql: Prisma.sql`u.verified_at IS NOT NULL AND u.name <> ${Prisma.raw(`'${ANONYMOUS_NAME}'`)}`,
  where: { verifiedAt: { not: null }, name: { not: ANONYMOUS_NAME } },
};

/** Not someone under 18 whom the college excludes, for good or until a parent consents. */
function admitted(): PersonCondition {
  const { MINORS } = env();
  if (MINORS === "allow") return { sql: Prisma.sql`true`, where: {} };
  const isConsentEnough = MINORS === "confirm";
  return {
    sql: Prisma.sql`(u.is_adult IS NOT FALSE OR (${isConsentEnough} AND u.minor_confirmed_at IS NOT NULL))`,
    where: {
      OR: [
        { isAdult: null },
        { isAdult: true },
        ...(isConsentEnough ? [{ minorConfirmedAt: { not: null } }] : []),
      ],
    },
  };
}

/** Few, and read from a partial index. */
const INACTIVE_IDS = Prisma.sql`SELECT id FROM users WHERE NOT is_active`;

/** A person's id: a value, or a column that holds one. */
export type PersonId = string | Prisma.Sql;

const blockedIds = (viewerId: PersonId) => Prisma.sql`
  SELECT blocked_id FROM blocks WHERE blocker_id = ${viewerId}::uuid
  UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${viewerId}::uuid`;

const mutedIds = (viewerId: string) => Prisma.sql`
  SELECT muted_id FROM mutes WHERE muter_id = ${viewerId}::uuid AND (until IS NULL OR until > now())`;

/** Neither has blocked the other. */
const notBlocked = (viewerId: string): PersonCondition => ({
  sql: Prisma.sql`u.id NOT IN (${blockedIds(viewerId)})`,
  where: { blocks: { none: { blockedId: viewerId } }, blockedBy: { none: { blockerId: viewerId } } },
});

const notMuted = (viewerId: string): PersonCondition => ({
  sql: Prisma.sql`u.id NOT IN (${mutedIds(viewerId)})`,
  where: {
    mutedBy: { none: { muterId: viewerId, OR: [{ until: null }, { until: { gt: new Date() } }] } },
  },
});

/** People whom a viewer may read. */
export const openPeople = (viewerId: string) => allOf(activePeople, notBlocked(viewerId));

/** People whom a viewer finds, also in lists of others. */
export const listedPeople = (viewerId: string) =>
  allOf(activePeople, complete, admitted(), notBlocked(viewerId));

/** People whom a viewer is shown without asking for them: not those they muted. */
export const offeredPeople = (viewerId: string) =>
  allOf(activePeople, complete, admitted(), notBlocked(viewerId), notMuted(viewerId));

/** The list of who is on the campus: the people offered, but for those who opted out of it. */
export const campusPeople = (viewerId: string) =>
  allOf<Prisma.UserWhereInput>(offeredPeople(viewerId), {
    sql: Prisma.sql`(u.is_listed OR u.id = ${viewerId}::uuid)`,
    where: { OR: [{ isListed: true }, { id: viewerId }] },
  });

/** The ids of people who are hidden from everyone. */
export const inactivePeopleIds = Prisma.sql`(${INACTIVE_IDS})`;

/** The ids of people who are not open to a viewer. */
export const hiddenPeopleIds = (viewerId: PersonId) =>
  Prisma.sql`(${INACTIVE_IDS} UNION ALL ${blockedIds(viewerId)})`;

/** The ids of people whose posts, comments and likes no list of the viewer has: also muted ones. */
export const mutedOrHiddenIds = (viewerId: string) =>
  Prisma.sql`(${INACTIVE_IDS} UNION ALL ${blockedIds(viewerId)} UNION ALL ${mutedIds(viewerId)})`;

/**
 * Whether a receiver `r` is notified of what a sender `p` does: both are active, neither has
 * blocked the other, and `p` is not muted.
 */
export const isNotified = Prisma.sql`(
  p.is_active AND r.is_active
  AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = r.id AND blocked_id = p.id)
  AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = p.id AND blocked_id = r.id)
  AND NOT EXISTS (SELECT FROM mutes WHERE muter_id = r.id AND muted_id = p.id AND (until IS NULL OR until > now())))`;
