import type { CampusFile } from "@/lib/campus/schema";
import type { UtcOffset } from "@/lib/campus/utc-offsets";

/**
 * What both sides know of the campus file. The server reads the file (server/campus.ts); the HTML
 * of every page hands the same to the browser (client/campus.ts). `#campus` in package.json is the
 * one that fits.
 */
export type Campus = Pick<CampusFile, "name" | "operator"> & {
  colleges: readonly [College, ...College[]];
  /** When the clocks of its time zone change (`utcOffsets`). */
  utcOffsets: readonly UtcOffset[];
};

/** A supported college. */
export type College = Omit<CampusFile["colleges"][number], "departments" | "programmes">;

/** Each has a code, a name and the codes of student numbers. */
export type Department = CampusFile["colleges"][number]["departments"][number];
export type Programme = CampusFile["colleges"][number]["programmes"][number];

/** What the server alone knows of a college, and hands to the pages that need it. */
export type CollegeLists = { departments: readonly Department[]; programmes: readonly Programme[] };

/** The id of the element that hands the campus to the browser. */
export const CAMPUS_ELEMENT = "campus";
