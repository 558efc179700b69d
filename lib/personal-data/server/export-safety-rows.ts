import "server-only";
import type { Cursor } from "@/lib/api/pagination";
import { openPeople } from "@/lib/audience/server/people";
import { paged, ROWS } from "@/lib/personal-data/server/export-read";
import { db } from "@/lib/platform/db";
import { withLongQueries } from "@/lib/platform/db-connections";
import { listReports } from "@/lib/reports/server/reports";
import type { Viewer } from "@/lib/sessions/server/access";

/** The lists of a person's export about moderation and safety. */

/** The viewer's own reports, as their screen shows them. */
export async function* reports(viewer: Viewer) {
  let cursor: Cursor | undefined;
  for (;;) {
    const page = await withLongQueries(() => listReports(viewer, { limit: ROWS, cursor }));
    yield* page.reports;
    const last = page.reports.at(-1);
    if (!page.hasMore || !last) return;
    cursor = { at: new Date(last.createdAt), id: last._id };
  }
}

/** What the viewer deleted or replaced and a report could still take along. */
export const formerTexts = ({ id }: Viewer) =>
  paged((page) =>
    db().formerText.findMany({
      ...page,
      where: { personId: id },
      orderBy: [{ shownUntil: "desc" }, { id: "desc" }],
      select: { subject: true, text: true, postId: true, shownUntil: true },
    }),
  );

/** Decisions about the viewer and their appeals, without who decided. */
export const decisions = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().decision.findMany({
      ...page,
      where: { personId: id, outcome: { not: "no_violation" } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: {
        outcome: true,
        reason: true,
        days: true,
        createdAt: true,
        undoneAt: true,
        case: { select: { subject: true } },
        appeal: { select: { text: true, createdAt: true, decidedAt: true, isAccepted: true, answer: true } },
      },
    });
    return rows.map(({ case: { subject }, ...row }) => ({ ...row, subject }));
  });

const HIDDEN = { select: { id: true, name: true, username: true } } as const;

/** Whom the viewer has blocked: names and usernames, as in their settings. */
export const blocks = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().block.findMany({
      ...page,
      where: { blockerId: id, blocked: { isActive: true } },
      orderBy: [{ createdAt: "desc" }, { blockedId: "asc" }],
      select: { createdAt: true, blocked: HIDDEN },
    });
    return rows.map(({ createdAt, blocked }) => ({ ...blocked, since: createdAt }));
  });

/** Whom the viewer has muted, as in their settings, and mutes that have ended. */
export const mutes = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().mute.findMany({
      ...page,
      where: { muterId: id, muted: openPeople(id).where },
      orderBy: [{ createdAt: "desc" }, { mutedId: "asc" }],
      select: { createdAt: true, until: true, muted: HIDDEN },
    });
    return rows.map(({ createdAt, until, muted }) => ({ ...muted, since: createdAt, until }));
  });

export const mutedWords = ({ id }: Viewer) =>
  paged((page) =>
    db().mutedWord.findMany({
      ...page,
      where: { userId: id },
      orderBy: [{ createdAt: "desc" }, { word: "asc" }],
      select: { word: true, createdAt: true },
    }),
  );

/** Notices to everyone that the viewer has seen, and those they sent as one of the staff. */
export const notices = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().notice.findMany({
      ...page,
      where: { OR: [{ authorId: id }, { views: { some: { userId: id } } }] },
      orderBy: { id: "desc" },
      select: {
        text: true,
        createdAt: true,
        authorId: true,
        views: { where: { userId: id }, select: { seenAt: true, dismissedAt: true } },
      },
    });
    return rows.map(({ authorId, views: [view], ...row }) => ({ ...row, sent: authorId === id, ...view }));
  });
