import { capitaliseName, commentAuthorName } from "@/lib/text/names";

describe("a name as it is stored", () => {
  test.each([
    ["riya tester", "Riya Tester"],
    ["RIYA TESTER", "Riya Tester"],
    ["j.p. d'souza-rao", "J.P. D'Souza-Rao"],
    ["ÉLODIE ÑANDÚ", "Élodie Ñandú"],
    ["0901CS221045 ISHITA", "0901CS221045 Ishita"],
    ["Fiona McDonald", "Fiona McDonald"],
    ["Ana de la Cruz", "Ana de la Cruz"],
    ["riya Tester", "riya Tester"],
    ["अमित शाह", "अमित शाह"],
    ["", ""],
  ])("%j is %j", (typed, stored) => {
    expect(capitaliseName(typed)).toBe(stored);
    expect(capitaliseName(stored)).toBe(stored);
  });
});

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
