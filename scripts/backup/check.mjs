import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { onStop } from "../cli/shutdown.mjs";
import { step } from "../cli/steps.mjs";
import { createDatabase } from "../embedded/database.mjs";
import { applyMigrations } from "../embedded/migrations.mjs";
import { startPostgres } from "../embedded/postgres.mjs";
import { unpackArchive } from "./archive.mjs";
import { assertSameTables, loadTables } from "./load.mjs";
import { printStaff } from "./staff.mjs";

const DATABASE = "rehearsal";

/**
 * Restores a backup into a database of its own, which is deleted afterwards: every checksum, row
 * count, foreign key and constraint holds, or it throws. No other database or folder is touched.
 * @param {string} file
 * @param {import("./archive.mjs").Expected} expected
 * @throws {import("../cli/cli-error.mjs").CliError} when the backup cannot be restored here
 */
export async function checkBackup(file, expected) {
  const scratch = mkdtempSync(path.join(tmpdir(), "campus-circle-rehearsal-"));
  onStop(async () => rmSync(scratch, { recursive: true, force: true, maxRetries: 10 }));
  const folder = path.join(scratch, "backup");
  const manifest = await unpackArchive(file, folder, expected);
  assertSameTables(manifest);
  printStaff(manifest, folder);
  await step("Restore it into a database of its own", async () => {
    const postgres = await startPostgres(path.join(scratch, "data"), { fsync: "off" });
    onStop(postgres.stop);
    await createDatabase(postgres.url("postgres"), DATABASE);
    const url = postgres.url(DATABASE);
    await applyMigrations(url);
    await loadTables(manifest, { url, folder });
  });
  const rowsOf = (/** @type {string} */ name) =>
    manifest.tables.find((table) => table.name === name)?.rows ?? 0;
  console.log(
    `\nIt can be restored: ${rowsOf("users")} people, ${rowsOf("posts")} posts, ${rowsOf("comments")} comments and ` +
      `${rowsOf("messages")} messages of ${manifest.takenAt}, and ${manifest.media ?? "no"} media files.`,
  );
}
