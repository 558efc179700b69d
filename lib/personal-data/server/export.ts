import "server-only";
import { makeZip } from "client-zip";
import { assertRecentlySignedIn } from "@/lib/accounts/server/reauthenticate";
import { getMessagePreferences } from "@/lib/messages/server/conversation";
import { getPreferences } from "@/lib/notifications/server/preferences";
import { EXPORT_LISTS } from "@/lib/personal-data/server/export-lists";
import { exportPage } from "@/lib/personal-data/server/export-page";
import { fileNameOf, media } from "@/lib/personal-data/server/export-rows";
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
 * `archive` for a reader who may cancel: `makeZip` would otherwise reject with an error of
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
  const counts = await Promise.all(EXPORT_LISTS.map(({ count }) => count?.(id) ?? 0));
  return counts.reduce((sum, count) => sum + count, 0);
}

type Entry = { name: string; input: string | AsyncIterable<string | Uint8Array>; lastModified: Date };

async function* entries(viewer: Viewer, profile: OwnUser): AsyncGenerator<Entry> {
  const lastModified = new Date();
  const json = (name: string, input: Entry["input"]) => ({ name: `${name}.json`, input, lastModified });
  yield { name: "README.txt", input: readme(lastModified), lastModified };
  yield { name: "index.html", input: exportPage(viewer, profile, lastModified), lastModified };
  const { agreedAt, affiliationRequest } = await db().user.findUniqueOrThrow({
    where: { id: viewer.id },
    select: { agreedAt: true, affiliationRequest: { omit: { userId: true, decidedById: true } } },
  });
  // What the college had said of the address before there was an account.
  const rosterEntry = await db().rosterEntry.findUnique({
    where: { email: profile.email },
    omit: { email: true, addedById: true },
  });
  yield json("profile", JSON.stringify({ ...profile, agreedAt, affiliationRequest, rosterEntry }, null, 2));
  yield json("message-preferences", JSON.stringify(await getMessagePreferences(viewer), null, 2));
  yield json("notification-preferences", JSON.stringify(await getPreferences(viewer), null, 2));
  for (const { file, rows } of EXPORT_LISTS) yield json(file, asJson(rows(viewer)));
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
