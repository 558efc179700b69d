import "server-only";
import { appendFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { afterCommit, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/**
 * Who was deleted and who is suspended, as a list that only grows: in the database, and in a file
 * beside the media for the day the database is lost. A restore reads both, so that it brings back
 * neither deleted people nor undone bans. It has ids and no words.
 */

const suspensionSchema = z.object({
  id: z.uuid(),
  outcome: z.enum(["suspended", "banned"]),
  days: z.int().nullable(),
  createdAt: z.coerce.date(),
  confirmedAt: z.coerce.date().nullable(),
});

/** What holds for a person from a moment on: all suspensions that stand, or that they are gone. */
export const standingSchema = z.object({
  at: z.coerce.date(),
  personId: z.uuid(),
  isDeleted: z.boolean(),
  suspensions: z.array(suspensionSchema),
});
export type Standing = z.infer<typeof standingSchema>;

/** The name of the file in DATA_DIR, with one line of JSON a change. */
const STANDING_FILE = "standing.jsonl";

/** Adds to the list, in the transaction that changes it. */
export async function noteStanding(tx: Tx, change: Omit<Standing, "at">): Promise<void> {
  const { personId, isDeleted } = change;
  const entry = standingSchema.parse({ ...change, at: new Date() });
  const suspensions = JSON.parse(JSON.stringify(entry.suspensions));
  await tx.standingChange.create({ data: { at: entry.at, personId, isDeleted, suspensions } });
  afterCommit(tx, () => writeLine(JSON.stringify(entry)));
}

/** At once, before the change is acknowledged. Functions on Vercel keep no files. */
function writeLine(line: string): void {
  if (env().VERCEL) return;
  try {
    const folder = resolve(/* turbopackIgnore: true */ env().DATA_DIR);
    mkdirSync(folder, { recursive: true });
    appendFileSync(join(folder, STANDING_FILE), `${line}\n`, { mode: 0o600 });
  } catch (err) {
    log().error({ err }, "the list of deletions and bans beside the database was not written");
  }
}
