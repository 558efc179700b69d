import { fold } from "@/lib/text/fold";

test.each([
  ["José  Nuñez", "jose nunez"],
  ["ＩＳＨＩＴＡ", "ishita"],
  ["İstanbul", "istanbul"],
  ["Łukasz Straße Fārūqī", "lukasz strasse faruqi"],
  ["D’Souza", "d'souza"],
  ["  A\tb\nC ", "a b c"],
  ["0901CS221045", "0901cs221045"],
  ["फ़रहान ख़ान", "फरहान खान"],
  ["मेरी कक्षा", "मेरी कक्षा"],
  ["নির্বাচন", "নির্বাচন"],
  ["नर\u200dम", "नरम"],
  ["أحمد مُحَمَّد", "احمد محمد"],
  ["がくせい", "がくせい"],
  ["한국", "한국"],
  ["ΟΔΥΣΣΕΥΣ", "οδυσσευσ"],
  ["fe\u00adst\u200b", "fest"],
])("%j folds to %j", (text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(fold(text.normalize("NFD"))).toBe(folded);
});
