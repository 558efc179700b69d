import { readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { CliError } from "../cli/cli-error.mjs";

/** @typedef {import("./archive.mjs").Manifest} Manifest */

/**
 * Shows who would be on the staff after a restore: a backup decides who has power over the campus.
 * @param {Manifest} manifest
 * @param {string} folder of the unpacked backup
 */
export function printStaff({ tables, takenAt }, folder) {
  const columns = tables.find(({ name }) => name === "users")?.columns ?? [];
  const rows = readFileSync(path.join(folder, "tables/users.copy"), "utf8").split("\n");
  const staff = rows.flatMap((row) => {
    const values = row.split("\t");
    const textOf = (/** @type {string} */ column) => values[columns.indexOf(column)] ?? "\\N";
    if (textOf("staff_role") === "\\N") return [];
    // What a terminal would obey is left out: the name is anyone's.
    const [role, name, email] = ["staff_role", "name", "email"].map((column) =>
      textOf(column).replaceAll(/\\(.)|\p{C}/gu, (_, escaped = "") => (escaped === "\\" ? "\\" : "")),
    );
    return [`  ${role?.padEnd(9)}  ${name} <${email}>`];
  });
  console.log(`\nThe staff in this backup of ${takenAt}:\n${staff.sort().join("\n") || "  no one"}\n`);
}

/**
 * Asks the person who restores.
 * @throws {CliError} unless they agree
 */
export async function askToGoOn() {
  if (!process.stdin.isTTY) {
    throw new CliError("Nothing was changed: pass --yes if these may decide about the campus.");
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question("May these decide about the campus? (yes/no) ");
  terminal.close();
  if (answer.trim().toLowerCase() !== "yes") throw new CliError("Nothing was changed.");
}
