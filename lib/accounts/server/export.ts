import "server-only";
import { makeZip } from "client-zip";
import { exportPage, type NamedPost } from "@/lib/accounts/server/export-page";
import { getMessagePreferences } from "@/lib/messages/server/conversation";
import { recentCustom } from "@/lib/notifications/server/inbox";
import { getPreferences } from "@/lib/notifications/server/preferences";
import { db, withLongQueries } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { openMedia } from "@/lib/platform/media/open";
import { APP_NAME } from "@/lib/product";
import { canExport } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";
import { getOwnUser } from "@/lib/profiles/server/profile";
import type { Viewer } from "@/lib/sessions/server/access";
import { firstCharacters } from "@/lib/text/text";
import { dayMonthYear } from "@/lib/time/relative-time";
import type { MediaAsset, Prisma } from "@/prisma/generated/client/client";

/**
 * A ZIP archive of all of a person's data, streamed while it is made: memory holds one page of rows
 * or one chunk of a file.
 */

/** Rows read at a time. */
const ROWS = 500;
/** Average size of a row in JSON, to estimate the size of the archive. */
const ROW_BYTES = 200;

export type DataExport = { fileName: string; body: ReadableStream<Uint8Array>; expectedBytes: number };

/**
 * The viewer's own data: JSON files and their media. `expectedBytes` is an estimate for a progress
 * bar. Throws `forbidden` for any other person's.
 */
export async function exportData(viewer: Viewer, userId: string): Promise<DataExport> {
  if (!canExport(viewer, userId)) throw new ApiError("forbidden", "You can only download your own data.");
  const user = await getOwnUser(viewer);
  const [media, rows] = await Promise.all([
    db().mediaAsset.aggregate({ where: { ownerId: viewer.id }, _sum: { bytes: true } }),
    countRows(viewer),
  ]);
  return {
    fileName: `campus-circle-${user.username || "me"}-${new Date().toISOString().slice(0, 10)}.zip`,
    body: withQuietCancel(makeZip(entries(viewer, user))),
    expectedBytes: (media._sum.bytes ?? 0) + rows * ROW_BYTES,
  };
}

/**
 * The same stream for a reader who may cancel: `makeZip` would otherwise reject with an error of
 * its own. Cancelling closes its open files.
 */
function withQuietCancel(archive: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = archive.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      const gone = new Error("The reader has gone away.");
      await reader.cancel(gone).catch((error: unknown) => {
        if (error !== gone) throw error;
      });
    },
  });
}

async function countRows({ id }: Viewer): Promise<number> {
  const counts = await Promise.all([
    db().post.count({ where: { authorId: id, deletedAt: null } }),
    db().comment.count({ where: { authorId: id } }),
    db().like.count({ where: { userId: id } }),
    db().share.count({ where: { userId: id } }),
    db().bookmark.count({ where: { userId: id } }),
    db().follow.count({ where: { OR: [{ followerId: id }, { followeeId: id }] } }),
    db().notification.count({ where: { receiverId: id, deletedAt: null } }),
    db().message.count({ where: { senderId: id, deletedAt: null } }),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

type Entry = { name: string; input: string | AsyncIterable<string | Uint8Array>; lastModified: Date };

async function* entries(viewer: Viewer, profile: OwnUser): AsyncGenerator<Entry> {
  const lastModified = new Date();
  const json = (name: string, input: Entry["input"]) => ({ name: `${name}.json`, input, lastModified });
  yield { name: "README.txt", input: readme(lastModified), lastModified };
  const page = exportPage(profile, lastModified, {
    posts: posts(viewer),
    comments: comments(viewer),
    likes: likes(viewer),
    shares: shares(viewer),
    bookmarks: bookmarks(viewer),
    circle: circle(viewer, "followeeId"),
    circles: circle(viewer, "followerId"),
    notifications: notifications(viewer),
    sent: sentNotifications(viewer),
    messages: messages(viewer),
    devices: devices(viewer),
  });
  yield { name: "index.html", input: page, lastModified };
  yield json("profile", JSON.stringify(profile, null, 2));
  yield json("posts", asJson(posts(viewer)));
  yield json("comments", asJson(comments(viewer)));
  yield json("likes", asJson(likes(viewer)));
  yield json("shares", asJson(shares(viewer)));
  yield json("bookmarks", asJson(bookmarks(viewer)));
  yield json("people-in-my-circle", asJson(circle(viewer, "followeeId")));
  yield json("circles-i-joined", asJson(circle(viewer, "followerId")));
  yield json("notifications", asJson(notifications(viewer)));
  yield json("notifications-sent", asJson(sentNotifications(viewer)));
  yield json("messages", asJson(messages(viewer)));
  yield json("message-preferences", JSON.stringify(await getMessagePreferences(viewer), null, 2));
  yield json("notification-preferences", JSON.stringify(await getPreferences(viewer), null, 2));
  yield json("devices", asJson(devices(viewer)));
  for await (const asset of media(viewer)) {
    const input = await openMedia(asset);
    if (input) yield { name: fileNameOf(asset), input, lastModified: asset.createdAt };
    else log().warn({ publicId: asset.publicId }, "media of an export is not on the host");
  }
}

const readme = (madeAt: Date) => `This is all the data ${APP_NAME} held about you on ${dayMonthYear(madeAt)}.

Open index.html in a browser to read it: it needs no connection, except for links to posts.

The .json files hold the same for programs: your profile, posts, comments, likes, shares, bookmarks, circles, notifications, messages you wrote and signed-in devices.
The folder media holds your pictures and videos; each post names its file. Times are UTC.
`;

/** The id from the host's URL makes the name unique. */
function fileNameOf({
  purpose,
  publicId,
  format,
}: Pick<MediaAsset, "purpose" | "publicId" | "format">): string {
  return `media/${purpose}-${publicId.split("/").at(-1)}.${format}`;
}

async function* asJson(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
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

async function* posts({ id }: Viewer) {
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

/** What is read of a post that the viewer commented on, liked, shared or bookmarked. */
const POST = {
  select: {
    caption: true,
    isActive: true,
    author: { select: { name: true, username: true, isActive: true } },
  },
} as const;

type ActRow = { postId: string; post: Prisma.PostGetPayload<typeof POST> };

/** Characters of a caption: enough to know the post again. */
const CAPTION_START = 150;

/** Says which post an act is about. A hidden post shows neither author nor words. */
function withPost<Row extends ActRow>({ post, ...row }: Row) {
  const { author, caption } = post;
  const named: NamedPost =
    post.isActive && author.isActive
      ? { author: author.name, username: author.username, caption: firstCharacters(caption, CAPTION_START) }
      : null;
  return { ...row, link: `${env().APP_URL}/post/${row.postId}`, post: named };
}

const comments = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().comment.findMany({
      ...page,
      where: { authorId: id },
      orderBy: { id: "desc" },
      select: { id: true, postId: true, content: true, createdAt: true, post: POST },
    });
    return rows.map(withPost);
  });

const likes = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().like.findMany({
      ...page,
      where: { userId: id },
      orderBy: [{ createdAt: "desc" }, { postId: "desc" }],
      select: { postId: true, createdAt: true, post: POST },
    });
    return rows.map(withPost);
  });

const shares = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().share.findMany({
      ...page,
      where: { userId: id },
      orderBy: { postId: "desc" },
      select: { postId: true, createdAt: true, post: POST },
    });
    return rows.map(withPost);
  });

