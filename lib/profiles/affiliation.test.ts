import { ENGLISH } from "@/lib/language/translator";
import { COLLEGES } from "@/lib/product";
import {
  type AffiliationParts,
  affiliationInWords,
  affiliationLabel,
  handleOf,
  isSameClass,
} from "@/lib/profiles/affiliation";

const parts = (role: AffiliationParts["role"], department: string | null, batch: number | null) => ({
  role,
  department,
  batch,
});

test.each([
  [parts("student", "CSE", 2027), "CSE ’27", "CSE, class of 2027"],
  [parts("student", "CSE", null), "CSE", "CSE"],
  [parts("student", null, 2027), "Class of 2027", "Class of 2027"],
  [parts("student", null, null), "", ""],
  [parts("alumni", "CSE", 2005), "Alumni ’05", "Alumni, class of 2005"],
  [parts("alumni", "CSE", null), "Alumni", "Alumni"],
  [parts("faculty", "CSE", 2027), "Faculty · CSE", "Faculty · CSE"],
  [parts("faculty", null, null), "Faculty", "Faculty"],
  [parts("staff", "ME", null), "Staff · ME", "Staff · ME"],
])("%j reads %s, and aloud %s", (affiliation, label, words) => {
  expect(affiliationLabel(affiliation)).toBe(label);
  expect(affiliationInWords(affiliation, ENGLISH.t)).toBe(words);
});

test("a class is of one department and one year, and of students alone", () => {
  const mine = parts("student", "CSE", 2027);
  expect(isSameClass(mine, mine)).toBe(true);
  for (const other of [
    undefined,
    parts("student", "CSE", 2026),
    parts("student", "IT", 2027),
    parts("alumni", "CSE", 2027),
  ])
    expect(isSameClass(mine, other)).toBe(false);
  const unknown = parts("student", "CSE", null);
  expect(isSameClass(unknown, unknown)).toBe(false);
});

test("the college stands below a name only without a username, or where there are several", () => {
  const aarav = { username: "aarav.sharma", collegeName: "MITS" };
  expect(handleOf(aarav)).toBe("@aarav.sharma");
  expect(handleOf({ ...aarav, username: "" })).toBe("MITS");
  const colleges = COLLEGES as unknown as unknown[];
  colleges.push(COLLEGES[0]);
  expect(handleOf(aarav)).toBe("@aarav.sharma · MITS");
  expect(handleOf({ ...aarav, username: "" })).toBe("MITS");
  colleges.pop();
});
