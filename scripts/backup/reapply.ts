import { readFileSync } from "node:fs";
import { type Standing, standingSchema } from "@/lib/moderation/server/standing";
import { reapplyStanding } from "@/lib/personal-data/server/reapply";
import { finishWork } from "@/lib/platform/after-response";
import { disconnect } from "@/lib/platform/db-connections";
import { flushChanges } from "@/lib/platform/realtime";
import { runCli } from "../cli/run-cli.mjs";

/** Makes hold again what the file named by its argument says, after a restore. */
await runCli(async () => {
  const lines = readFileSync(process.argv[2] ?? "", "utf8").split("\n");
  try {
    const { deleted, changed } = await reapplyStanding(lines.flatMap(parsed));
    await finishWork();
    await flushChanges();
    console.log(`${deleted} deleted again, suspensions or bans of ${changed} changed`);
  } finally {
    await disconnect();
  }
});

/** A line that a crash has cut off is of a change that was never confirmed to anyone. */
function parsed(line: string): Standing[] {
  try {
    return [standingSchema.parse(JSON.parse(line))];
  } catch {
    return [];
  }
}
