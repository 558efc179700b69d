import { multilineText, singleLineText } from "@/lib/api/fields";
import { MEMBER_JSON_MAX } from "@/lib/api/server/body";
import { asciiDigits, countCharacters, firstCharacters, isVisible } from "@/lib/text/text";

const FAMILY = "👨‍👩‍👧‍👦";

describe("counting user-perceived characters", () => {
  test.each([
    ["", 0],
    ["hello", 5],
    ["a\nb", 3],
    ["“ça coûte ₹500…”", 16],
    ["\u2764\ufe0f", 1],
    ["a\r\nb", 3],
    [FAMILY, 1],
    ["🇮🇳", 1],
    ["e\u0301", 1],
    ["की", 1],
    [`${FAMILY}${FAMILY}`, 2],
  ])("%j has %i", (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  test("gives the same count without segmenting as with it", () => {
    const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
    const texts = Array.from({ length: 0x10000 }, (_, code) => `a${String.fromCharCode(code)}b`);
    const segmentCount = (text: string) => [...segmenter.segment(text)].length;
    expect(texts.filter((text) => countCharacters(text) !== segmentCount(text))).toEqual([]);
  });

  test("without a segmenter in the browser, code points are counted", () => {
    const { Segmenter } = Intl;
    Reflect.deleteProperty(Intl, "Segmenter");
    try {
      jest.isolateModules(() => {
        const text: typeof import("@/lib/text/text") = require("@/lib/text/text");
        expect(text.countCharacters("🙂नम")).toBe(3);
        expect(text.firstCharacters("🙂🙂नम", 3)).toBe("🙂🙂न");
        const { textFault }: typeof import("@/lib/text/text-fault") = require("@/lib/text/text-fault");
        expect(textFault("नमस्ते", 10)).toBeUndefined();
      });
    } finally {
      Object.assign(Intl, { Segmenter });
    }
  });

  test("a text is never cut inside a character", () => {
    expect(firstCharacters(`ab${FAMILY}cd`, 3)).toBe(`ab${FAMILY}`);
    expect(firstCharacters("abc", 5)).toBe("abc");
    expect(firstCharacters("₹500…", 4)).toBe("₹500");
    expect(firstCharacters("ae\u0301b", 2)).toBe("ae\u0301");
    expect(firstCharacters(FAMILY, 0)).toBe("");
  });
});

test("digits of every script are digits", () => {
  expect(asciiDigits("१२३४५६ ٠١٢ ০৯ ４２ 7x")).toBe("123456 012 09 42 7x");
});

describe("invisible text is empty", () => {
  test.each([
    " ",
    "\u200b\u200b",
    "\u00a0",
    "\u2060",
    "\ufe0f",
    "\u202e",
    "\u2800",
    "\u3164",
    "\u{e0041}",
    "\u0007",
    "\u00ad",
  ])("%j is invisible", (text) => {
    expect(isVisible(text)).toBe(false);
    expect(multilineText({ min: 1, max: 10 }).safeParse(text).success).toBe(false);
  });

  test.each(["a", "1", ".", "🙂", "नमस्ते", "\u200ba"])("%j is visible", (text) => {
    expect(isVisible(text)).toBe(true);
  });
});

describe("multiline text", () => {
  const caption = multilineText({ max: 5 });

  test("is stored as typed, normalized and trimmed", () => {
    expect(multilineText({ max: 50 }).parse("  Cafe\u0301 <b>&amp;</b>\r\n\r\n  ok  ")).toBe(
      "Caf\u00e9 <b>&amp;</b>\n\n  ok",
    );
    expect(caption.parse("   ")).toBe("");
  });

  test("retains the marks that scripts and emoji need", () => {
    expect(caption.parse(FAMILY)).toBe(FAMILY);
    expect(caption.parse("क्\u200dष")).toBe("क्\u200dष");
  });

  test("is limited in user-perceived characters", () => {
    expect(caption.safeParse(FAMILY.repeat(5)).success).toBe(true);
    expect(caption.safeParse(FAMILY.repeat(6)).success).toBe(false);
    expect(caption.safeParse("     abcde     ").success).toBe(true);
    expect(caption.safeParse("abcdef").error?.issues[0]?.message).toBe("Please keep it to 5 characters.");
  });

  const errorMessage = (text: string, max = 2_000) =>
    multilineText({ max }).safeParse(text).error?.issues[0]?.message;

  test("is limited in bytes too: 2,000 families or flags are accepted, and fit the body of one call", () => {
    expect(errorMessage(FAMILY.repeat(2_000))).toBeUndefined();
    expect(
      errorMessage("🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}".repeat(2_000)),
    ).toBeUndefined();
    expect(JSON.stringify({ caption: FAMILY.repeat(2_000) }).length).toBeLessThan(MEMBER_JSON_MAX);
    const kiss = "👩🏽‍❤️‍💋‍👨🏿";
    expect(errorMessage(kiss.repeat(1_500))).toBeUndefined();
    expect(errorMessage(kiss.repeat(2_000))).toBe("That is too long: please use fewer emoji and accents.");
  });

  test.each([
    ["Burmese", "လျှို့ဝှက်"],
    ["Hebrew with all its points", "בְּרֵאשִׁ֖ית"],
    ["Arabic with vowels", "ٱلرَّحْمَـٰنِ"],
    ["Devanagari", "राष्ट्रीय कार्त्स्न्य"],
    ["Tamil", "ஸ்ரீ"],
    ["Thai", "ที่นี่ ผู้ใหญ่"],
    ["Tibetan", "བསྒྲུབས"],
    ["Vietnamese", "Nguyễn Thị Tuyết".normalize("NFD")],
    ["emoji", `${FAMILY}🏳️‍🌈1️⃣👩🏽‍❤️‍💋‍👨🏿🇮🇳`],
  ])("accepts %s", (_, text) => {
    expect(errorMessage(text)).toBeUndefined();
  });

  test.each([
    ["marks", `Z${"\u0335\u0321\u0300\u0301".repeat(4)}algo`],
    ["marks with joiners between them", `Z${"\u0300\u200d".repeat(10)}algo`],
    ["letters of one syllable", "\u1100".repeat(40)],
    ["tags behind a flag", `🏴${"\u{e0067}".repeat(40)}`],
  ])("rejects piled-up %s", (_, text) => {
    expect(errorMessage(text)).toBe("That has too many marks on one letter.");
    expect(singleLineText({ max: 80 }).safeParse(text).success).toBe(text.startsWith("🏴"));
  });

  test("rejects hundreds of marks on one letter", () => {
    expect(caption.safeParse(`a${"\u0301".repeat(500)}`).success).toBe(false);
  });

  test.each(["a\u0000b", "a\ud800b", "a\udc00b"])("%j is rejected", (text) => {
    expect(caption.safeParse(text).success).toBe(false);
  });
});

describe("single-line text", () => {
  const name = singleLineText({ min: 2, max: 12 });

  test.each([
    ["  Ishita   Verma ", "Ishita Verma"],
    ["Ishita\nVerma", "Ishita Verma"],
    ["Ish\u200bita", "Ishita"],
    ["\u202eIshita\u202c", "Ishita"],
    ["Ishita \u200b V", "Ishita V"],
    ["\ufeffIsh\u00adita", "Ishita"],
    ["अमित", "अमित"],
    ["नर\u200dम", "नर\u200dम"],
    ["मी\u200cरा\u200d", "मी\u200cरा"],
    ["می\u200cنا", "می\u200cنا"],
    ["Ish\u200dita", "Ishita"],
    ["र\u200d\u200dम", "रम"],
  ])("%j becomes %j", (typed, stored) => {
    expect(name.parse(typed)).toBe(stored);
  });

  test.each(["", "a", "\u200b\u200b\u200b", "a\u200b", "abcdefghijklm", "a\u0000b", "ab\ud83d"])(
    "%j is rejected",
    (typed) => {
      expect(name.safeParse(typed).success).toBe(false);
    },
  );
});
