import { readFileSync } from "node:fs";
import { parseCampusFile } from "@/lib/campus/schema";
import { ENGLISH } from "@/lib/language/translator";
import { COLLEGES } from "@/lib/product";
import {
  type AffiliationParts,
  affiliationInWords,
  affiliationLabel,
  handleOf,
  isSameClass,
} from "@/lib/profiles/affiliation";
import { canEditProfile, canExport, canJoinCircle, isProfileComplete } from "@/lib/profiles/policy";
import { nameField, profileBody, usernameField } from "@/lib/profiles/schema";
import { readStudentNumber } from "@/lib/profiles/student-number";

/** The rules of profiles. */

describe("affiliation", () => {
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
});

describe("policy", () => {
  test("people can edit and download only their own profile", () => {
    for (const rule of [canEditProfile, canExport]) {
      expect(rule({ id: "a" }, "a")).toBe(true);
      expect(rule({ id: "a" }, "b")).toBe(false);
    }
  });

  test("people can join every circle but their own", () => {
    expect(canJoinCircle({ id: "a" }, "b")).toBe(true);
    expect(canJoinCircle({ id: "a" }, "a")).toBe(false);
  });
});

describe("schema", () => {
  describe("a profile", () => {
    const complete = { name: "Ishita Verma", collegeName: "MITS", email: "i@mitsgwl.ac.in" };

    test.each([
      [complete, true],
      [{ ...complete, name: "Anonymous User" }, false],
      [{ ...complete, name: "" }, false],
      [{ ...complete, collegeName: "--" }, false],
      [{ ...complete, collegeName: "" }, false],
      [{ ...complete, email: "" }, false],
    ])("%j is complete: %s", (profile, isComplete) => {
      expect(isProfileComplete(profile)).toBe(isComplete);
    });

    test("a name has 2 to 80 characters, counted as graphemes", () => {
      expect(nameField.safeParse("🙂").success).toBe(false);
      expect(nameField.safeParse("Al").success).toBe(true);
      expect(nameField.safeParse("🙂".repeat(80)).success).toBe(true);
      expect(nameField.safeParse("a".repeat(81)).success).toBe(false);
    });

    test.each([
      "email",
      "role",
      "verified",
      "_id",
      "usernameChangedAt",
      "followersCount",
      "postsCount",
      "passwordHash",
      "isActive",
      "provider",
      "searchName",
      "avatarId",
    ])("%s is read-only", (field) => {
      expect(profileBody.parse({ name: "Dev Patel", [field]: "x" })).toEqual({ name: "Dev Patel" });
    });

    test.each([
      { name: { contains: "a" } },
      { bio: ["a"] },
      { collegeName: "Elsewhere" },
      { bio: "x".repeat(301) },
      [],
    ])("%j is rejected", (body) => {
      expect(profileBody.safeParse(body).success).toBe(false);
    });
  });

  describe("a username", () => {
    test.each([
      ["ishita", "ishita"],
      ["  Ishita.V2 ", "ishita.v2"],
      ["123", "123"],
      ["a.b.c", "a.b.c"],
      ["a".repeat(30), "a".repeat(30)],
      ["supporter", "supporter"],
    ])("%j is stored as %j", (typed, username) => {
      expect(usernameField.parse(typed)).toBe(username);
    });

    test.each([
      "",
      "ab",
      "a".repeat(31),
      ".ishita",
      "ishita.",
      "ishita..v",
      "ishita verma",
      "@ishita",
      "ishita_v",
      "ishíta",
      "इशिता",
      "\u212Aabir",
      "a\u0000b",
      "admin",
      "Admin",
      "campus.circle",
      "mits.gwl",
      "fee.support",
    ])("%j can't be chosen, and the message gives the reason", (typed) => {
      expect(usernameField.safeParse(typed).error?.issues[0]?.message).toMatch(/\.$/);
    });
  });
});

describe("student number", () => {
  const [mits] = parseCampusFile(readFileSync("campus/mits.json", "utf8"), "mits.json").colleges;

  test.each([
    ["0901CS231004", "CSE", 2027],
    ["0901EC221033", "ECE", 2026],
    [" 0901 cs 23 1004 ", "CSE", 2027],
    ["0901-CS-23-1004", "CSE", 2027],
    ["0901/CM/26/12", "CHE", 2030],
    ["0901AI001001", "AIR", 2004],
  ])("%j is of %s, %d", (number, department, batch) => {
    expect(readStudentNumber(number, mits, 2026)).toEqual({ department, batch });
  });

  test.each([
    ["an employee's", "EMP1042"],
    ["digits alone", "2023456"],
    ["unknown letters", "0901ZZ231004"],
    ["someone admitted next year", "0901CS271004"],
    ["no number within the year", "0901CS23"],
    ["no college", "CS231004"],
    ["something behind it", "0901CS231004X"],
    ["other digits", "०९०१CS२३१००४"],
    ["nothing", ""],
    ["a sentence", "I have no number yet"],
  ])("%s says nothing: %s", (_, number) => {
    expect(readStudentNumber(number, mits, 2026)).toBeUndefined();
  });

  test("each college has its own letters, and may have neither departments nor programmes", () => {
    const other = {
      departments: [{ code: "PHYS", name: "Physics", idCodes: ["P", "PHY"] }],
      programmes: [{ code: "BSC", name: "Bachelor of Science", years: 3 }],
    };
    expect(readStudentNumber("12PHY24007", other, 2026)).toEqual({ department: "PHYS", batch: 2027 });
    expect(readStudentNumber("0901CS231004", other, 2026)).toBeUndefined();
    expect(readStudentNumber("12P24007", { ...other, programmes: [] }, 2026)).toEqual({
      department: "PHYS",
      batch: null,
    });
    expect(readStudentNumber("0901CS231004", { departments: [], programmes: [] }, 2026)).toBeUndefined();
  });
});
