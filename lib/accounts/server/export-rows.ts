import "server-only";
import type { NamedPost } from "@/lib/accounts/server/export-page";
import type { Cursor } from "@/lib/api/pagination";
import { recentCustom } from "@/lib/notifications/server/inbox";
import { db, withLongQueries } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { listReports } from "@/lib/reports/server/reports";
import type { Viewer } from "@/lib/sessions/server/access";
import { firstCharacters } from "@/lib/text/text";
import type { MediaAsset, Prisma } from "@/prisma/generated/client/client";

/** The lists of a person's data in their export, read one page at a time. */

/** Rows read at a time. */
const ROWS = 500;

/** The file of an upload in the archive. The id from the host's URL makes the name unique. */
export function fileNameOf({
  purpose,
  publicId,
  format,
}: Pick<MediaAsset, "purpose" | "publicId" | "format">): string {
  return `media/${purpose}-${publicId.split("/").at(-1)}.${format}`;
}

/** All rows of a list, one page at a time. `read` returns the page after `skip` rows. */
async function* paged<Row>(
  read: (page: { take: number; skip: number }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let skip = 0; ; skip += ROWS) {
    const rows = await withLongQueries(() => read({ take: ROWS, skip }));
    yield* rows;
    if (rows.length < ROWS) return;
  }
}

export async function* posts({ id }: Viewer) {
  const list = paged((page) =>
    db().post.findMany({
      ...page,
      where: { authorId: id, deletedAt: null },
      include: {
        asset: true,
        moreMedia: { orderBy: { position: "asc" }, include: { asset: true } },
      },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
  );
  for await (const {
    authorId: _,
    assetId: __,
    mediaCount: ___,
    altText,
    asset,
    moreMedia,
    ...post
  } of list) {
    yield { ...post, media: [{ asset, altText }, ...moreMedia].map(toExportedMedia) };
  }
}

function toExportedMedia({ asset, altText }: { asset: MediaAsset; altText: string }) {
  const { mediaType, width, height, duration } = asset;
  return { file: fileNameOf(asset), mediaType, width, height, duration, altText };
}

/** What is read of another person, to name them unless they are hidden from the viewer. */
const personFor = (viewerId: string) =>
  ({
    select: {
      id: true,
      name: true,
      username: true,
      isActive: true,
      blocks: { where: { blockedId: viewerId } },
      blockedBy: { where: { blockerId: viewerId } },
    },
  }) as const;

type Person = Prisma.UserGetPayload<ReturnType<typeof personFor>>;

const isShown = ({ isActive, blocks, blockedBy }: Person) =>
  isActive && blocks.length + blockedBy.length === 0;

/** The name of a person; null when they are hidden or gone. */
const nameOf = (person: Person | null | undefined) => (person && isShown(person) ? person.name : null);

/** What is read of a post that the viewer commented on, liked, shared or bookmarked. */
const postFor = (viewerId: string) =>
  ({ select: { caption: true, isActive: true, author: personFor(viewerId) } }) as const;

type ActRow = { postId: string; post: Prisma.PostGetPayload<ReturnType<typeof postFor>> };

/** Characters of a caption: enough to know the post again. */
const CAPTION_START = 150;

/** Says which post an act is about. A hidden post shows neither author nor words. */
function withPost<Row extends ActRow>({ post, ...row }: Row) {
  const { author, caption } = post;
  const named: NamedPost =
    post.isActive && isShown(author)
      ? { author: author.name, username: author.username, caption: firstCharacters(caption, CAPTION_START) }
      : null;
  return { ...row, link: `${env().APP_URL}/post/${row.postId}`, post: named };
}

export const comments = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().comment.findMany({
      ...page,
      where: { authorId: id },
      orderBy: { id: "desc" },
      select: { id: true, postId: true, content: true, createdAt: true, post: postFor(id) },
    });
    return rows.map(withPost);
  });

