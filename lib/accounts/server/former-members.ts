import "server-only";
import { createHmac } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { BINDING } from "@/lib/accounts/server/blank-account";
import { applySuspensions } from "@/lib/moderation/server/suspend";
import { db, type Tx } from "@/lib/platform/db";
import { keyFor } from "@/lib/platform/keys";
import {
  type AffiliationRequest,
  AffiliationRequestState,
  BatchAudience,
  MemberRole,
  type Prisma,
  type RosterEntry,
  type User,
} from "@/prisma/generated/client/client";

/**
 * What holds for a person beyond their account. Deleting it and signing up again with the same
 * address is no way around blocks and mutes by others, cases, decisions and limits, nor around what
 * the college or the person has said of age, role, department and year.
 */

type Account = Pick<User, "id" | "email">;
type Leaver = Account & Binding & { affiliationRequest: AffiliationRequest | null };

/** How long it is retained, in days; longer only while a suspension or ban lasts. */
const KEPT_DAYS = 365;

/** A keyed hash: it finds an address that is given, and reveals none. */
const formerMailbox = (email: string) =>
  createHmac("sha256", keyFor("former-member")).update(email).digest("base64url");

/**
 * Cases that still mean something: open, or with a decision against the person that is in force.
 */
const STANDING = {
  OR: [{ closedAt: null }, { decisions: { some: { undoneAt: null, outcome: { not: "no_violation" } } } }],
} satisfies Prisma.ModerationCaseWhereInput;

/** Reports in open cases, and those that hid something, which no one may do twice. */
const STILL_COUNTING = {
  OR: [{ case: { closedAt: null } }, { hasHidden: true }],
} satisfies Prisma.ReportWhereInput;

type Binding = Pick<User, keyof typeof BINDING>;

const bindingSchema = z.object({
  role: z.enum(MemberRole),
  department: z.string().nullable(),
  batch: z.int().nullable(),
  whoSeesBatch: z.enum(BatchAudience),
  isAdult: z.boolean().nullable(),
  ageSaidAt: z.coerce.date().nullable(),
  minorConfirmedAt: z.coerce.date().nullable(),
} satisfies Record<keyof Binding, z.ZodType>);

/** Being 18 or older binds nobody, so that it is not retained. */
function bindingOf({ role, department, batch, whoSeesBatch, ...age }: Binding): Binding {
  const { isAdult, ageSaidAt, minorConfirmedAt } = age.isAdult === false ? age : BINDING;
  return { role, department, batch, whoSeesBatch, isAdult, ageSaidAt, minorConfirmedAt };
}

/** The moderator who decided is left out: they may have left since. */
const requestSchema = z.object({
  role: z.enum(MemberRole),
  department: z.string().nullable(),
  state: z.enum(AffiliationRequestState),
  createdAt: z.coerce.date(),
  decidedAt: z.coerce.date().nullable(),
});

/**
 * Stores what holds for a person whose account is being closed, if there is anything. `limits` are
 * those they have used.
 */
export async function keepStanding(tx: Tx, person: Leaver, limits: UsedLimit[]): Promise<void> {
  const { id, email, affiliationRequest } = person;
  const now = new Date();
  const select = { id: true } as const;
  const cases = await tx.moderationCase.findMany({ where: { personId: id, ...STANDING }, select });
  const reports = await tx.report.findMany({ where: { reporterId: id, ...STILL_COUNTING }, select });
  const blocks = await tx.block.findMany({ where: { blockedId: id } });
  const mutes = await tx.mute.findMany({
    where: { mutedId: id, OR: [{ until: null }, { until: { gt: now } }] },
  });
  const used = limits.filter(({ expiresAt }) => expiresAt > now);
  const columns = bindingOf(person);
  const all = [cases, reports, blocks, mutes, used];
  const isUnbound = isDeepStrictEqual(columns, BINDING) && !affiliationRequest;
  if (isUnbound && all.every(({ length }) => length === 0)) return;
  await tx.formerMember.create({
    data: {
      mailbox: formerMailbox(email),
      caseIds: cases.map((row) => row.id),
      reportIds: reports.map((row) => row.id),
      limits: used.map((limit) => ({ ...limit, expiresAt: limit.expiresAt.toISOString() })),
      columns,
      ...(affiliationRequest ? { affiliationRequest: requestSchema.parse(affiliationRequest) } : {}),
      hiders: {
        createMany: {
          data: [
            ...blocks.map(({ blockerId }) => ({ hiderId: blockerId, isBlock: true })),
            ...mutes.map(({ muterId, until }) => ({ hiderId: muterId, isBlock: false, until })),
          ],
        },
      },
    },
  });
}

