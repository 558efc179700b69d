import { likeBeginning, searchKey, searchPatterns, searchText } from "@/lib/users/search-text";

/** Whether one of the words of `text` begins with one of the forms. */
const hasWord = (forms: string[], text: string) =>
  text.split(/[ \t]+/).some((word) => forms.some((form) => word.startsWith(form)));
const like = (pattern: string, text: string) => {
  // The patterns hold no character that LIKE or a regular expression treats specially, but for the outer per cents.
  const inner = pattern.replace(/^%|%$/g, "");
  expect(inner).not.toMatch(/[%_\\.*+?()[\]]/);
  return text.includes(inner);
};
const textOf = (name: string, username = "") => searchText({ name, username });

test("case and accents make no difference", () => {
  expect(searchKey("José  NÚÑEZ")).toBe("jose nunez");
  expect(searchKey("Zoë")).toBe(searchKey("zoe"));
  expect(searchKey("O’Brien")).toBe(searchKey("O'Brien"));
});

test.each(["%", "_", "'", '"', "\\", "🎉", "अमित", "محمد", ".*"])("%s is ordinary text", (text) => {
  const key = searchKey(text);
  expect(key).toMatch(/^(?:Z[A-Y]{5})+$/);
  expect(textOf(`Priya ${text} Nair`)).toContain(` ${key} `);
});

test("a token is found only where its character stands", () => {
  const texts = Array.from({ length: 400 }, (_, i) => searchKey(String.fromCodePoint(0x4e00 + i)));
  expect(new Set(texts).size).toBe(400);
  const joined = `${searchKey("क")}${searchKey("ख")}`;
  expect(joined.indexOf(searchKey("ख"))).toBe(6);
});

test("no name makes an entry too long for the index", () => {
  const text = searchText({ name: "🎉".repeat(80), username: "a".repeat(48) });
  expect(text.length).toBeLessThan(2_700);
});

test("each part begins a word, and the placeholder of an empty one is nothing", () => {
  expect(textOf("Asha Rao", "asha.rao")).toBe(` asha rao\t asha${searchKey(".")}rao\t`);
  expect(textOf("Asha", "")).toBe(" asha\t");
});

describe("what is looked for", () => {
  const patternsOf = (query: string) => {
    const patterns = searchPatterns(query);
    if (!patterns) throw new Error("There is nothing to look for.");
    return patterns;
  };

  test("names that begin with the whole query come first, the exact one before longer ones", () => {
    const { start } = patternsOf("Asha");
    expect(textOf("Asha").startsWith(start)).toBe(true);
    expect(textOf("Asha", "asha") < textOf("Asha Arora", "asha.arora")).toBe(true);
  });

  test("words may come in any order, and the longest narrows the index down first", () => {
    const { words } = patternsOf("ra ishita");
    expect(words).toEqual(["ishita", "ra"]);
    expect(words.every((word) => like(likeBeginning(word), textOf("Ishita Rao")))).toBe(true);
  });

  test("short words are found at the beginning of words only", () => {
    expect(patternsOf("ra").inside).toEqual([]);
    expect(patternsOf("hit ra").inside).toEqual(["%hit%", "% ra%"]);
  });

  test("an at sign before a username is not part of it", () => {
    expect(patternsOf("@asha.rao").start).toBe(` ${searchKey("asha.rao")}`);
    expect(patternsOf("@").start).toBe(` ${searchKey("@")}`);
  });

  test.each(["   ", "\u0301", ""])("of %j nothing is left to look for", (query) => {
    expect(searchPatterns(query)).toBeUndefined();
  });

  test.each([
    ["ishta", "Ishita Verma"],
    ["ishitta", "Ishita Verma"],
    ["isihta", "Ishita Verma"],
    ["ixhita", "Ishita Verma"],
    ["vrema", "Ishita Verma"],
    ["chaturvdi", "Dev Chaturvedi"],
    ["chatruvedi", "Dev Chaturvedi"],
    ["chaturvexdi", "Dev Chaturvedi"],
    ["vrema ishita", "Ishita Verma"],
    ["कुलकर्नी", "कुलकर्णी"],
  ])("%s finds %s", (query, name) => {
    const { typos } = patternsOf(query);
    expect(typos.length).toBeGreaterThan(0);
    expect(typos.every((forms) => hasWord(forms, textOf(name)))).toBe(true);
  });

  test.each([
    ["ishta", "Meera Joshi"],
    ["chaturvdi", "Chandra Vedi"],
  ])("%s does not find %s", (query, name) => {
    expect(patternsOf(query).typos.every((forms) => hasWord(forms, textOf(name)))).toBe(false);
  });

  test("a short word beside one with a typo is taken as it is typed", () => {
    const { typos, sure } = patternsOf("vrema a 0901");
    expect(typos.map((forms) => hasWord(forms, textOf("Ishita Verma")))).toEqual([true]);
    expect(sure).toEqual(["0901", "a"]);
  });

  test("words of many scripts, and many long ones, are not written out in more forms than can be looked up", () => {
    const mixed = Array.from({ length: 16 }, (_, script) => String.fromCodePoint(0x905 + script * 0x80)).join(
      "",
    );
    expect(patternsOf(`${mixed} vrema`)).toMatchObject({
      typos: [expect.arrayContaining(["verma"])],
      sure: [searchKey(mixed)],
    });
    const many = Array.from({ length: 8 }, (_, at) => `qwertyuiopasdf${"abcdefgh"[at]}`).join(" ");
    const { typos, sure } = patternsOf(many);
    expect(typos.flat().length).toBeLessThanOrEqual(5_000);
    expect([typos.length > 1, typos.length + sure.length]).toEqual([true, 8]);
  });

  test.each(["dev", "0901cs2", "aaaaaa", "a".repeat(40)])("%s is taken as it is typed", (query) => {
    expect(patternsOf(query).typos).toEqual([]);
  });
});
