import "server-only";
import { CsvError, parse } from "csv-parse/sync";
import { emailField } from "@/lib/accounts/schema";
import type { College } from "@/lib/campus/campus";
import { departments } from "@/lib/campus/server/campus";
import { IMPORT_MAX, LINE_PROBLEMS, ROSTER_COLUMNS, type RosterColumn } from "@/lib/college/policy";
import type { RejectedLine } from "@/lib/college/schema";
import { ApiError } from "@/lib/platform/errors";
import { collegeByEmail } from "@/lib/product";
import { MEMBER_ROLES, type MemberRole } from "@/lib/profiles/affiliation";
import { BATCH_MIN, batchMax } from "@/lib/profiles/policy";
import { nameField } from "@/lib/profiles/schema";
import { countOf } from "@/lib/text/counts";

/** The college's list of addresses as spreadsheets write it, read line by line. */

/** What one line says. Empty cells are null, and an empty name is empty. */
export type RosterLine = {
  email: string;
  name: string;
  collegeName: string;
  role: MemberRole;
  department: string | null;
  batch: number | null;
};

type Line = { line: number; cells: Record<RosterColumn, string> };

/**
 * What each line says, and which are wrong and why. `college` is the one of addresses that belong
 * to none. Throws `validation` for a file that is no such table or has too many lines.
 */
export function readRoster(csv: string, college: College): { lines: RosterLine[]; rejected: RejectedLine[] } {
  const lines = new Map<string, RosterLine>();
  const rejected: RejectedLine[] = [];
  for (const { line, cells } of readLines(csv)) {
    const read = readLine(cells, college);
    const reason = typeof read === "string" ? read : lines.has(read.email) && LINE_PROBLEMS.repeated;
    if (reason) rejected.push({ line, reason });
    else if (typeof read !== "string") lines.set(read.email, read);
  }
  return { lines: [...lines.values()], rejected };
}

const invalid = (message: string, cause?: unknown) => new ApiError("validation", message, { cause });

/** The lines below the one that names the columns. */
function readLines(csv: string): Line[] {
  // Excel separates by semicolons where the comma is the decimal sign.
  const [head = ""] = csv.split(/\r?\n/, 1);
  const delimiter = [";", "\t"].find((sign) => head.includes(sign)) ?? ",";
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(csv, {
      delimiter,
      bom: true,
      info: true,
      trim: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      // The line of columns, and one too many.
      to: IMPORT_MAX + 2,
    }) as unknown as typeof records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw invalid(`Line ${error.lines} has a quotation mark that opens or closes no cell.`, error);
  }
  const [first, ...rest] = records;
  const columns = (first?.record ?? []).map((name) => name.toLowerCase());
  const unknown = columns.find((name) => !ROSTER_COLUMNS.some((column) => column === name));
  const isComplete = columns.includes("email") && columns.includes("role");
  if (unknown !== undefined || !isComplete || new Set(columns).size < columns.length) {
    throw invalid(`The first line has to name the columns: ${ROSTER_COLUMNS.join(",")}.`);
  }
  if (rest.length > IMPORT_MAX) {
    throw invalid(`A file can have ${countOf(IMPORT_MAX, "line")} at most. Please divide it.`);
  }
  return rest.map(({ record, info }) => {
    const cell = (name: RosterColumn) => record[columns.indexOf(name)] ?? "";
    const cells = Object.fromEntries(ROSTER_COLUMNS.map((name) => [name, cell(name)])) as Line["cells"];
    return { line: info.lines, cells };
  });
}

/** What a line says, or what is wrong with it. */
function readLine(cells: Line["cells"], college: College): RosterLine | string {
  const email = emailField.safeParse(cells.email);
  if (!email.success) return email.error.issues[0]?.message ?? LINE_PROBLEMS.email;
  const role = MEMBER_ROLES.find((known) => known === cells.role.toLowerCase());
  if (!role) return LINE_PROBLEMS.role;
  const own = collegeByEmail(email.data);
  if (!own && role !== "alumni") return LINE_PROBLEMS.domain;
  const name = cells.name === "" ? { success: true as const, data: "" } : nameField.safeParse(cells.name);
  if (!name.success) return name.error.issues[0]?.message ?? LINE_PROBLEMS.name;
  const collegeName = (own ?? college).code;
  const department = departments(collegeName).find(
    ({ code }) => code.toLowerCase() === cells.department.toLowerCase(),
  );
  if (cells.department !== "" && !department) return LINE_PROBLEMS.department;
  const batch = cells.batch === "" ? null : Number(cells.batch);
  const isYear = batch === null || (/^\d{4}$/.test(cells.batch) && batch >= BATCH_MIN && batch <= batchMax());
  if (!isYear) return LINE_PROBLEMS.batch;
  return {
    email: email.data,
    name: name.data,
    collegeName,
    role,
    department: department?.code ?? null,
    batch,
  };
}
