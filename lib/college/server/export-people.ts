import "server-only";
import { assertRecentlySignedIn } from "@/lib/accounts/server/reauthenticate";
import { csvFile } from "@/lib/api/server/csv-file";
import type { PeopleChoice } from "@/lib/college/schema";
import { assertDepartment, findPeople, type PersonRow, stateOf } from "@/lib/college/server/people";
import { logAction } from "@/lib/moderation/server/log";
import { transaction } from "@/lib/platform/db";
import type { Viewer } from "@/lib/sessions/server/access";
import { csvLine } from "@/lib/text/csv";
import { isoDay } from "@/lib/time/relative-time";

/** People read at a time. */
const BATCH = 1_000;

/**
 * The chosen people as a table for spreadsheets, streamed while it is read. That it was made is in
 * the log. Throws `reauthenticate` unless the sign-in is recent, and `validation` as the list does.
 */
export async function exportPeople(viewer: Viewer, choice: PeopleChoice): Promise<Response> {
  assertDepartment(choice);
  await assertRecentlySignedIn(viewer);
  const { q, role, state, department } = choice;
  const filter = [role, state, department, q ? "search" : undefined].filter((part) => part !== undefined);
  await transaction((tx) =>
    logAction(tx, { actorId: viewer.id, action: "people_exported", details: { filter } }),
  );
  return csvFile("people", lines(choice));
}

async function* lines(choice: PeopleChoice): AsyncGenerator<string> {
  yield csvLine([
    "Name",
    "Username",
    "Address",
    "Joined",
    "Last active",
    "Role",
    "Department",
    "Batch",
    "In moderation",
    "State",
  ]);
  let cursor: Parameters<typeof findPeople>[1];
  for (;;) {
    const rows = await findPeople(choice, cursor, BATCH);
    yield rows.map(lineOf).join("");
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    cursor = { isWaiting: last.isWaiting, id: last.id, name: last.searchName ?? "" };
  }
}

function lineOf(row: PersonRow): string {
  const { name, username, email, createdAt, lastSeenAt, role, department, batch, staffRole } = row;
  return csvLine([
    name,
    username,
    email,
    isoDay(createdAt),
    lastSeenAt && isoDay(lastSeenAt),
    role,
    department,
    batch,
    staffRole,
    stateOf(row),
  ]);
}
