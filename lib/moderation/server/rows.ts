import "server-only";
import { ASSIGNED_MINUTES, confirmUntil, suspensionEnd } from "@/lib/moderation/policy";
import type { Appeal, CaseSummary, Decision } from "@/lib/moderation/schema";
import { ago } from "@/lib/platform/clock";
import type { PersonName } from "@/lib/profiles/schema";
import { toPersonName } from "@/lib/profiles/server/rows";
import { isOverdue, isPrivate } from "@/lib/reports/policy";
import { aboutAt } from "@/lib/reports/server/snapshots";
import type { Appeal as AppealRow, ModerationCase, Prisma, User } from "@/prisma/generated/client/client";

/** What is read of cases, decisions and appeals, and the objects the API answers with. */

export const PERSON = { select: { id: true, name: true, username: true, avatarId: true } } as const;
type PersonRow = Pick<User, "id" | "name" | "username" | "avatarId">;

export const toPerson = (row: PersonRow | null): PersonName | null =>
  row &&
  toPersonName({
    userId: row.id,
    userName: row.name,
    userUsername: row.username,
    userAvatarId: row.avatarId,
  });

export const DECISION = {
  moderator: PERSON,
  undoneBy: PERSON,
  confirmedBy: PERSON,
  appeal: true,
  case: { select: { subject: true } },
} satisfies Prisma.DecisionInclude;
type DecisionRow = Prisma.DecisionGetPayload<{ include: typeof DECISION }>;

export function toDecision(row: DecisionRow): Decision {
  return {
    _id: row.id,
    caseId: row.caseId,
    subject: row.case.subject,
    outcome: row.outcome,
    reason: row.reason,
    days: row.days,
    until: suspensionEnd(row)?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    moderator: toPerson(row.moderator),
    undoneAt: row.undoneAt?.toISOString() ?? null,
    undoneBy: toPerson(row.undoneBy),
    undoneReason: row.undoneReason,
    confirmUntil: confirmUntil(row)?.toISOString() ?? null,
    confirmedBy: toPerson(row.confirmedBy),
    appeal: row.appeal && toAppeal(row.appeal),
  };
}

export function toAppeal(row: AppealRow): Appeal {
  return {
    _id: row.id,
    text: row.text,
    state: row.decidedAt === null ? "open" : row.isAccepted ? "accepted" : "rejected",
    answer: row.answer,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  };
}

/** The newest decision is the one that closed the case. */
export const CASE = {
  person: PERSON,
  assignee: PERSON,
  decisions: { select: { outcome: true }, orderBy: { createdAt: "desc" }, take: 1 },
} satisfies Prisma.ModerationCaseInclude;
type CaseRow = Prisma.ModerationCaseGetPayload<{ include: typeof CASE }>;

/** What is counted for a case, and its picture (facts.ts). */
export type CaseFacts = Pick<CaseSummary, "reasons" | "thumbnail" | "openOfPerson">;

/** A case opened since then belongs to the moderator who did; one opened before is free. */
export const assignedSince = () => ago(ASSIGNED_MINUTES, "minutes");

type About = Pick<ModerationCase, "subject" | "snapshot" | "openedAt">;

/** Private words are read in the case, because that is in the log, and in no list. */
export function aboutInList({ subject, snapshot, openedAt }: About): { name: string; text: string } {
  const about = aboutAt(snapshot, openedAt);
  return isPrivate(subject) ? { ...about, text: "" } : about;
}

export function toCaseSummary(row: CaseRow, facts: CaseFacts): CaseSummary {
  const about = aboutInList(row);
  const isAssigned = row.closedAt !== null || (row.assignedAt ?? 0) > assignedSince();
  return {
    _id: row.id,
    subject: row.subject,
    subjectId: row.subjectId,
    about: { name: about.name || (row.person?.name ?? ""), text: about.text },
    person: toPerson(row.person),
    reportsCount: row.reportsCount,
    ...facts,
    severity: row.severity,
    isOverdue: isOverdue(row),
    isHeld: row.isHeld,
    openedAt: row.openedAt.toISOString(),
    lastReportedAt: row.lastReportedAt.toISOString(),
    assignee: isAssigned ? toPerson(row.assignee) : null,
    closedAt: row.closedAt?.toISOString() ?? null,
    outcome: row.closedAt ? (row.decisions[0]?.outcome ?? null) : null,
  };
}
