import { ENGLISH } from "@/lib/language/translator";
import { type AffiliationParts, affiliationInWords, affiliationLabel } from "@/lib/profiles/affiliation";

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
