import { csvLine } from "@/lib/text/csv";

test("a line has its values in order; an absent one is empty", () => {
  expect(csvLine(["Asha Nair", 12, null, "x"])).toBe("Asha Nair,12,,x\r\n");
});

test.each([
  ["Rao, Kabir", '"Rao, Kabir"'],
  ['The "Doc"', '"The ""Doc"""'],
  ["two\nlines", '"two\nlines"'],
])("%j is quoted", (value, field) => {
  expect(csvLine([value])).toBe(`${field}\r\n`);
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])("%j is no formula", (value) => {
  expect(csvLine([value])).toBe(`'${value}\r\n`);
});
