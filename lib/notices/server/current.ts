import "server-only";
import { LRUCache } from "lru-cache";
import { NOTICE_AUTHOR } from "@/lib/notices/policy";
import type { Notice } from "@/lib/notices/schema";
import { cacheFor } from "@/lib/platform/cache";
import { db } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import type { Viewer } from "@/lib/sessions/server/access";

/** The notice that people read on top of their feed. */

/** How long another instance may go on showing a notice that was withdrawn, in milliseconds. */
const CACHE_MS = 5_000;

/**
 * The newest notice that runs. It is the same for everyone and cached, so that while there is none,
 * which is most of the time, a page asks for nothing.
 */
export const newestNotice = cacheFor(CACHE_MS, () =>
  db().notice.findFirst({
    where: { OR: [{ endsAt: null }, { endsAt: { gt: new Date() } }] },
    orderBy: { createdAt: "desc" },
    select: { id: true, text: true, createdAt: true, endsAt: true },
  }),
);

/** Who has dismissed which notice. That is for good. */
const dismissed = new LRUCache<string, true>({ max: 50_000 });
const keyOf = (noticeId: string, viewer: Viewer) => `${noticeId}:${viewer.id}`;

/** The notice to show to the viewer, which counts as seen from then on; null when there is none. */
export async function currentNotice(viewer: Viewer): Promise<Notice | null> {
  const notice = await newestNotice();
  if (!notice || (notice.endsAt && notice.endsAt <= new Date())) return null;
  if (dismissed.get(keyOf(notice.id, viewer))) return null;
  const ids = { noticeId: notice.id, userId: viewer.id };
  const view = await db().noticeView.findUnique({ where: { noticeId_userId: ids } });
  if (view?.dismissedAt) {
    dismissed.set(keyOf(notice.id, viewer), true);
    return null;
  }
  if (!view) await db().noticeView.createMany({ data: ids, skipDuplicates: true });
  return {
    _id: notice.id,
    text: notice.text,
    createdAt: notice.createdAt.toISOString(),
    authorName: NOTICE_AUTHOR,
  };
}

/** Puts a notice away for the viewer, for good. Throws `not_found`. */
export async function dismissNotice(viewer: Viewer, noticeId: string): Promise<void> {
  if ((await db().notice.count({ where: { id: noticeId } })) === 0) throw noticeNotFound();
  const ids = { noticeId, userId: viewer.id };
  const dismissedAt = new Date();
  await db().noticeView.upsert({
    where: { noticeId_userId: ids },
    create: { ...ids, dismissedAt },
    update: { dismissedAt },
  });
  dismissed.set(keyOf(noticeId, viewer), true);
}

export const noticeNotFound = () => new ApiError("not_found", "This notice is no longer available.");