export const likes = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().like.findMany({
      ...page,
      where: { userId: id },
      orderBy: [{ createdAt: "desc" }, { postId: "desc" }],
      select: { postId: true, createdAt: true, post: postFor(id) },
    });
    return rows.map(withPost);
  });

export const shares = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().share.findMany({
      ...page,
      where: { userId: id },
      orderBy: { postId: "desc" },
      select: { postId: true, createdAt: true, post: postFor(id) },
    });
    return rows.map(withPost);
  });

export const bookmarks = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().bookmark.findMany({
      ...page,
      where: { userId: id },
      orderBy: [{ createdAt: "desc" }, { postId: "desc" }],
      select: { postId: true, createdAt: true, post: postFor(id) },
    });
    return rows.map(withPost);
  });

/** One side of the circles: names and usernames, which any member sees on the profile. */
export async function* circle({ id }: Viewer, mine: "followerId" | "followeeId") {
  const theirs = mine === "followerId" ? "followee" : "follower";
  const list = paged((page) =>
    db().follow.findMany({
      ...page,
      where: { [mine]: id },
      orderBy: [{ createdAt: "desc" }, { followerId: "asc" }, { followeeId: "asc" }],
      select: {
        createdAt: true,
        follower: { select: { id: true, name: true, username: true } },
        followee: { select: { id: true, name: true, username: true } },
      },
    }),
  );
  for await (const row of list) yield { ...row[theirs], since: row.createdAt };
}

export const notifications = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().notification.findMany({
      ...page,
      where: { receiverId: id, deletedAt: null },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: {
        type: true,
        customType: true,
        message: true,
        seen: true,
        postId: true,
        senderId: true,
        sender: personFor(id),
        createdAt: true,
      },
    });
    return rows.map(({ customType, sender, ...row }) => ({
      ...row,
      sender: nameOf(sender),
      type: customType ?? row.type,
      custom: customType !== null,
    }));
  });

/**
 * What the viewer sent by hand in the last day. Older ones are gone once their receiver has deleted
 * them, and the sender never learns what the receiver did.
 */
export const sentNotifications = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().notification.findMany({
      ...page,
      where: { senderId: id, ...recentCustom() },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: {
        customType: true,
        message: true,
        receiverId: true,
        receiver: personFor(id),
        createdAt: true,
      },
    });
    return rows.map(({ customType, receiver, ...row }) => ({
      ...row,
      type: customType,
      receiver: nameOf(receiver),
    }));
  });

/** What the viewer wrote and to whom; what others wrote is theirs. */
export const messages = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().message.findMany({
      ...page,
      where: { senderId: id, deletedAt: null },
      orderBy: { id: "desc" },
      select: {
        text: true,
        postId: true,
        createdAt: true,
        conversation: { select: { first: personFor(id), second: personFor(id) } },
      },
    });
    return rows.map(({ conversation: { first, second }, ...row }) => {
      const receiver = first?.id === id ? second : first;
      return { ...row, receiver: nameOf(receiver) };
    });
  });

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
        appeal: { select: { words: true, createdAt: true, decidedAt: true, isAccepted: true, answer: true } },
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
      where: { blockerId: id },
      orderBy: [{ createdAt: "desc" }, { blockedId: "asc" }],
      select: { createdAt: true, blocked: HIDDEN },
    });
    return rows.map(({ createdAt, blocked }) => ({ ...blocked, since: createdAt }));
  });

export const mutes = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().mute.findMany({
      ...page,
      where: { muterId: id },
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

export const devices = ({ id }: Viewer) =>
  paged((page) =>
    db().session.findMany({
      ...page,
      where: { userId: id },
      orderBy: { id: "desc" },
      select: { userAgent: true, createdAt: true, lastSeenAt: true, revokedAt: true },
    }),
  );

/** Claimed uploads only: unclaimed ones are swept and may be gone from the host. */
export const media = ({ id }: Viewer) =>
  paged((page) =>
    db().mediaAsset.findMany({
      ...page,
      where: { ownerId: id, attachedAt: { not: null }, bytes: { gt: 0 } },
      orderBy: { id: "asc" },
    }),
  );
