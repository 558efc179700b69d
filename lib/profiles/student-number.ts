import type { CollegeLists } from "@/lib/campus/campus";

/** What a college number says of its student. */
export type NumberSays = { department: string; batch: number | null };

/** `0901CS231004`: the college, letters of the branch, year of admission, and which one of them. */
const STUDENT_NUMBER = /^\d{2,6}([A-Z]{1,6})(\d{2})\d{2,6}$/;

/**
 * The department and year of graduation that a student's number contains, by the letters that the
 * college's list gives its departments, and the years of its first programme; without a programme
 * no year. Undefined for letters that no department has, for someone who would be admitted after
 * this year, and for anything else that is no such number.
 */
export function readStudentNumber(
  number: string,
  { departments, programmes }: CollegeLists,
  thisYear: number = new Date().getFullYear(),
): NumberSays | undefined {
  const [, letters = "", digits] = STUDENT_NUMBER.exec(number.replace(/[\s/-]/g, "").toUpperCase()) ?? [];
  const department = departments.find(({ idCodes }) => idCodes.includes(letters))?.code;
  const admitted = 2000 + Number(digits);
  if (!department || admitted > thisYear) return undefined;
  const [usual] = programmes;
  return { department, batch: usual ? admitted + usual.years : null };
}
