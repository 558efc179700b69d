import "server-only";
import { v7 as uuid } from "uuid";
import { logAction } from "@/lib/moderation/server/log";
import { NOTICE_DAYS, NOTICES_LISTED } from "@/lib/notices/policy";
import type { NewNoticeBody, SentNotice } from "@/lib/notices/schema";
import { newestNotice, noticeNotFound } from "@/lib/notices/server/current";
import { addTime } from "@/lib/platform/clock";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import type { Viewer } from "@/lib/sessions/server/access";
import { startOfIsoDay } from "@/lib/time/relative-time";
import type { Prisma } from "@/prisma/generated/client/client";

/** What the staff do with notices. Their routes are for the staff alone. */

const WITH_AUTHOR = { author: { select: { name: true } } } satisfies Prisma.NoticeInclude;
const DAY_SECONDS = 86_400;
type NoticeRow = Prisma.NoticeGetPayload<{ include: typeof WITH_AUTHOR }>;

/** Sends a notice to everyone. It takes the place of an older one. */
export async function sendNotice(
  viewer: Viewer,
  { text, until, days = NOTICE_DAYS }: NewNoticeBody,
): Promise<SentNotice> {
  const notice = await transaction(async (tx) => {
    const id = uuid();
    // The last second of the day, so that it is the day of its end.
    const endsAt = until
      ? addTime(startOfIsoDay(until), DAY_SECONDS - 1, "seconds")
      : addTime(new Date(), days, "days");
    const details = { noticeId: id, ...(until ? { until } : { days }) };
    await logAction(tx, { actorId: viewer.id, action: "notice_sent", details });
    afterCommit(tx, newestNotice.clear);
    return tx.notice.create({ data: { id, authorId: viewer.id, text, endsAt }, include: WITH_AUTHOR });
  });
  return toSentNotice(notice, { seenCount: 0, dismissedCount: 0 });
}

/** The latest notices, with how many people have seen and dismissed each. */
export async function listNotices(): Promise<SentNotice[]> {
  const notices = await db().notice.findMany({
    orderBy: { createdAt: "desc" },
    take: NOTICES_LISTED,
    include: WITH_AUTHOR,
  });
  const counts = await countViews(
    db(),
    notices.map(({ id }) => id),
  );
  return notices.map((notice) => toSentNotice(notice, counts(notice.id)));
}

/** Ends a notice now, for everyone. Throws `not_found`. */
export async function withdrawNotice(viewer: Viewer, noticeId: string): Promise<SentNotice> {
  return transaction(async (tx) => {
    const now = new Date();
    const { count } = await tx.notice.updateMany({
      where: { id: noticeId, OR: [{ endsAt: null }, { endsAt: { gt: now } }] },
      data: { endsAt: now },
    });
    const notice = await tx.notice.findUnique({ where: { id: noticeId }, include: WITH_AUTHOR });
    if (!notice) throw noticeNotFound();
    // A repeated call withdraws nothing.
    if (count > 0)
      await logAction(tx, { actorId: viewer.id, action: "notice_withdrawn", details: { noticeId } });
    afterCommit(tx, newestNotice.clear);
    return toSentNotice(notice, (await countViews(tx, [noticeId]))(noticeId));
  });
}

type Counts = { seenCount: number; dismissedCount: number };

async function countViews(client: Pick<Tx, "noticeView">, ids: string[]): Promise<(id: string) => Counts> {
  const groups = await client.noticeView.groupBy({
    by: ["noticeId"],
    where: { noticeId: { in: ids } },
    _count: { _all: true, dismissedAt: true },
  });
  return (id) => {
    const group = groups.find(({ noticeId }) => noticeId === id);
    return { seenCount: group?._count._all ?? 0, dismissedCount: group?._count.dismissedAt ?? 0 };
  };
}

function toSentNotice(notice: NoticeRow, counts: Counts): SentNotice {
  return {
    _id: notice.id,
    text: notice.text,
    createdAt: notice.createdAt.toISOString(),
    endsAt: notice.endsAt?.toISOString() ?? null,
    isRunning: !notice.endsAt || notice.endsAt > new Date(),
    authorName: notice.author?.name ?? null,
    ...counts,
  };
}
