import "server-only";
import { v7 as uuid } from "uuid";
import { renderMail } from "@/lib/mail/server/layout";
import { visibleCases } from "@/lib/moderation/server/access";
import { findStranded, type Stranded } from "@/lib/moderation/server/stranded";
import { notifyOfficially } from "@/lib/notifications/server/write";
import { ago } from "@/lib/platform/clock";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { mailAbout, sendMail } from "@/lib/platform/mail";
import { APP_NAME, OPERATOR } from "@/lib/product";
import { waitsForConfirmation } from "@/lib/profiles/server/affiliation";
import { REASONS, REVIEW_HOURS, subjectNoun, URGENT_SEVERITY } from "@/lib/reports/policy";
import { DECIDERS, isStranded, readStaff, sees } from "@/lib/reports/server/staff";
import type { StaffRole } from "@/lib/sessions/schema";
import type { Viewer } from "@/lib/sessions/server/access";
import { countOf } from "@/lib/text/counts";
import { isolated } from "@/lib/text/names";
import { dayMonthYear } from "@/lib/time/relative-time";
import type { ModerationCase, Prisma, User } from "@/prisma/generated/client/client";

/**
 * The one way in which the staff learn what waits for them (cases, appeals, complaints, and
 * requests to be confirmed): the worst at once by push and mail, everything once a day by mail.
 * What no one of the staff may decide goes to the grievance officer.
 */

const URGENT = "An urgent report waits for a decision";
const UNCONFIRMED = "A ban waits for a second moderator";
const COMPLAINT = "An urgent complaint waits for an admin";

type Staff = Awaited<ReturnType<typeof readStaff>>;

/**
 * After a report: when it made the case urgent, notifies the staff for whom it exists.
 * `before` is the case as it was. When no one may decide it, the grievance officer gets a mail.
 */
export async function alertOfReport(tx: Tx, before: ModerationCase, severity: number): Promise<void> {
  const staff = await readStaff(tx);
  const select = { ...DECIDERS, reports: { select: { reporterId: true, reason: true } } };
  const found = await tx.moderationCase.findUniqueOrThrow({ where: { id: before.id }, select });
  if (isStranded(found, staff)) {
    const person = before.personId
      ? await tx.user.findUnique({
          where: { id: before.personId },
          select: { id: true, name: true, username: true },
        })
      : null;
    const about = { subject: before.subject, person, reports: found.reports };
    await mailOfficer(tx, { what: "report", id: before.id, since: before.openedAt, about });
  }
  if (severity < URGENT_SEVERITY || before.severity >= URGENT_SEVERITY) return;
  await alert(
    tx,
    staff.filter((member) => sees(member, found)),
    URGENT,
  );
}

/** Notifies the staff for whom a case exists, except who decided it, of a ban to confirm. */
export async function alertOfBan(tx: Tx, caseId: string, moderatorId: string): Promise<void> {
  const found = await tx.moderationCase.findUniqueOrThrow({ where: { id: caseId }, select: DECIDERS });
  const others = (await readStaff(tx)).filter(({ id }) => id !== moderatorId);
  await alert(
    tx,
    others.filter((member) => sees(member, found)),
    UNCONFIRMED,
    " Without one it ends a day after it was decided.",
  );
}

/** Notifies the admins that one of the worst complaints has come in. Without any, the officer. */
export async function alertOfComplaint(tx: Tx): Promise<void> {
  const admins = (await readStaff(tx)).filter(({ staffRole }) => staffRole === "admin");
  await alert(tx, admins, COMPLAINT);
  if (admins.length > 0) return;
  const note = `There is no admin. The operator of ${APP_NAME} can make someone one.`;
  const content = await mailContent(COMPLAINT, [`${COMPLAINT}.`], note);
  await sendMail({ to: OPERATOR.grievanceOfficer.email, ...content, idempotencyKey: `alert-${uuid()}` }, tx);
}

