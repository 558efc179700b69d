import "server-only";
import { ANONYMOUS_NAME } from "@/lib/product";
import { Prisma } from "@/prisma/generated/client/client";

/**
 * Which people, posts and words a viewer sees: the only place that says so in SQL
 * (docs/security.md, Blocking and muting). Each set of ids is one uncorrelated subquery, which
 * PostgreSQL reads once per query and hashes, however many rows it is compared with. Counters still
 * count what is hidden.
 */

/**
 * The ids of people hidden from everyone: deactivated, switched off, banned, or deleted and not yet
 * removed. They are few, and read from a partial index.
 */
const INACTIVE = Prisma.sql`SELECT id FROM users WHERE NOT is_active`;
export const hiddenPeople = Prisma.sql`(${INACTIVE})`;

/** The ids of people who have blocked the viewer or whom the viewer has blocked. */
const blockedWith = (viewerId: string) => Prisma.sql`
  SELECT blocked_id FROM blocks WHERE blocker_id = ${viewerId}::uuid
  UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${viewerId}::uuid`;

const mutedBy = (viewerId: string) => Prisma.sql`
  SELECT muted_id FROM mutes WHERE muter_id = ${viewerId}::uuid AND (until IS NULL OR until > now())`;

/** The ids of people who are hidden from a viewer: inactive ones, and those blocked either way. */
export const hiddenFrom = (viewerId: string) => Prisma.sql`(${INACTIVE} UNION ALL ${blockedWith(viewerId)})`;

/** The same, and those whom the viewer has muted: what they do is left out of lists. */
export const leftOutFor = (viewerId: string) =>
  Prisma.sql`(${INACTIVE} UNION ALL ${blockedWith(viewerId)} UNION ALL ${mutedBy(viewerId)})`;

/**
 * Whether a text is free of the viewer's muted words. The pattern is read once per query; without
 * one no text is folded. It is stored compressed: `|| ''` decompresses it once as well, and not
 * for each text.
 */
export const hasNoMutedWord = (viewerId: string, text: Prisma.Sql) =>
  Prisma.sql`CASE WHEN (SELECT muted_pattern IS NULL FROM users WHERE id = ${viewerId}::uuid) THEN true
    ELSE (fold_name(${text}) ~ (SELECT muted_pattern || '' FROM users WHERE id = ${viewerId}::uuid)) IS NOT TRUE END`;

/** Active people `u` with a proven address and a real name. */
export const isListed = Prisma.sql`u.is_active AND u.verified_at IS NOT NULL AND u.name <> ${ANONYMOUS_NAME}`;

/** People `u` whom a viewer can find, also in lists of others. */
export const isFoundBy = (viewerId: string) =>
  Prisma.sql`${isListed} AND u.id NOT IN (${blockedWith(viewerId)})`;

/** People `u` whom a viewer is shown without asking for them: not those they muted. */
export const isOfferedTo = (viewerId: string) =>
  Prisma.sql`${isListed} AND u.id NOT IN (${blockedWith(viewerId)} UNION ALL ${mutedBy(viewerId)})`;

/** Posts `p` that are visible, but to those blocked. */
export const isShown = Prisma.sql`p.is_active AND p.author_id NOT IN ${hiddenPeople}`;

/** Posts `p` of the viewer that moderators withhold: only their author still sees them. */
export const isOwnWithheld = (viewerId: string) =>
  Prisma.sql`p.author_id = ${viewerId}::uuid AND p.withheld_at IS NOT NULL AND p.deleted_at IS NULL`;

/** Posts `p` that a viewer may open. */
export const isShownTo = (viewerId: string) =>
  Prisma.sql`p.is_active AND p.author_id NOT IN ${hiddenFrom(viewerId)}`;

/** The same for Prisma's model calls. */
export const SHOWN_TO = (viewerId: string) =>
  ({
    isActive: true,
    author: SEEN_BY(viewerId),
  }) satisfies Prisma.PostWhereInput;

/** Active people whom a viewer sees: neither has blocked the other. */
export const SEEN_BY = (viewerId: string) =>
  ({
    ...NOT_BLOCKING(viewerId),
    blockedBy: { none: { blockerId: viewerId } },
  }) satisfies Prisma.UserWhereInput;

/** Active people who have not blocked a viewer. The viewer may still report whom they blocked. */
export const NOT_BLOCKING = (viewerId: string) =>
  ({ isActive: true, blocks: { none: { blockedId: viewerId } } }) satisfies Prisma.UserWhereInput;

/** Posts that are visible, but to those blocked, for Prisma's model calls. */
export const SHOWN = { isActive: true, author: { isActive: true } } satisfies Prisma.PostWhereInput;

/** Posts `p` of one person that a viewer is shown: without those that say a muted word. */
export const isReadBy = (viewerId: string) =>
  Prisma.sql`${isShownTo(viewerId)} AND ${hasNoMutedCaption(viewerId)}`;

/** Posts `p` that a viewer is shown in lists: their authors are not muted either. */
export const isListedTo = (viewerId: string) =>
  Prisma.sql`p.is_active AND p.author_id NOT IN ${leftOutFor(viewerId)} AND ${hasNoMutedCaption(viewerId)}`;

/** Posts `p` that say no muted word; the viewer's own may. */
export const hasNoMutedCaption = (viewerId: string) =>
  Prisma.sql`(p.author_id = ${viewerId}::uuid OR ${hasNoMutedWord(viewerId, Prisma.sql`p.caption`)})`;

/** Whether a receiver is notified of a sender: neither has blocked the other, nor is one muted. */
export const allowsNotifications = ({
  sender,
  receiver,
}: {
  sender: Prisma.Sql;
  receiver: Prisma.Sql;
}) => Prisma.sql`
  NOT EXISTS (SELECT FROM blocks WHERE blocker_id = ${receiver} AND blocked_id = ${sender})
  AND NOT EXISTS (SELECT FROM blocks WHERE blocker_id = ${sender} AND blocked_id = ${receiver})
  AND NOT EXISTS (SELECT FROM mutes WHERE muter_id = ${receiver} AND muted_id = ${sender}
    AND (until IS NULL OR until > now()))`;