const bookmarks = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().bookmark.findMany({
      ...page,
      where: { userId: id },
      orderBy: [{ createdAt: "desc" }, { postId: "desc" }],
      select: { postId: true, createdAt: true, post: POST },
    });
    return rows.map(withPost);
  });

/** One side of the circles: names and usernames, which any member sees on the profile. */
async function* circle({ id }: Viewer, mine: "followerId" | "followeeId") {
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

const notifications = ({ id }: Viewer) =>
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
        sender: { select: { name: true, isActive: true } },
        createdAt: true,
      },
    });
    return rows.map(({ customType, sender, ...row }) => ({
      ...row,
      sender: sender.isActive ? sender.name : null,
      type: customType ?? row.type,
      custom: customType !== null,
    }));
  });

/**
 * What the viewer sent by hand in the last day. Older ones are gone once their receiver has deleted
 * them, and the sender never learns what the receiver did.
 */
const sentNotifications = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().notification.findMany({
      ...page,
      where: { senderId: id, ...recentCustom() },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: {
        customType: true,
        message: true,
        receiverId: true,
        receiver: { select: { name: true, isActive: true } },
        createdAt: true,
      },
    });
    return rows.map(({ customType, receiver, ...row }) => ({
      ...row,
      type: customType,
      receiver: receiver.isActive ? receiver.name : null,
    }));
  });

const OTHER = { select: { id: true, name: true, isActive: true } } as const;

/** What the viewer wrote and to whom; what others wrote is theirs. */
const messages = ({ id }: Viewer) =>
  paged(async (page) => {
    const rows = await db().message.findMany({
      ...page,
      where: { senderId: id, deletedAt: null },
      orderBy: { id: "desc" },
      select: {
        text: true,
        postId: true,
        createdAt: true,
        conversation: { select: { first: OTHER, second: OTHER } },
      },
    });
    return rows.map(({ conversation: { first, second }, ...row }) => {
      const receiver = first?.id === id ? second : first;
      return { ...row, receiver: receiver?.isActive ? receiver.name : null };
    });
  });

const devices = ({ id }: Viewer) =>
  paged((page) =>
    db().session.findMany({
      ...page,
      where: { userId: id },
      orderBy: { id: "desc" },
      select: { userAgent: true, createdAt: true, lastSeenAt: true, revokedAt: true },
    }),
  );

/** Claimed uploads only: unclaimed ones are swept and may be gone from the host. */
const media = ({ id }: Viewer) =>
  paged((page) =>
    db().mediaAsset.findMany({
      ...page,
      where: { ownerId: id, attachedAt: { not: null }, bytes: { gt: 0 } },
      orderBy: { id: "asc" },
    }),
  );
