import "server-only";
import { INVITED_DAYS } from "@/lib/college/policy";
import type { ImportAnswer } from "@/lib/college/schema";
import { inviteListed } from "@/lib/college/server/invitations";
import { type RosterLine, readRoster } from "@/lib/college/server/roster-lines";
import { logAction } from "@/lib/moderation/server/log";
import { ROLE_SAID } from "@/lib/notifications/policy";
import { notifyOfficially } from "@/lib/notifications/server/write";
import { waitUntil } from "@/lib/platform/after-response";
import { ago } from "@/lib/platform/clock";
import { afterCommit, db, type Tx, transaction } from "@/lib/platform/db";
import { lockRows } from "@/lib/platform/locks";
import { publishSafety } from "@/lib/platform/realtime";
import { COLLEGES, collegeByEmail, findCollege } from "@/lib/product";
import type { Viewer } from "@/lib/sessions/server/access";
import type { RosterEntry, User } from "@/prisma/generated/client/client";

/** The college's list of addresses, which its admins import. */

/** Lines written in one transaction. */
const BATCH = 300;

type Counts = Omit<ImportAnswer, "rejected">;

/**
 * Lists the addresses of a CSV file (docs/operations.md): members get what it says of them at once,
 * others when they prove their address, and graduates elsewhere are invited by mail. Repeating it
 * changes nothing more. `dryRun` only counts. Throws `validation` for a file that can't be read.
 */
export async function importPeople(
  viewer: Viewer,
  csv: string,
  { dryRun }: { dryRun: boolean },
): Promise<ImportAnswer> {
  const { collegeName } = await db().user.findUniqueOrThrow({ where: { id: viewer.id } });
  const { lines, rejected } = readRoster(csv, findCollege(collegeName) ?? COLLEGES[0]);
  // Always in one order, so that two imports at once don't wait for each other forever.
  const sorted = lines.toSorted((a, b) => (a.email < b.email ? -1 : 1));
  const batches: RosterLine[][] = [];
  for (let at = 0; at < sorted.length; at += BATCH) batches.push(sorted.slice(at, at + BATCH));

  const planned: Counts[] = [];
  for (const batch of batches) planned.push(countsOf(await plan(db(), batch)));
  const expected = { ...sum(planned), rejected };
  if (dryRun) return expected;
  // First, so that a crash in between leaves nothing that the log does not have.
  const details = { ...expected, rejected: rejected.length };
  await transaction((tx) => logAction(tx, { actorId: viewer.id, action: "people_imported", details }));
  const done: Counts[] = [];
  for (const batch of batches) done.push(await transaction((tx) => write(tx, viewer, batch)));
  waitUntil(inviteListed());
  return { ...sum(done), rejected };
}

const sum = (counts: Counts[]): Counts => ({
  added: counts.reduce((total, { added }) => total + added, 0),
  updated: counts.reduce((total, { updated }) => total + updated, 0),
  invited: counts.reduce((total, { invited }) => total + invited, 0),
});

type Member = Pick<User, "id" | "email" | "role" | "department" | "batch">;
type ChangedMember = Member & { isMoved: boolean };

/** What is to be written: members that change, and what others' entries become. */
type Plan = {
  members: ChangedMember[];
  entries: { line: RosterLine; isNew: boolean; isChanged: boolean; isInvited: boolean }[];
};

/** Compares some lines with what is known of their addresses. */
async function plan(tx: Tx, lines: RosterLine[]): Promise<Plan> {
  const where = { email: { in: lines.map(({ email }) => email) } };
  const select = { id: true, email: true, role: true, department: true, batch: true } as const;
  const people = await tx.user.findMany({ where: { ...where, verifiedAt: { not: null } }, select });
  const listed = await tx.rosterEntry.findMany({ where });
  const members = new Map(people.map((person) => [person.email, person]));
  const entries = new Map(listed.map((entry) => [entry.email, entry]));
  const result: Plan = { members: [], entries: [] };
  for (const line of lines) {
    const member = members.get(line.email);
    const entry = entries.get(line.email);
    if (member && differs(line, member)) {
      const isMoved = line.role !== member.role;
      result.members.push({ ...member, ...known(line, member), isMoved });
    }
    if (member && !entry) continue;
    result.entries.push({
      line,
      isNew: !entry,
      // A member's change is counted once.
      isChanged: !member && entry !== undefined && differs(line, entry),
      isInvited: !member && isToInvite(line, entry),
    });
  }
  return result;
}

