import { departments, programmes } from "@/lib/campus/server/campus";
import type { Prisma } from "@/prisma/generated/client/client";
import type { Person, Student } from "./people";

/** What the demo campus's people are at the college. What another college lacks is left out. */

/** `0901CS231004`: the college, the branch, the year of admission, and which one of them. */
const COLLEGE_ID = /^\d{4}([A-Z]{2})(\d{2})\d*(\d)$/;
const DAY = 86_400_000;

type Affiliation = Pick<
  Prisma.UserCreateManyInput,
  "role" | "department" | "programme" | "batch" | "section" | "whoSeesBatch" | "isListed"
>;

export function affiliationOf(person: Student & Partial<Person>, college: string): Affiliation {
  const { role = "student", waits, hidesBatch, isUnlisted } = person;
  return {
    role,
    department: waits ? null : departmentOf(person, college),
    ...studiesOf(person, college),
    whoSeesBatch: hidesBatch ? "circle" : "everyone",
    isListed: !isUnlisted,
  };
}

function departmentOf({ collegeId, department }: Student & Partial<Person>, college: string): string | null {
  const [, branch = ""] = COLLEGE_ID.exec(collegeId) ?? [];
  const isTheirs = (code: string, idCodes: string[]) => code === department || idCodes.includes(branch);
  return departments(college).find(({ code, idCodes }) => isTheirs(code, idCodes))?.code ?? null;
}

/** The class of students and graduates. Even and odd numbers are its two sections. */
function studiesOf({ collegeId, role }: Student & Partial<Person>, college: string) {
  const [, branch, admitted, last] = COLLEGE_ID.exec(collegeId) ?? [];
  if (!branch) return {};
  const code = branch === "AR" ? "BARCH" : "BTECH";
  const programme = programmes(college).find((one) => one.code === code);
  return {
    programme: programme?.code ?? null,
    batch: 2000 + Number(admitted) + (programme?.years ?? 4),
    section: role ? null : Number(last) % 2 ? "B" : "A",
  };
}

/** What waits for the college's admins. */
export function affiliationRequestsOf(
  users: { id: string; person?: Person }[],
  college: string,
  now: number,
): Prisma.AffiliationRequestCreateManyInput[] {
  return users.flatMap(({ id, person }) => {
    if (!person?.waits) return [];
    const { role, days } = person.waits;
    const department = departmentOf(person, college);
    return { userId: id, role, department, createdAt: new Date(now - days * DAY) };
  });
}
