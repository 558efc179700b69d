import "server-only";
import { assertRecentlySignedIn } from "@/lib/accounts/server/reauthenticate";
import { csvFile } from "@/lib/api/server/csv-file";
import { logAction } from "@/lib/moderation/server/log";
import { readLog } from "@/lib/moderation/server/read-log";
import type { LogChoice, LogEntry } from "@/lib/moderation/staff-schema";
import { transaction } from "@/lib/platform/db";
import { APP_NAME } from "@/lib/product";
import type { Viewer } from "@/lib/sessions/server/access";
import { csvLine } from "@/lib/text/csv";

/** Entries read at a time. */
const BATCH = 500;

/**
 * The chosen entries of the log as a table for spreadsheets, newest first, streamed while it is
 * read. That it was made is in the log. Throws `reauthenticate` unless the sign-in is recent.
 */
export async function exportLog(viewer: Viewer, choice: LogChoice): Promise<Response> {
  await assertRecentlySignedIn(viewer);
  const filter = Object.keys(choice);
  await transaction((tx) =>
    logAction(tx, { actorId: viewer.id, action: "log_exported", details: { filter } }),
  );
  return csvFile("log", lines(viewer, choice));
}

async function* lines(viewer: Viewer, choice: LogChoice): AsyncGenerator<string> {
  yield csvLine(["Time", "Who", "What", "About", "Case", "Decision", "Days", "Role", "Department", "Batch"]);
  let cursor: string | undefined;
  do {
    const { entries, nextCursor } = await readLog(viewer, { ...choice, limit: BATCH, cursor });
    yield entries.map(lineOf).join("");
    cursor = nextCursor ?? undefined;
  } while (cursor);
}

function lineOf({ at, actor, action, person, case: about, caseId, details }: LogEntry): string {
  const { outcome, days, staffRole, role, department, batch } = details;
  const name = person?.name ?? about?.person?.name ?? null;
  return csvLine([
    at,
    actor?.name ?? APP_NAME,
    action,
    name,
    caseId,
    outcome ?? null,
    days ?? null,
    staffRole ?? role ?? null,
    department ?? null,
    batch ?? null,
  ]);
}
