import { readFileSync } from "node:fs";
import * as z from "zod";
import { standingSchema } from "@/lib/moderation/server/standing";
import { reapplyStanding } from "@/lib/personal-data/server/reapply";
import { reapplyRevocations, revocationSchema } from "@/lib/personal-data/server/revocations";
import { finishWork } from "@/lib/platform/after-response";
import { disconnect } from "@/lib/platform/db-connections";
import { flushChanges } from "@/lib/platform/realtime";
import { runCli } from "../cli/run-cli.mjs";

/**
 * Makes hold again what the file named by its first argument says, after the restore of a backup of
 * the time that its second one names.
 */
await runCli(async () => {
  const [, , file = "", takenAt = ""] = process.argv;
  const lines = z
    .array(standingSchema.or(revocationSchema))
    .parse(readFileSync(file, "utf8").split("\n").flatMap(parsed));
  const standing = lines.filter((line) => "personId" in line);
  const revocations = lines.filter((line) => "subject" in line);
  try {
    const { deleted, changed } = await reapplyStanding(standing);
    const taken = await reapplyRevocations(revocations, new Date(takenAt));
    await finishWork();
    await flushChanges();
    console.log(
      `${deleted} deleted again, suspensions or bans of ${changed} changed, ${taken} other changes made again`,
    );
  } finally {
    await disconnect();
  }
});

/** A line that a crash has cut off is of a change that was never confirmed to anyone. */
function parsed(line: string): unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
