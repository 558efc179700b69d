import "server-only";
import { isOfficial } from "@/lib/notifications/policy";
import { recentCustom } from "@/lib/notifications/server/inbox";
import { nameOf, paged, personFor, postFor, withPost } from "@/lib/personal-data/server/export-read";
import { db } from "@/lib/platform/db";
import type { Viewer } from "@/lib/sessions/server/access";
import type { MediaAsset } from "@/prisma/generated/client/client";

/** The lists of a person's data in their export, read one page at a time. */

/** The file of an upload in the archive. The id from the host's URL makes the name unique. */
export function fileNameOf({
  purpose,
  publicId,
  format,
}: Pick<MediaAsset, "purpose" | "publicId" | "format">): string {
  return `media/${purpose}-${publicId.split("/").at(-1)}.${format}`;
}

export async function* posts({ id }: Viewer) {
  const list = paged((page) =>
    db().post.findMany({
      ...page,
      where: { authorId: id, deletedAt: null },
      omit: { authorId: true },
      include: { media: { orderBy: { position: "asc" }, include: { asset: true } } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    }),
  );
  for await (const { media, ...post } of list) yield { ...post, media: media.map(toExportedMedia) };
}

function toExportedMedia({ asset, altText }: { asset: MediaAsset; altText: string }) {
  const { mediaType, width, height, duration } = asset;
  return { file: fileNameOf(asset), mediaType, width, height, duration, altText };
}

export const comments = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().comment.findMany({
      ...page,
      where: { authorId: id },
      orderBy: { id: "desc" },
      select: {
        id: true,
        postId: true,
        threadId: true,
        content: true,
        createdAt: true,
        editedAt: true,
        post: postFor(id),
      },
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

/** Likes of comments, without the words of others. */
export const commentLikes = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().commentLike.findMany({
      ...page,
      where: { userId: id },
      orderBy: [{ createdAt: "desc" }, { commentId: "desc" }],
      select: { commentId: true, createdAt: true, comment: { select: { postId: true, post: postFor(id) } } },
    });
    return rows.map(({ comment, ...row }) => withPost({ ...row, ...comment }));
  });

export const postMutes = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().postMute.findMany({
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

/** One side of the circles: names and usernames, as any member sees them on the profile. */
export async function* circle({ id }: Viewer, mine: "followerId" | "followeeId") {
  const theirs = mine === "followerId" ? "followee" : "follower";
  const list = paged((page) =>
    db().follow.findMany({
      ...page,
      where: { [mine]: id, [theirs]: { isActive: true } },
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

/**
 * As in the inbox, without notifications of people who are hidden by now. Official ones have their
 * receiver as the sender, who may be banned; here they are from no one.
 */
export const notifications = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().notification.findMany({
      ...page,
      where: {
        receiverId: id,
        deletedAt: null,
        OR: [{ senderId: id }, { sender: { isActive: true } }],
      },
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
    return rows.map(({ customType, sender, senderId, ...row }) => {
      const shown = { ...row, type: customType ?? row.type, custom: customType !== null };
      if (isOfficial(shown)) return { ...shown, senderId: null, sender: null };
      return { ...shown, senderId, sender: nameOf(sender) };
    });
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

export const consents = ({ id }: Viewer) =>
  paged((page) =>
    db().consent.findMany({
      ...page,
      where: { userId: id },
      orderBy: { id: "desc" },
      select: { document: true, version: true, isGiven: true, at: true },
    }),
  );

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
