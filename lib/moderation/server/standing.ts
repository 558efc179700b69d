import "server-only";
import { appendFileSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import * as z from "zod";
import { afterCommit, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/**
 * Who was deleted and who is suspended, as a list that only grows: in the database, and in a file
 * next to the media for the day the database is lost. A restore reads both, so that it brings back
 * neither deleted people nor undone bans. It has ids and no words.
 */

const suspensionSchema = z.object({
  id: z.uuid(),
  outcome: z.enum(["suspended", "banned"]),
  days: z.int().nullable(),
  createdAt: z.coerce.date(),
  confirmedAt: z.coerce.date().nullable(),
});

/** What holds for a person from a moment on: all suspensions in force, or that they are gone. */
export const standingSchema = z.object({
  at: z.coerce.date(),
  personId: z.uuid(),
  isDeleted: z.boolean(),
  suspensions: z.array(suspensionSchema),
});
export type Standing = z.infer<typeof standingSchema>;

/** The name of the file in DATA_DIR, with one line of JSON a change, here or of a revocation. */
const STANDING_FILE = "standing.jsonl";

/** Adds to the list, in the transaction that changes it. */
export async function noteStanding(tx: Tx, change: Omit<Standing, "at">): Promise<void> {
  const { personId, isDeleted } = change;
  const entry = standingSchema.parse({ ...change, at: new Date() });
  const suspensions = JSON.parse(JSON.stringify(entry.suspensions));
  await tx.standingChange.create({ data: { at: entry.at, personId, isDeleted, suspensions } });
  // At once, before the change is acknowledged.
  afterCommit(tx, () => {
    try {
      fileStanding([entry]);
    } catch (err) {
      log().error({ err }, "the list of deletions and bans beside the database was not written");
    }
  });
}

/** Adds lines to the file next to the database. Functions on Vercel keep no files. */
export function fileStanding(entries: object[]): void {
  if (env().VERCEL || entries.length === 0) return;
  const folder = resolve(/* turbopackIgnore: true */ env().DATA_DIR);
  mkdirSync(folder, { recursive: true });
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`).join("");
  appendFileSync(join(folder, STANDING_FILE), lines, { mode: 0o600 });
}
