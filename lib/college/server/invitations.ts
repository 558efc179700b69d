import "server-only";
import { v7 as uuid } from "uuid";
import { LISTED_DAYS } from "@/lib/accounts/server/roster";
import { type MailContent, renderMail } from "@/lib/mail/server/layout";
import { LOGIN } from "@/lib/paths";
import { transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { sendMail } from "@/lib/platform/mail";
import { MailRank, mailState } from "@/lib/platform/mail-queue";
import { APP_NAME, COLLEGES, findCollege, OPERATOR } from "@/lib/product";
import type { RosterEntry } from "@/prisma/generated/client/client";

/** Invites listed graduates, who have no address of the college, by mail. */

/** Mails queued in one transaction. */
const BATCH = 200;
/** The part of the day's quota of mails that invitations may take: people wait for codes. */
const QUOTA_SHARE = 0.5;

/**
 * Queues the mails that are still to be sent, as far as today's quota allows. Safe on several
 * instances at once: each address gets one.
 */
export async function inviteListed(): Promise<void> {
  while ((await inviteSome(Math.min(BATCH, await mailsLeft()))) === BATCH);
}

async function mailsLeft(): Promise<number> {
  const quota = env().MAIL_DAILY_QUOTA;
  if (!quota) return BATCH;
  const { sentToday, waiting } = await mailState();
  return Math.max(0, Math.floor(quota * QUOTA_SHARE) - sentToday - waiting);
}

type Invited = Pick<RosterEntry, "email" | "name" | "collegeName"> & { invitedBy: string | null };

const DOMAINS = COLLEGES.flatMap(({ emailDomains }) => emailDomains);

function inviteSome(limit: number): Promise<number> {
  return transaction(async (tx) => {
    const invited = await tx.sql<Invited>`
      UPDATE roster_entries r SET invited_at = now()
      WHERE r.email IN (
        SELECT email FROM roster_entries e
        WHERE role = 'alumni' AND invited_at IS NULL AND split_part(email, '@', 2) <> ALL(${DOMAINS}::text[])
          AND NOT EXISTS (SELECT FROM users u WHERE u.email = e.email AND u.verified_at IS NOT NULL)
        ORDER BY created_at, email LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING r.email, r.name, r.college_name AS "collegeName",
        (SELECT name FROM users WHERE id = r.added_by_id) AS "invitedBy"`;
    for (const entry of invited) {
      const mail = { to: entry.email, ...(await invitationMail(entry)), idempotencyKey: `invited-${uuid()}` };
      await sendMail({ ...mail, rank: MailRank.other, site: "invitations" }, tx);
    }
    return invited.length;
  });
}

/** The mail that invites a graduate. The address is in the part of the link that no server sees. */
export function invitationMail({ email, name, collegeName, invitedBy }: Invited): Promise<MailContent> {
  const college = findCollege(collegeName)?.fullName ?? collegeName;
  const { title, email: officer } = OPERATOR.grievanceOfficer;
  const sentence = `${college} invites you to ${APP_NAME}`;
  return renderMail({
    subject: sentence,
    preview: "Meet the students and graduates of your college again.",
    blocks: [
      { text: name ? `Hello ${name},` : "Hello," },
      {
        text: `${sentence}, where its students, teachers and graduates share what happens on campus. ${invitedBy ?? "An admin"} has put your address on the college's list of alumni.`,
      },
      { text: `You need no password. Ask for a code at ${email}, and enter it:` },
      { link: "Join with a code", href: `${env().APP_URL}${LOGIN}#${encodeURIComponent(email)}` },
      {
        note: `If you don't want to join, ignore this mail. We delete your address ${LISTED_DAYS} days after the college listed it, or at once if you write to the ${title}: ${officer}`,
      },
    ],
  });
}
