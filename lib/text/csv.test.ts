import { csvLine } from "@/lib/text/csv";

test("a line has its values in order and in quotes; an absent one is empty", () => {
  expect(csvLine(["Asha Nair", 12, null, "x"])).toBe('"Asha Nair","12","","x"\r\n');
});

test.each([
  ["Rao, Kabir", '"Rao, Kabir"'],
  ['The "Doc"', '"The ""Doc"""'],
  ["two\nlines", '"two\nlines"'],
  ["0901CS-211099; a+b=c @ MITS", '"0901CS-211099; a+b=c @ MITS"'],
])("%j stays as it is", (value, field) => {
  expect(csvLine([value])).toBe(`${field}\r\n`);
});

test.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  [" =1", "' =1"],
  ["\t=1", "\t'=1"],
  ["x;=1+1", "x;'=1+1"],
  ["x,\u00a0+1|-1\r\n@1", "x,'\u00a0+1|'-1\r\n'@1"],
  ['x;"=1', 'x;\'""=1'],
  ["＝1+1", "'＝1+1"],
  ["x;＋1", "x;'＋1"],
  ["﹣1", "'﹣1"],
  ["＠SUM(A1)", "'＠SUM(A1)"],
])("%j is no formula", (value, text) => {
  expect(csvLine([value])).toBe(`"${text}"\r\n`);
});
