import { readFileSync } from "node:fs";
import type { Campus, College, Department, Programme } from "@/lib/campus/campus";
import { type CampusFile, CampusFileError, parseCampusFile } from "@/lib/campus/schema";
import { utcOffsets } from "@/lib/campus/utc-offsets";

/** The campus file, read and checked once in a process. A mistake in it stops the start. */

const DEFAULT_FILE = "campus/mits.json";
const YEAR = 366 * 24 * 60 * 60_000;

function readCampusFile(): CampusFile {
  // biome-ignore lint/style/noProcessEnv: a build needs it without the rest of the environment
  const name = process.env.CAMPUS_FILE || DEFAULT_FILE;
  let json: string;
  try {
    json = readFileSync(/* turbopackIgnore: true */ name, "utf8");
  } catch (error) {
    throw new CampusFileError(
      `CAMPUS_FILE ${name} cannot be read: ${error instanceof Error ? error.message : error}.`,
    );
  }
  return parseCampusFile(json, name);
}

/** All that the file says. */
export const campusFile = readCampusFile();

const [first, ...others] = campusFile.colleges;
const shown = ({ departments: _, programmes: __, ...college }: typeof first): College => college;

/** What both sides know. */
export const campus: Campus = {
  name: campusFile.name,
  operator: campusFile.operator,
  colleges: [shown(first), ...others.map(shown)],
  utcOffsets: utcOffsets(campusFile.timeZone, Date.UTC(2025), Date.now() + 2 * YEAR),
};

const collegeOf = (code: string) => campusFile.colleges.find((college) => college.code === code);

/** The departments of a college, as the campus file lists them; none for an unknown code. */
export const departments = (collegeCode: string): readonly Department[] =>
  collegeOf(collegeCode)?.departments ?? [];

/** The programmes of a college, as the campus file lists them; none for an unknown code. */
export const programmes = (collegeCode: string): readonly Programme[] =>
  collegeOf(collegeCode)?.programmes ?? [];
