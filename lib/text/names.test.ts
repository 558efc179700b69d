import { commentAuthorName, isolated, withCapitals } from "@/lib/text/names";

describe("a name above a comment", () => {
  test.each([
    ["ishita verma", "Ishita Verma"],
    ["Ishita Verma", "Ishita Verma"],
    ["0901CS221045 ishita verma", "Ishita Verma"],
    ["bt21 kabir rao", "Kabir Rao"],
    ["kabir 2nd", "Kabir 2nd"],
    ["0901CS221045", "0901CS221045"],
    ["1a 2b dev", "2b Dev"],
    ["3rd Year Rep", "Year Rep"],
    ["  meera   joshi ", "Meera Joshi"],
    ["McDonald o'brien", "McDonald O'brien"],
    ["élodie ñandú", "Élodie Ñandú"],
    ["अमित शाह", "अमित शाह"],
    ["𐐨lder", "𐐀lder"],
    ["", ""],
  ])("%j shows as %j", (name, shown) => {
    expect(commentAuthorName(name)).toBe(shown);
  });
});

test.each(["محمد علي", "דוד", "Ali علي", "ޢަލީ", "𞤀𞤣𞤢𞤥"])("%s is isolated in a sentence", (name) => {
  expect(`${isolated(name)} joined your circle`).toBe(`\u2068${name}\u2069 joined your circle`);
});

test.each(["Ishita Verma", "अमित शाह", "José <b>", "王芳", ""])("%j stays as it is in a sentence", (name) => {
  expect(isolated(name)).toBe(name);
});

test.each([
  ["riya checker", "Riya Checker"],
  ["RIYA CHECKER", "Riya Checker"],
  ["anne-marie o'brien", "Anne-Marie O'Brien"],
  ["r. k. élodie", "R. K. Élodie"],
  ["Riya Checker", undefined],
  ["riya Checker", undefined],
  ["A K", undefined],
  ["अमित शाह", undefined],
])("%s with capitals is %s", (name, written) => {
  expect(withCapitals(name)).toBe(written);
});
