import "server-only";
import { makeZip } from "client-zip";
import { exportPage } from "@/lib/accounts/server/export-page";
import {
  bookmarks,
  circle,
  comments,
  consents,
  devices,
  fileNameOf,
  likes,
  media,
  messages,
  notifications,
  posts,
  sentNotifications,
  shares,
} from "@/lib/accounts/server/export-rows";
import {
  blocks,
  decisions,
  keptTexts,
  mutedWords,
  mutes,
  notices,
  reports,
} from "@/lib/accounts/server/export-safety-rows";
import { assertRecentlySignedIn } from "@/lib/accounts/server/reauthenticate";
import { getMessagePreferences } from "@/lib/messages/server/conversation";
import { getPreferences } from "@/lib/notifications/server/preferences";
import { db } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { openMedia } from "@/lib/platform/media";
import { APP_NAME } from "@/lib/product";
import { canExport } from "@/lib/profiles/policy";
import type { OwnUser } from "@/lib/profiles/schema";
import { getOwnUser } from "@/lib/profiles/server/profile";
import type { Viewer } from "@/lib/sessions/server/access";
import { dayMonthYear } from "@/lib/time/relative-time";

/**
 * A ZIP archive of all of a person's data, streamed while it is made: memory holds one page of rows
 * or one chunk of a file.
 */

/** Average size of a row in JSON, to estimate the size of the archive. */
const ROW_BYTES = 200;

export type DataExport = { fileName: string; body: ReadableStream<Uint8Array>; expectedBytes: number };

/**
 * The viewer's own data: JSON files and their media. `expectedBytes` is an estimate for a progress
 * bar. Throws `forbidden` for any other person's, and `reauthenticate` unless the sign-in is
 * recent.
 */
export async function exportData(viewer: Viewer, userId: string): Promise<DataExport> {
  if (!canExport(viewer, userId)) throw new ApiError("forbidden", "You can only download your own data.");
  await assertRecentlySignedIn(viewer);
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
    db().report.count({ where: { reporterId: id } }),
    db().block.count({ where: { blockerId: id } }),
    db().mute.count({ where: { muterId: id } }),
    db().mutedWord.count({ where: { userId: id } }),
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
    reports: reports(viewer),
    decisions: decisions(viewer),
    blocks: blocks(viewer),
    mutes: mutes(viewer),
    mutedWords: mutedWords(viewer),
    devices: devices(viewer),
  });
  yield { name: "index.html", input: page, lastModified };
  const { agreedAt } = await db().user.findUniqueOrThrow({
    where: { id: viewer.id },
    select: { agreedAt: true },
  });
  yield json("profile", JSON.stringify({ ...profile, agreedAt }, null, 2));
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
  yield json("reports", asJson(reports(viewer)));
  yield json("deleted-texts", asJson(keptTexts(viewer)));
  yield json("message-preferences", JSON.stringify(await getMessagePreferences(viewer), null, 2));
  yield json("notification-preferences", JSON.stringify(await getPreferences(viewer), null, 2));
  yield json("decisions", asJson(decisions(viewer)));
  yield json("blocked-people", asJson(blocks(viewer)));
  yield json("muted-people", asJson(mutes(viewer)));
  yield json("muted-words", asJson(mutedWords(viewer)));
  yield json("notices", asJson(notices(viewer)));
  yield json("consents", asJson(consents(viewer)));
  yield json("devices", asJson(devices(viewer)));
  for await (const asset of media(viewer)) {
    const input = await openMedia(asset);
    if (input) yield { name: fileNameOf(asset), input, lastModified: asset.createdAt };
    else log().warn({ publicId: asset.publicId }, "media of an export is not on the host");
  }
}

const readme = (madeAt: Date) => `This is all the data ${APP_NAME} held about you on ${dayMonthYear(madeAt)}.

Open index.html in a browser to read it: it needs no connection, except for links to posts.

The .json files hold the same for programs: your profile, posts, comments, likes, shares, bookmarks, circles, notifications, messages you wrote, reports you made, decisions of moderators about you with your appeals, people and words you have blocked or muted, what you deleted or replaced in the last 30 days, notices you have seen, what you agreed to and withdrew, and signed-in devices.
The folder media holds your pictures and videos; each post names its file. Times in the .json files are UTC.
`;

async function* asJson(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const row of rows) {
    yield separator + JSON.stringify(row);
    separator = ",\n";
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}
