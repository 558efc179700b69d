import "server-only";
import { v7 as uuid } from "uuid";
import type * as z from "zod";
import { COMPLAINT_KEPT_DAYS, COMPLAINTS_LISTED, type ComplaintReason } from "@/lib/complaints/policy";
import type { Complaint, ComplaintsAnswer, complaintBody } from "@/lib/complaints/schema";
import { renderMail } from "@/lib/mail/server/layout";
import { logAction } from "@/lib/moderation/server/log";
import { siteOf } from "@/lib/platform/client-network";
import { ago } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { notFoundError } from "@/lib/platform/errors";
import { sendMail } from "@/lib/platform/mail";
import { countUses, takeLimit } from "@/lib/platform/rate-limit";
import { APP_NAME } from "@/lib/product";
import type { Viewer } from "@/lib/sessions/server/access";
import { pseudonym } from "@/lib/sessions/server/browser";
import type { Complaint as ComplaintRow } from "@/prisma/generated/client/client";

/**
 * Complaints of anyone, above all of people without an account. Nothing that they name is looked
 * up, so that an answer reveals nothing of what there is.
 */

/**
 * Takes a complaint to the admins, and mails a receipt once a day to the address that is given: it
 * may be someone else's. Throws `rate_limited` past a site's complaints of a day.
 */
export async function complain(body: z.output<typeof complaintBody>, ip: string): Promise<void> {
  await takeLimit("complaint_ip", siteOf(ip));
  const id = uuid();
  const [mails] = body.email ? await countUses([["complaint_mail", pseudonym("mailbox", body.email)]]) : [];
  const receipt = mails && !mails.isOver ? await receiptMail() : undefined;
  await transaction(async (tx) => {
    await tx.complaint.create({ data: { id, ...body } });
    if (receipt) await sendMail({ to: body.email, idempotencyKey: `complaint-${id}`, ...receipt }, tx);
  });
}

/** Without the words of the complaint: someone else may have typed the address. */
const receiptMail = () =>
  renderMail({
    subject: `Your complaint has reached ${APP_NAME}`,
    preview: "You get an answer within 7 days.",
    blocks: [
      { text: "Your complaint has reached the admins. You get an answer within 7 days." },
      { note: "If you did not write one, someone gave your address by mistake, and there is nothing to do." },
    ],
  });

/** Open complaints, the oldest first, or handled ones, the newest first. */
export async function listComplaints(state: "open" | "handled"): Promise<ComplaintsAnswer> {
  const rows = await db().complaint.findMany({
    where: { handledAt: state === "open" ? null : { not: null } },
    orderBy: state === "open" ? { createdAt: "asc" } : { handledAt: "desc" },
    take: COMPLAINTS_LISTED,
  });
  return { complaints: rows.map(toComplaint) };
}

/** Notes that a complaint was handled, with an entry in the log. Throws `not_found`. */
export async function handleComplaint(viewer: Viewer, complaintId: string): Promise<Complaint> {
  return transaction(async (tx) => {
    const open = { id: complaintId, handledAt: null };
    const { count } = await tx.complaint.updateMany({ where: open, data: { handledAt: new Date() } });
    const row = await tx.complaint.findUnique({ where: { id: complaintId } });
    if (!row) throw notFoundError();
    const details = { complaintId };
    if (count > 0) await logAction(tx, { actorId: viewer.id, action: "complaint_handled", details });
    return toComplaint(row);
  });
}

/** Deletes complaints that were handled long ago. */
export async function deleteOldComplaints(): Promise<void> {
  await db().complaint.deleteMany({ where: { handledAt: { lt: ago(COMPLAINT_KEPT_DAYS, "days") } } });
}

const toComplaint = ({ id, createdAt, handledAt, reason, ...rest }: ComplaintRow): Complaint => ({
  _id: id,
  ...rest,
  reason: reason as ComplaintReason,
  createdAt: createdAt.toISOString(),
  handledAt: handledAt?.toISOString() ?? null,
});