/** Notifies with a push, and mails admins as well. Neither says what it is about. */
async function alert(tx: Tx, receivers: Staff, sentence: string, more = ""): Promise<void> {
  const message = `${sentence}.${more}`;
  for (const { id, email, staffRole } of receivers) {
    await notifyOfficially(tx, { receiverId: id, type: "case", postId: null, message });
    if (staffRole !== "admin") continue;
    const content = await mailContent(sentence, [message], LOG_IN);
    await sendMail({ to: email, ...content, idempotencyKey: `alert-${uuid()}` }, tx);
  }
}

const LOG_IN = "Log in and open Moderation.";

const mailContent = (sentence: string, lines: string[], note: string) =>
  renderMail({
    subject: `${sentence} on ${APP_NAME}`,
    preview: lines.join(" "),
    blocks: [...lines.map((text) => ({ text })), { note }],
  });

type StaffChange = {
  /** Null: the command line. */
  actorId: string | null;
  /** As they were before. */
  member: Pick<User, "id" | "name" | "email" | "staffRole">;
  staffRole: StaffRole | null;
  /** It takes effect only when another admin does the same. */
  isAsked: boolean;
};

const ROLES = { admin: "an admin", moderator: "a moderator" } as const;

/** Mails every admin, current or former, each change of who is on the staff. */
export async function mailStaffChange(
  tx: Tx,
  { actorId, member, staffRole, isAsked }: StaffChange,
): Promise<void> {
  const actor = actorId && (await tx.user.findUnique({ where: { id: actorId }, select: { name: true } }));
  const name = isolated(member.name);
  const sentence = isAsked
    ? `Someone wants to take the role of an admin from ${name}`
    : `${name} ${staffRole ? `is ${ROLES[staffRole]} now` : "has no role in moderation now"}`;
  const lines = [`${sentence}.`, `Done by: ${actor ? isolated(actor.name) : "the command line"}.`];
  const note = isAsked
    ? "Nothing changes unless another admin does the same within 24 hours: log in and open College, People."
    : "If you did not expect this, log in and look at the log under College.";
  const admins = (await readStaff(tx)).filter((one) => one.staffRole === "admin" && one.id !== member.id);
  const isTheirs = member.staffRole === "admin" || staffRole === "admin";
  for (const { id, email } of isTheirs ? [...admins, member] : admins) {
    const content = await mailContent(sentence, lines, note);
    await sendMail({ to: email, ...content, idempotencyKey: `${mailAbout(member.id)}${id}-${uuid()}` }, tx);
  }
}

/** About whom and what it is, and why it was reported, without any words of it. */
export function describeStranded({ about: { subject, person, reports } }: Pick<Stranded, "about">) {
  const kinds = [...new Set(reports.map(({ reason }) => REASONS[reason].label))];
  return {
    about: person ? `${isolated(person.name)} (${person.username ?? ""})` : "a deleted account",
    subject: subjectNoun(subject),
    reasons: kinds.join(", ") || "none",
  };
}

/**
 * Informs the grievance officer, and the log, of a report or an appeal that no one on the staff may
 * decide: about whom, since when and of which kind. One mail a day for each.
 */
async function mailOfficer(tx: Tx, found: Stranded, day = dayOf(Date.now())): Promise<void> {
  const { what, id, since } = found;
  const { about, subject, reasons } = describeStranded(found);
  const isReport = what === "report";
  const sentence = isReport
    ? "A report waits that no one of the staff may decide"
    : "An appeal waits that no one of the staff may answer";
  const why = isReport
    ? "it is about them, or they reported it themselves"
    : "they decided it themselves, or are part of it";
  const content = await mailContent(
    sentence,
    [
      `${sentence}: ${why}.`,
      `About: ${about}, ${subject}. Reported for: ${reasons}. Since ${dayMonthYear(since)}.`,
    ],
    `The operator of ${APP_NAME} lists all of them with: npm run member -- cases. A further admin can decide them.`,
  );
  const idempotencyKey = `${mailAbout(found.about.person?.id ?? "")}${id}-${day}`;
  await sendMail({ to: OPERATOR.grievanceOfficer.email, ...content, idempotencyKey }, tx);
  afterCommit(tx, () => log().error({ what, id }, "no one of the staff may decide what waits"));
}