/** An empty cell leaves what is known. */
const known = (line: RosterLine, now: Pick<Member, "department" | "batch">) => ({
  role: line.role,
  department: line.department ?? now.department,
  batch: line.batch ?? now.batch,
});

function differs(line: RosterLine, now: Omit<Member, "id" | "email"> & { name?: string }): boolean {
  const { role, department, batch } = known(line, now);
  const isRenamed = now.name !== undefined && line.name !== "" && line.name !== now.name;
  return isRenamed || role !== now.role || department !== now.department || batch !== now.batch;
}

/** Graduates elsewhere: once, and again after a month. */
function isToInvite(line: RosterLine, entry: RosterEntry | undefined): boolean {
  if (line.role !== "alumni" || collegeByEmail(line.email)) return false;
  return (
    entry?.role !== "alumni" || (entry.invitedAt !== null && entry.invitedAt < ago(INVITED_DAYS, "days"))
  );
}

const countsOf = ({ members, entries }: Plan): Counts => ({
  added: entries.filter(({ isNew }) => isNew).length,
  updated: members.length + entries.filter(({ isChanged }) => isChanged).length,
  invited: entries.filter(({ isInvited }) => isInvited).length,
});

async function write(tx: Tx, viewer: Viewer, lines: RosterLine[]): Promise<Counts> {
  // One import at a time, so that each address is counted and invited once.
  await tx.sql`SELECT pg_advisory_xact_lock(hashtextextended('roster', 0))`;
  // Someone who proves a listed address now locks their row (lib/accounts/server/prove.ts).
  const emails = lines.map(({ email }) => email);
  const people = await tx.user.findMany({ where: { email: { in: emails } }, select: { id: true } });
  await lockRows(
    tx,
    "users",
    people.map(({ id }) => id),
  );
  const planned = await plan(tx, lines);
  await writeMembers(tx, viewer, planned.members);
  await writeEntries(tx, viewer, planned.entries);
  return countsOf(planned);
}

/** As an admin's decision about each (affiliation.ts): notifies them and reloads their screens. */
async function writeMembers(tx: Tx, viewer: Viewer, members: ChangedMember[]): Promise<void> {
  if (members.length === 0) return;
  await tx.sql`
    UPDATE users u SET role = m.role::"MemberRole", department = m.department, batch = m.batch, updated_at = now()
    FROM unnest(${members.map(({ id }) => id)}::uuid[], ${members.map(({ role }) => role)}::text[],
      ${members.map(({ department }) => department)}::text[], ${members.map(({ batch }) => batch)}::smallint[])
      AS m(id, role, department, batch)
    WHERE u.id = m.id`;
  await tx.sql`
    UPDATE affiliation_requests a SET state = 'confirmed', decided_by_id = ${viewer.id}::uuid, decided_at = now()
    FROM users u WHERE u.id = a.user_id AND u.role = a.role AND a.state = 'pending'
      AND u.id = ANY(${members.map(({ id }) => id)}::uuid[])`;
  for (const { id, role } of members.filter(({ isMoved }) => isMoved)) {
    const about = { receiverId: id, type: "affiliation", postId: null } as const;
    await notifyOfficially(tx, { ...about, message: ROLE_SAID[role] });
  }
  afterCommit(tx, () => {
    for (const { id } of members) publishSafety(id);
  });
}

async function writeEntries(tx: Tx, viewer: Viewer, entries: Plan["entries"]): Promise<void> {
  const column = <K extends keyof RosterLine>(name: K) => entries.map(({ line }) => line[name]);
  await tx.sql`
    INSERT INTO roster_entries AS r (email, name, college_name, role, department, batch, added_by_id)
    SELECT e.email, e.name, e.college, e.role::"MemberRole", e.department, e.batch, ${viewer.id}::uuid
    FROM unnest(${column("email")}::text[], ${column("name")}::text[], ${column("collegeName")}::text[],
      ${column("role")}::text[], ${column("department")}::text[], ${column("batch")}::smallint[])
      AS e(email, name, college, role, department, batch)
    ON CONFLICT (email) DO UPDATE SET
      name = coalesce(nullif(excluded.name, ''), r.name), role = excluded.role,
      college_name = excluded.college_name, department = coalesce(excluded.department, r.department),
      batch = coalesce(excluded.batch, r.batch), added_by_id = excluded.added_by_id, created_at = now(),
      invited_at = CASE WHEN r.email <> ALL(${entries.flatMap(({ line, isInvited }) => (isInvited ? line.email : []))}::text[])
        THEN r.invited_at END`;
}
