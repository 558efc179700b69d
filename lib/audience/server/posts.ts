import "server-only";
import type { Condition } from "@/lib/audience/server/condition";
import {
  hiddenPeopleIds,
  inactivePeopleIds,
  mutedOrHiddenIds,
  openPeople,
  type PersonId,
} from "@/lib/audience/server/people";
import { hasNoMutedWord } from "@/lib/audience/server/words";
import { Prisma } from "@/prisma/generated/client/client";

/** Which posts and comments a viewer sees. Conditions are about posts `p` and comments `c`. */

type PostCondition = Condition<Prisma.PostWhereInput>;

const isOpenPost = (viewerId: PersonId) =>
  Prisma.sql`(p.is_active AND p.author_id NOT IN ${hiddenPeopleIds(viewerId)})`;

/** Posts that a viewer may open. */
export const openPosts = (viewerId: string): PostCondition => ({
  sql: isOpenPost(viewerId),
  where: { isActive: true, author: openPeople(viewerId).where },
});

/** Posts that a viewer is notified of: those they may open, and their own, also withheld ones. */
export const ownOrOpenPosts = (viewerId: PersonId) =>
  Prisma.sql`(p.author_id = ${viewerId}::uuid OR ${isOpenPost(viewerId)})`;

/** Posts that everyone may open who has not blocked their author, and is not blocked. */
export const campusPosts: PostCondition = {
  sql: Prisma.sql`(p.is_active AND p.author_id NOT IN ${inactivePeopleIds})`,
  where: { isActive: true, author: { isActive: true } },
};

/**
 * The ids of those who may not open a post of `campusPosts`: blocked by its author, or blocking
 * them.
 */
export const notOpenTo = Prisma.sql`ARRAY(
  SELECT blocked_id::text FROM blocks WHERE blocker_id = p.author_id
  UNION SELECT blocker_id::text FROM blocks WHERE blocked_id = p.author_id)`;

/** The ids of people whose lists leave out the author of a post, in addition to `notOpenTo`. */
export const mutersOfAuthor = Prisma.sql`ARRAY(
  SELECT muter_id::text FROM mutes WHERE muted_id = p.author_id AND (until IS NULL OR until > now()))`;

/** Posts of the viewer that moderators withhold: only their author still sees them. */
export const ownWithheldPosts = (viewerId: string) =>
  Prisma.sql`(p.author_id = ${viewerId}::uuid AND p.withheld_at IS NOT NULL AND p.deleted_at IS NULL)`;

/** Posts in a viewer's lists: not by people they muted, and without their muted words. */
export const listedPosts = (viewerId: string) =>
  Prisma.sql`(p.is_active AND p.author_id NOT IN ${mutedOrHiddenIds(viewerId)} AND ${hasNoMutedCaption(viewerId)})`;

/** Posts in a viewer's list of one person's: also of someone they muted. */
export const postsOfOnePerson = (viewerId: string) =>
  Prisma.sql`(${openPosts(viewerId).sql} AND ${hasNoMutedCaption(viewerId)} OR ${ownWithheldPosts(viewerId)})`;

/** Posts that say no muted word; the viewer's own may. */
const hasNoMutedCaption = (viewerId: string) =>
  Prisma.sql`(p.author_id = ${viewerId}::uuid OR ${hasNoMutedWord(viewerId, Prisma.sql`p.caption`)})`;

/** Posts that a viewer may comment on: as their author has chosen, and they themself always. */
export const commentablePosts = (viewerId: string) => Prisma.sql`(
  p.who_can_comment = 'everyone' OR p.author_id = ${viewerId}::uuid OR (p.who_can_comment = 'circle'
    AND EXISTS (SELECT FROM follows WHERE follower_id = p.author_id AND followee_id = ${viewerId}::uuid)))`;

/** A comment's name in a query, where there are several. */
const COMMENT = Prisma.sql`c`;

/**
 * Comments by people who are open to a viewer. Withheld ones are for their author alone, deleted
 * ones for no one: `NULL NOT IN` an empty list is true.
 */
const isOpenComment = (viewerId: string, c: Prisma.Sql) => Prisma.sql`(
  ${c}.author_id IS NOT NULL AND ${c}.author_id NOT IN ${hiddenPeopleIds(viewerId)} AND (${c}.withheld_at IS NULL OR ${c}.author_id = ${viewerId}::uuid))`;

/** What a viewer sees of a first comment that is deleted or withheld, while it has replies. */
export const isEmptied = (viewerId: string, c = COMMENT) => Prisma.sql`(
  ${c}.replies_count > 0 AND (${c}.author_id IS NULL OR (${c}.withheld_at IS NOT NULL AND ${c}.author_id <> ${viewerId}::uuid)))`;

/** Comments that a viewer may open: themselves, and the first one of their thread. */
export const openComments = (viewerId: string) => Prisma.sql`(
  ${isOpenComment(viewerId, COMMENT)} AND (c.thread_id IS NULL OR EXISTS (
    SELECT FROM comments f WHERE f.id = c.thread_id
      AND (${isOpenComment(viewerId, Prisma.sql`f`)} OR ${isEmptied(viewerId, Prisma.sql`f`)}))))`;

/** Comments in a viewer's list. Withheld ones are for their author alone. */
export const listedComments = (viewerId: string) => Prisma.sql`(
  c.author_id IS NOT NULL AND c.author_id NOT IN ${mutedOrHiddenIds(viewerId)} AND (c.withheld_at IS NULL OR c.author_id = ${viewerId}::uuid)
  AND (c.author_id = ${viewerId}::uuid OR ${hasNoMutedWord(viewerId, Prisma.sql`c.content`)}))`;

/**
 * First comments in a viewer's list, with their thread. One that is hidden from the viewer hides
 * its thread; a deleted or withheld one is empty there.
 */
export const listedThreads = (viewerId: string) =>
  Prisma.sql`(c.thread_id IS NULL AND (${listedComments(viewerId)} OR ${isEmptied(viewerId)}))`;
