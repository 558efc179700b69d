import { readFileSync } from "node:fs";
import { parseCampusFile } from "@/lib/campus/schema";
import { readStudentNumber } from "@/lib/profiles/student-number";

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