/** Open cases that wait for longer than they should. */
export const overdue = (): Prisma.ModerationCaseWhereInput => ({
  closedAt: null,
  AND: {
    OR: REVIEW_HOURS.map((hours, severity) => ({ severity, openedAt: { lt: ago(hours, "hours") } })),
  },
});

type Waiting = { cases: number; overdue: number; appeals: number; complaints: number; requests: number };

/** How much waits in each queue, in all or for one of the staff. Two are for admins alone. */
export async function countWaiting(member?: Pick<Viewer, "id" | "staffRole">): Promise<Waiting> {
  const visible = member ? visibleCases(member) : {};
  const isForAdmins = !member || member.staffRole === "admin";
  const [cases, late, appeals, complaints, requests] = await Promise.all([
    db().moderationCase.count({ where: { ...visible, closedAt: null } }),
    db().moderationCase.count({ where: { ...visible, ...overdue() } }),
    db().appeal.count({ where: { decidedAt: null, decision: { case: visible } } }),
    isForAdmins ? db().complaint.count({ where: { handledAt: null } }) : 0,
    isForAdmins ? countRequests() : 0,
  ]);
  return { cases, overdue: late, appeals, complaints, requests };
}

async function countRequests(): Promise<number> {
  const [row] = await db().sql<{ count: number }>`
    SELECT count(*)::int AS count FROM users u WHERE u.deleted_at IS NULL AND ${waitsForConfirmation}`;
  return row?.count ?? 0;
}

/** The hour of the daily mail: half past eight in the morning in India. */
const MAIL_AT_MS = 3 * 3_600_000;
const DAY_MS = 86_400_000;
const dayOf = (time: number) => Math.floor((time - MAIL_AT_MS) / DAY_MS);

/**
 * Once a day, mails each of the staff how much waits for them, nothing when nothing does; and the
 * grievance officer what no one may decide.
 */
export async function mailWhatWaits(now = Date.now()): Promise<void> {
  const day = dayOf(now);
  // Only the instance that writes the day sends it.
  const claimed = await db().sql`
    INSERT INTO tallies AS t (name, value) VALUES ('cases_mailed', ${day})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE t.value < excluded.value
    RETURNING 1`;
  if (claimed.length === 0) return;
  for (const member of await readStaff(db())) {
    const waiting = await countWaiting(member);
    const parts = [
      waiting.cases > 0 && `${countOf(waiting.cases, "case")} to decide`,
      waiting.appeals > 0 && `${countOf(waiting.appeals, "appeal")} to answer`,
      waiting.complaints > 0 && `${countOf(waiting.complaints, "complaint")} to handle`,
      waiting.requests > 0 && `${countOf(waiting.requests, "request")} to confirm`,
    ].filter((part) => part !== false);
    if (parts.length === 0) continue;
    const lines = parts.map((part) => `${part}.`);
    if (waiting.overdue > 0) lines.push(`${waiting.overdue} of the cases should have been decided by now.`);
    const content = await mailContent(parts.join(", "), lines, LOG_IN);
    await sendMail({ to: member.email, ...content, idempotencyKey: `waiting-${day}-${member.id}` });
  }
  for (const found of await findStranded()) await transaction((tx) => mailOfficer(tx, found, day));
}

/**
 * Warns in the log while there are fewer than two admins: no one learns of reports about the one.
 */
export async function warnOfFewAdmins(): Promise<void> {
  const admins = (await readStaff(db())).filter(({ staffRole }) => staffRole === "admin").length;
  if (admins < 2) log().warn({ admins }, "there should be two admins: npm run member -- role <email> admin");
}
