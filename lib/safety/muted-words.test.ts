import { db } from "@/lib/platform/db";
import { mutedPattern } from "@/lib/safety/muted-words";
import { WORDS_MAX } from "@/lib/safety/policy";
import { wordField } from "@/lib/safety/schema";
import { useTestDatabase } from "@/tests/test-db";

/** The patterns as PostgreSQL reads them, in a database whose locale may be C. */

beforeAll(useTestDatabase);

async function matches(words: string[], text: string): Promise<boolean | null> {
  const pattern = mutedPattern(words.map((word) => wordField.parse(word)));
  const [row] = await db().sql<{ found: boolean | null }>`SELECT fold_name(${text}) ~ ${pattern} AS found`;
  return row?.found ?? null;
}

test.each([
  ["exam", "The EXAM is near"],
  ["exam", "[exam]"],
  ["exam", "(Exam)…"],
  ["exam", "one\nexam\ntwo"],
  ["exam", "see #Exam"],
  ["Exam Week", "exam \n WEEK!"],
  ["привет", "ПРИВЕТ, мир"],
  ["ÇAĞRI", "çağrı ÇAĞRI"],
  ["istanbul", "in Istanbul"],
  ["İSTANBUL", "in İstanbul"],
  ["straße", "STRASSE 5"],
  ["ΟΔΟΣ", "οδος"],
  ["परीक्षा", "कल परीक्षा।"],
  ["खान", "ख़ान जी"],
  ["ज़मीन", "जमीन पर"],
  ["café", "at the Cafe"],
  ["exam", "ex\u00adam, e\u200bxam"],
  ["exam", "Ｅｘａｍ"],
  ["don't", "Don’t go"],
  ["#क्\u200dष", "see #क्ष"],
  ["क्षत्रिय", "वह क्षत्रिय है"],
  ["امتحان", "غدا امتحان؟"],
  ["試験", "明日は試験です"],
  ["สอบ", "พรุ่งนี้สอบแล้ว"],
  ["🔥🔥", "hot🔥🔥🔥"],
  ["👩🏽‍🚀 go", "👩🏽‍🚀 go!"],
  [".*", "a .* b"],
  ["c++", "I love C++."],
  ["(a|b)[c]\\d{2}^$?", "x(A|b)[c]\\D{2}^$?"],
  ["***:x", "see ***:X"],
  ["(?i)x", "see (?i)x"],
  ["\\\\", "a \\\\ b"],
  ["#exam", "before #Exam, after"],
  ["#परीक्षा", "कल #परीक्षा।"],
])("%j is found in %j", async (word, text) => {
  expect(await matches([word], text)).toBe(true);
});

test.each([
  ["exam", "example"],
  ["exam", "myexam"],
  ["exam", "exam_week"],
  ["परीक्षा", "परीक्षाएँ"],
  ["привет", "приветы"],
  [".*", "anything"],
  ["a|b", "a and b"],
  ["#exam", "exam"],
  ["#exam", "#exams"],
  ["#exam", "/#exam"],
  ["#exam", "a#exam"],
])("%j is not found in %j", async (word, text) => {
  expect(await matches([word], text)).toBe(false);
});

test.each([
  ["exam", true],
  ["Exams", true],
  ["exam week", true],
  ["c", false],
  ["cat", true],
  ["C++", true],
  ["c+", false],
  ["🔥", false],
  ["🔥🔥", true],
  ["example", false],
  ["week", false],
  ["🎓 exam🎓", true],
])("words that begin alike are distinguished in %j", async (text, isFound) => {
  expect(await matches(["exam", "exams", "exam week", "cat", "c++", "🔥🔥"], text)).toBe(isFound);
});

test("two hundred words are one pattern of a few thousand characters", async () => {
  const words = Array.from({ length: WORDS_MAX - 3 }, (_, number) => `word number ${number}`);
  const all = [...words, "#tag", "🔥🔥", "परीक्षा"];
  expect(mutedPattern(all)?.length).toBeLessThan(25_000);
  for (const text of ["Word  number 196!", "a #tag", "so 🔥🔥", "परीक्षा"]) {
    expect(await matches(all, text)).toBe(true);
  }
  expect(await matches(all, "word number 1960")).toBe(false);
});

test("a word that nothing is left of when folded mutes nothing", () => {
  expect(mutedPattern(["ـــ"])).toBeNull();
});

test("without words there is no pattern, and nothing is found", async () => {
  expect(mutedPattern([])).toBeNull();
  expect(await matches([], "anything")).toBeNull();
});
