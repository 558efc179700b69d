import { db } from "@/lib/platform/db";
import { fold } from "@/lib/text/fold";
import { useTestDatabase } from "@/tests/test-db";

/** The function `fold_name` of the migrations, which search compares names by. */

beforeAll(useTestDatabase);

/** Rare letters whose other case Unicode added from 2018 on: databases may have older tables. */
const NEW_CASES = [
  [0x1c80, 0x1cbf],
  [0x2c2f, 0x2c2f],
  [0xa7b8, 0xa7ff],
  [0x10570, 0x105bf],
  [0x10d50, 0x10d65],
  [0x16e40, 0x16ebf],
] as const;
const isNewCase = (code: number) => NEW_CASES.some(([from, to]) => code >= from && code <= to);

test("the database folds every character like this", async () => {
  const codes = Array.from({ length: 0x1f000 }, (_, code) => code).filter(
    (code) =>
      code > 0 &&
      !(code >= 0xd800 && code <= 0xf8ff) &&
      !isNewCase(code) &&
      /\P{Cn}/u.test(String.fromCodePoint(code)),
  );
  const texts = codes.map((code) => `A${String.fromCodePoint(code)}b`);
  const rows = await db().sql<{ folded: string }>`
    SELECT fold_name(text) AS folded FROM unnest(${texts}::text[]) WITH ORDINALITY AS each (text, place) ORDER BY place`;
  const different = texts.filter((text, index) => fold(text) !== rows[index]?.folded);
  expect(different.map((text) => text.codePointAt(1)?.toString(16))).toEqual([]);
});
