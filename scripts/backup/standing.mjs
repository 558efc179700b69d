import { appendFileSync, existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { inTransaction } from "./tables.mjs";

/**
 * Who was deleted or suspended (lib/moderation/server/standing.ts) and what else was taken
 * (lib/personal-data/server/revocations.ts), from the database at `url` into the file next to it,
 * before a restore replaces the database. From there it is applied again, also when the restore is
 * interrupted and repeated.
 * @param {string} url
 * @param {string} dataDir
 * @returns {Promise<string | undefined>} the file, if there is any
 */
export async function saveStanding(url, dataDir) {
  const file = path.join(dataDir, "standing.jsonl");
  const known = existsSync(file) ? readFileSync(file, "utf8") : "";
  const lines = await inTransaction(url, "BEGIN READ ONLY", async (client) => {
    const { rows } = await client.query(
      `SELECT at, person_id AS "personId", is_deleted AS "isDeleted", suspensions FROM standing_changes ORDER BY id`,
    );
    const { rows: revocations } = await client.query(
      `SELECT at, subject, subject_id AS "subjectId", state FROM revocations ORDER BY id`,
    );
    return [...rows, ...revocations].map((row) => JSON.stringify(row));
  });
  const filed = new Set(known.split("\n"));
  const added = lines.filter((line) => !filed.has(line));
  // A line that a crash has cut off ends here.
  if (added.length > 0) appendFileSync(file, `${known && "\n"}${added.join("\n")}\n`, { mode: 0o600 });
  return existsSync(file) ? file : undefined;
}