const limitsSchema = z.array(z.object({ name: z.string(), count: z.int(), expiresAt: z.coerce.date() }));

/**
 * Gives a person whose address is proven for the first time what holds for them from a former
 * account: they can read and appeal decisions, and people who had blocked them block them again.
 * What the college has listed since then is newer than their former role, department and year.
 * Returns whether there was anything.
 */
export async function resumeStanding(
  tx: Tx,
  { id, email }: Account,
  listed: Pick<RosterEntry, "createdAt"> | null,
): Promise<boolean> {
  const where = { mailbox: formerMailbox(email) };
  const former = await tx.formerMember.findUnique({ where, include: { hiders: true } });
  if (!former) return false;
  await tx.formerMember.delete({ where });
  const { caseIds, reportIds, hiders } = former;
  const { role, department, batch, ...others } = bindingSchema.parse(former.columns);
  const isListedSince = listed !== null && listed.createdAt > former.deletedAt;
  const data = isListedSince ? others : { role, department, batch, ...others };
  await tx.user.update({ where: { id }, data });
  if (former.affiliationRequest) {
    const request = requestSchema.parse(former.affiliationRequest);
    await tx.affiliationRequest.create({ data: { userId: id, ...request } });
  }
  await tx.block.createMany({
    data: hiders.flatMap(({ isBlock, hiderId }) => (isBlock ? { blockerId: hiderId, blockedId: id } : [])),
  });
  await tx.mute.createMany({
    data: hiders.flatMap(({ isBlock, hiderId, until }) =>
      isBlock ? [] : { muterId: hiderId, mutedId: id, until },
    ),
  });
  const limits = limitsSchema.parse(former.limits);
  await tx.rateLimit.createMany({
    data: limits.map(({ name, ...window }) => ({ key: `${name}:${id}`, ...window })),
    skipDuplicates: true,
  });
  await resumeCases(tx, id, caseIds);
  await tx.report.updateMany({
    where: { id: { in: reportIds }, ...STILL_COUNTING },
    data: { reporterId: id },
  });
  return true;
}

/** Undoes what `forgetPerson` did to these cases, for the person's new account. */
async function resumeCases(tx: Tx, personId: string, caseIds: string[]): Promise<void> {
  if (caseIds.length === 0) return;
  const ofThem = { id: { in: caseIds } };
  // Deciding and undoing lock the case, so decisions are read after that.
  await tx.moderationCase.updateMany({ where: ofThem, data: { personId } });
  await tx.moderationCase.updateMany({
    where: { ...ofThem, subject: "person" },
    data: { subjectId: personId },
  });
  await tx.report.updateMany({
    where: { case: ofThem, subject: "person" },
    data: { subjectId: personId },
  });
  await tx.decision.updateMany({ where: { case: ofThem }, data: { personId } });
  await tx.appeal.updateMany({ where: { decision: { case: ofThem } }, data: { personId } });
  await applySuspensions(tx, personId);
}

/** Forgets former members after a year, or once their suspension is over. */
export async function sweepFormerMembers(): Promise<void> {
  await db().sql`
    DELETE FROM former_members f
    WHERE f.deleted_at < now() - make_interval(days => ${KEPT_DAYS}) AND NOT EXISTS (
      SELECT FROM decisions d
      WHERE d.case_id = ANY(f.case_ids) AND d.outcome IN ('suspended', 'banned') AND d.undone_at IS NULL
        AND (d.days IS NULL OR d.created_at + make_interval(days => d.days) > now()))`;
}

/** A limit a person has used: its key without their id, and its window. */
export type UsedLimit = { name: string; count: number; expiresAt: Date };

/**
 * Limits are counted by user id or by a hash of the address; this removes those by id and returns
 * them.
 */
export async function deleteLimits(tx: Tx, userId: string): Promise<UsedLimit[]> {
  return tx.sql<UsedLimit>`
    DELETE FROM rate_limits WHERE key LIKE ${`%:${userId}`}
    RETURNING left(key, -37) AS name, count, expires_at AS "expiresAt"`;
}
