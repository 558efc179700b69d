import { lookAlikeWords } from "@/lib/text/look-alikes";

test.each([
  "MITS Official",
  "ΜΙΤЅ 0fficial",
  "ｍｉｔｓ ０ｆｆｉｃｉａｌ",
  "M1TS, Offícial!",
  "𝐌𝐈𝐓𝐒 оfficiаl",
])("%j looks like the college", (name) => {
  expect(lookAlikeWords(name)).toEqual(lookAlikeWords("mits official"));
});

test("other words look different, and other scripts are left alone", () => {
  expect(lookAlikeWords("Amit")).not.toEqual(lookAlikeWords("mits"));
  expect(lookAlikeWords("अमित सिंह")).toHaveLength(2);
});
