import { commentAuthorName, fold, usernameBase } from "@/lib/text/names";

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

describe("a name for search", () => {
  test.each([
    ["José  Nuñez", "jose nunez"],
    ["ＩＳＨＩＴＡ", "ishita"],
    ["İstanbul", "istanbul"],
    ["  A\tb\nC ", "a b c"],
    ["0901CS221045", "0901cs221045"],
  ])("%j folds to %j", (name, folded) => {
    expect(fold(name)).toBe(folded);
  });

  test("folds NFC and NFD to the same text", () => {
    expect(fold("मेरा")).toBe(fold("मेरा".normalize("NFD")));
  });
});

describe("the base of a username", () => {
  test.each([
    ["Ishita Verma", "ishita.verma"],
    ["0901CS221045 ishita verma", "ishita.verma"],
    ["José Nuñez-García", "jose.nunez.garcia"],
    ["  ...Dev...  ", "dev"],
    ["अमित शाह", "student"],
    ["🙂🙂", "student"],
    ["%_'; DROP TABLE users", "drop.table.users"],
    ["a".repeat(60), "a".repeat(26)],
    [`${"a".repeat(25)} b`, "a".repeat(25)],
  ])("of %j is %s", (name, base) => {
    expect(usernameBase(name)).toBe(base);
  });
});
