import "server-only";
import { Readable } from "node:stream";
import { visibleCases } from "@/lib/moderation/server/access";
import { caseNotFound } from "@/lib/moderation/server/cases";
import { db } from "@/lib/platform/db";
import { ApiError } from "@/lib/platform/errors";
import { openMedia } from "@/lib/platform/media";
import { storedMediaOf } from "@/lib/reports/server/snapshots";
import type { Viewer } from "@/lib/sessions/server/access";

/**
 * A file that a case shows, withheld from everyone else or not. Throws `not_found`, also for a case
 * that the viewer does not see and once the file is deleted; and as `openMedia`.
 */
export async function openCaseMedia(
  viewer: Viewer,
  caseId: string,
  mediaId: string,
): Promise<{ contentType: string; body: ReadableStream<Uint8Array> }> {
  const found = await db().moderationCase.findUnique({
    where: { id: caseId, ...visibleCases(viewer) },
    select: { snapshot: true, preservedAt: true },
  });
  if (!found) throw caseNotFound();
  const file = storedMediaOf(found.snapshot, mediaId);
  // Not of a file that is about to be deleted. A legal hold retains files without their row.
  const isStored =
    file && (found.preservedAt || (await db().mediaAsset.count({ where: { publicId: file.publicId } })) > 0);
  const content = isStored ? await openMedia(file) : null;
  if (!file || !content) throw new ApiError("not_found", "This file is no longer stored.");
  const format = file.format === "jpg" ? "jpeg" : file.format;
  return {
    contentType: `${file.mediaType}/${format}`,
    body: Readable.toWeb(Readable.from(content)) as ReadableStream<Uint8Array>,
  };
}
