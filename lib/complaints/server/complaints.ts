import "server-only";
import { v7 as uuid } from "uuid";
import type * as z from "zod";
import { COMPLAINT_KEPT_DAYS, COMPLAINT_SEVERITY } from "@/lib/complaints/policy";
import {
  type Complaint,
  type ComplaintsAnswer,
  type ComplaintsQuery,
  type ConfirmationBody,
  type complaintBody,
  reasonField,
} from "@/lib/complaints/schema";
import { renderMail } from "@/lib/mail/server/layout";
import { alertOfComplaint } from "@/lib/moderation/server/alert";
import { logAction } from "@/lib/moderation/server/log";
import { COMPLAINT } from "@/lib/paths";
import { siteOf } from "@/lib/platform/client-network";
import { ago } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ApiError, notFoundError } from "@/lib/platform/errors";
import { sendMail } from "@/lib/platform/mail";
import { countUses, takeLimit, type Use } from "@/lib/platform/rate-limit";
import { APP_NAME } from "@/lib/product";
import { URGENT_SEVERITY } from "@/lib/reports/policy";
import type { Viewer } from "@/lib/sessions/server/access";
import { pseudonym } from "@/lib/sessions/server/browser";
import type { Complaint as ComplaintRow } from "@/prisma/generated/client/client";

/**
 * Complaints of anyone, above all of people without an account. Nothing that they name is looked
 * up, so that an answer reveals nothing of what there is.
 */

/**
 * Takes a complaint to the admins, whom the worst reach at once, and mails a receipt once a day to
 * the address that is given: it may be someone else's. Past a site's or the campus's complaints of
 * a day it is listed last until the link in that mail is pressed, so that no flood hides the
 * others. Throws `validation` when an address is needed for that, and `rate_limited` for a flood.
 */
export async function complain(
  body: z.output<typeof complaintBody>,
  ip: string,
): Promise<{ needsAnswer: boolean }> {
  const site = siteOf(ip);
  await takeLimit("complaint_flood", site);
  const uses: Use[] = [
    ["complaint_ip", site],
    ["complaint", "all"],
  ];
  const isBusy = (await countUses(uses)).some(({ isOver }) => isOver);
  if (isBusy && !body.email) throw new ApiError("validation", EMAIL_NEEDED, { issues: [EMAIL_ISSUE] });
  const isConfirmed = !isBusy || (await hasAnswered(body.email));
  const id = uuid();
  const mail = body.email ? await mailFor(body.email, id, isConfirmed) : undefined;
  const severity = COMPLAINT_SEVERITY[body.reason];
  await transaction(async (tx) => {
    await tx.complaint.create({ data: { id, ...body, severity, isConfirmed } });
    if (mail) await sendMail({ to: body.email, ...mail }, tx);
    if (isConfirmed && severity >= URGENT_SEVERITY) await alertOfComplaint(tx);
  });
  return { needsAnswer: !isConfirmed };
}

const EMAIL_NEEDED =
  "Many complaints have come in today. Please give your email, so that we can ask whether this one is from a person.";
const EMAIL_ISSUE = { path: "email", message: EMAIL_NEEDED };

/** Whether someone with this address has pressed the link of a complaint within a day. */
const hasAnswered = async (email: string): Promise<boolean> => {
  const recent = { email, isConfirmed: true, createdAt: { gt: ago(1, "days") } };
  return (await db().complaint.count({ where: recent })) > 0;
};

/** One receipt and one link a day to an address. Undefined when it has had it. */
async function mailFor(email: string, id: string, isConfirmed: boolean) {
  const mailbox = pseudonym("mailbox", email);
  const day = Math.floor(Date.now() / 86_400_000);
  // The queue sends one mail a key.
  if (!isConfirmed) return { ...(await linkMail(id)), idempotencyKey: `complaint-link-${mailbox}-${day}` };
  const [mails] = await countUses([["complaint_mail", mailbox]]);
  if (mails?.isOver) return undefined;
  return { ...(await receiptMail()), idempotencyKey: `complaint-${id}` };
}

const NOT_YOURS =
  "If you did not write one, someone gave your address by mistake, and there is nothing to do.";

/** Without the words of the complaint: someone else may have typed the address. */
export const receiptMail = () =>
  renderMail({
    subject: `Your complaint has reached ${APP_NAME}`,
    preview: "You get an answer within 7 days.",
    blocks: [
      { text: "Your complaint has reached the admins. You get an answer within 7 days." },
      { note: NOT_YOURS },
    ],
  });

const keyOf = (complaintId: string) => pseudonym("mailbox", `complaint ${complaintId}`);

export const linkMail = (complaintId: string) =>
  renderMail({
    subject: `Confirm your complaint to ${APP_NAME}`,
    preview: "Many complaints have come in today.",
    blocks: [
      { text: "Many complaints have come in today. Please open this link and confirm that you wrote yours:" },
      { text: `${env().APP_URL}${COMPLAINT}?id=${complaintId}&key=${keyOf(complaintId)}` },
      { text: "It is then read like any other, and you get an answer within 7 days." },
      { note: NOT_YOURS },
    ],
  });

/**
 * The person who presses the link in the mail has written the complaints with its address. Throws
 * `rate_limited`, and `not_found` for a link that is none.
 */
export async function confirmComplaint({ complaintId, key }: ConfirmationBody, ip: string): Promise<void> {
  await takeLimit("complaint_confirm", siteOf(ip));
  await transaction(async (tx) => {
    const complaint = await tx.complaint.findUnique({ where: { id: complaintId } });
    if (!complaint || key !== keyOf(complaintId)) throw notFoundError();
    const confirmed = await tx.complaint.updateManyAndReturn({
      where: { email: complaint.email, isConfirmed: false },
      data: { isConfirmed: true },
    });
    const isUrgent = confirmed.some(
      ({ severity, handledAt }) => severity >= URGENT_SEVERITY && handledAt === null,
    );
    if (isUrgent) await alertOfComplaint(tx);
  });
}

const OPEN_ORDER = [
  { isConfirmed: "desc" },
  { severity: "desc" },
  { createdAt: "asc" },
  { id: "asc" },
] as const;
const HANDLED_ORDER = [{ handledAt: "desc" }, { id: "desc" }] as const;

/** Open complaints, the worst first and then the oldest; or handled ones, the newest first. */
export async function listComplaints({ state, cursor, limit }: ComplaintsQuery): Promise<ComplaintsAnswer> {
  const isOpen = state === "open";
  const found = await db().complaint.findMany({
    where: { handledAt: isOpen ? null : { not: null } },
    orderBy: isOpen ? [...OPEN_ORDER] : [...HANDLED_ORDER],
    take: limit + 1 + (cursor ? 1 : 0),
    ...(cursor && { cursor: { id: cursor } }),
  });
  // Not `skip: 1`: the cursor's complaint may have been handled by now.
  const rows = found[0]?.id === cursor ? found.slice(1) : found;
  const page = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  return {
    complaints: page.map(toComplaint),
    hasMore,
    nextCursor: hasMore ? (page.at(-1)?.id ?? null) : null,
  };
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

/** A reason of another release is something else. */
const toComplaint = ({
  id,
  createdAt,
  handledAt,
  reason,
  severity: _,
  ...rest
}: ComplaintRow): Complaint => ({
  _id: id,
  ...rest,
  reason: reasonField.catch("other").parse(reason),
  createdAt: createdAt.toISOString(),
  handledAt: handledAt?.toISOString() ?? null,
});
