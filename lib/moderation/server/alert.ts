import "server-only";
import { renderMail } from "@/lib/mail/server/layout";
import { seenBy } from "@/lib/moderation/server/access";
import { notifyOfficially } from "@/lib/notifications/server/write";
import { waitUntil } from "@/lib/platform/after-response";
import { ago } from "@/lib/platform/clock";
import { afterCommit, db, type Tx } from "@/lib/platform/db";
import { sendMail } from "@/lib/platform/mail";
import { APP_NAME } from "@/lib/product";
import { REVIEW_HOURS } from "@/lib/reports/policy";
import { countOf } from "@/lib/text/counts";
import type { ModerationCase, Prisma } from "@/prisma/generated/client/client";

/** The staff learn that something waits: of the worst at once, of the rest once a day by mail. */

const URGENT = "An urgent report waits for a decision.";
const UNCONFIRMED = "A ban waits for a second moderator. Without one it ends a day after it was decided.";

/** Notifies those of the staff for whom a case exists that an urgent report has come in. */
export const alertOfUrgent = (tx: Tx, found: ModerationCase): Promise<void> => alert(tx, found.id, URGENT);

/** Notifies them, but for the one who decided it, that a ban has to be confirmed. */
export const alertOfBan = (tx: Tx, caseId: string, moderatorId: string): Promise<void> =>
  alert(tx, caseId, UNCONFIRMED, moderatorId);

/** Notifies with a push, and mails admins as well. Neither says what it is about. */
async function alert(tx: Tx, caseId: string, message: string, butId?: string): Promise<void> {
  const staff = (await readStaff(tx)).filter(({ id }) => id !== butId);
  for (const member of staff) {
    if ((await tx.moderationCase.count({ where: { id: caseId, ...seenBy(member) } })) === 0) continue;
    await notifyOfficially(tx, { receiverId: member.id, type: "case", postId: null, message });
    if (member.staffRole !== "admin") continue;
    const idempotencyKey = `case-${caseId}-${member.id}-${Date.now()}`;
    afterCommit(tx, () => waitUntil(mail(member.email, message, [message], idempotencyKey)));
  }
}

const readStaff = (tx: Tx) =>
  tx.user.findMany({
    where: { staffRole: { not: null }, isActive: true },
    select: { id: true, email: true, staffRole: true },
    orderBy: { id: "asc" },
  });

async function mail(to: string, sentence: string, lines: string[], idempotencyKey: string): Promise<void> {
  const content = await renderMail({
    subject: `${sentence.replace(/\..*$/, "")} on ${APP_NAME}`,
    preview: sentence,
    blocks: [...lines.map((text) => ({ text })), { note: `Log in and open Moderation.` }],
  });
  await sendMail({ to, ...content, idempotencyKey });
}

/** Open cases that wait for longer than they should. */
export const overdue = (): Prisma.ModerationCaseWhereInput => ({
  closedAt: null,
  AND: {
    OR: REVIEW_HOURS.map((hours, severity) => ({ severity, openedAt: { lt: ago(hours, "hours") } })),
  },
});

/** The hour of the daily mail: half past eight in the morning in India. */
const MAIL_AT_MS = 3 * 3_600_000;
const DAY_MS = 86_400_000;

/** Once a day, mails each of the staff how many cases wait for them; nothing when none does. */
export async function mailOpenCases(now = Date.now()): Promise<void> {
  const day = Math.floor((now - MAIL_AT_MS) / DAY_MS);
  // Of several instances, the one that writes the day.
  const claimed = await db().sql`
    INSERT INTO tallies AS t (name, value) VALUES ('cases_mailed', ${day})
    ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE t.value < excluded.value
    RETURNING 1`;
  if (claimed.length === 0) return;
  for (const member of await readStaff(db())) {
    const seen = seenBy(member);
    const [open, late] = await Promise.all([
      db().moderationCase.count({ where: { ...seen, closedAt: null } }),
      db().moderationCase.count({ where: { ...seen, ...overdue() } }),
    ]);
    if (open === 0) continue;
    const sentence = `${countOf(open, "case")} to decide`;
    const lines = [`${sentence}.`, ...(late > 0 ? [`${late} of them should have been decided by now.`] : [])];
    await mail(member.email, sentence, lines, `cases-${day}-${member.id}`);
  }
}

/** How many cases are open and overdue, for metrics. */
export async function countCases(): Promise<{ open: number; overdue: number }> {
  const [open, late] = await Promise.all([
    db().moderationCase.count({ where: { closedAt: null } }),
    db().moderationCase.count({ where: overdue() }),
  ]);
  return { open, overdue: late };
}
