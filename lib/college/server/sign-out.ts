import "server-only";
import { v7 as uuid } from "uuid";
import { type MailContent, renderMail } from "@/lib/mail/server/layout";
import { logAction } from "@/lib/moderation/server/log";
import { afterCommit, transaction } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { sendMail } from "@/lib/platform/mail";
import { APP_NAME, OPERATOR } from "@/lib/product";
import { userNotFound } from "@/lib/profiles/server/profile";
import { forgetSessions, type Viewer } from "@/lib/sessions/server/access";

/**
 * Logs someone out on all their devices, of a lost or shared one for example, and notifies them by
 * mail, because they cannot read notifications. Throws `validation` for oneself, and `not_found`.
 */
export async function signPersonOut(viewer: Viewer, memberId: string): Promise<void> {
  if (memberId === viewer.id) {
    throw new ApiError("validation", "Your own devices are under Settings, Devices.");
  }
  await transaction(async (tx) => {
    const person = await tx.user.findUnique({
      where: { id: memberId, deletedAt: null, verifiedAt: { not: null } },
      select: { email: true },
    });
    if (!person) throw userNotFound();
    const { count } = await tx.session.updateMany({
      where: { userId: memberId, revokedAt: null },
      data: { revokedAt: new Date() },
    });
    // A repeated call logs no one out, and sends no second mail.
    if (count === 0) return;
    await logAction(tx, { actorId: viewer.id, action: "signed_out", personId: memberId });
    await sendMail({ to: person.email, ...(await signedOutMail()), idempotencyKey: `out-${uuid()}` }, tx);
    afterCommit(tx, forgetSessions);
  });
}

const SENTENCE = "You were logged out on all devices";

export const signedOutMail = (): Promise<MailContent> => {
  const { title, email } = OPERATOR.grievanceOfficer;
  return renderMail({
    subject: `${SENTENCE} of ${APP_NAME}`,
    preview: "Log in again to go on.",
    blocks: [
      { text: `${SENTENCE} by an admin of your college. Log in again to go on.` },
      { note: `If you don't know why, write to the ${title}: ${email}` },
    ],
  });
};
