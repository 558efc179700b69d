import { multilineText, singleLineText } from "@/lib/api/fields";
import { MEMBER_JSON_MAX } from "@/lib/api/server/body";
import { exactCount, formatBadge, formatCount } from "@/lib/text/counts";
import { csvLine } from "@/lib/text/csv";
import { deviceName, isHandheld } from "@/lib/text/device-name";
import { fold } from "@/lib/text/fold";
import { lookAlikeWords } from "@/lib/text/look-alikes";
import { imageSrcSet, posterUrl, sizedImageUrl } from "@/lib/text/media-url";
import { commentAuthorName, isolated, withCapitals } from "@/lib/text/names";
import { fitPicture } from "@/lib/text/picture-size.mjs";
import { asciiDigits, countCharacters, firstCharacters, isVisible } from "@/lib/text/text";

/** Text: counts, names, addresses, files of rows, what people write. */

describe("text", () => {
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
});

describe("counts", () => {
  test.each([
    [0, "0"],
    [7, "7"],
    [999, "999"],
    [1_000, "1.0K"],
    [1_049, "1.0K"],
    [1_050, "1.1K"],
    [1_100, "1.1K"],
    [12_345, "12.3K"],
    [15_900, "15.9K"],
    [999_949, "999.9K"],
    [999_950, "1.0M"],
    [999_999, "1.0M"],
    [1_000_000, "1.0M"],
    [1_049_999, "1.0M"],
    [1_250_000, "1.3M"],
    [12_345_678, "12.3M"],
    [1_234_567_890, "1234.6M"],
  ])("%i reads %s", (count, text) => {
    expect(formatCount(count)).toBe(text);
  });

  test.each([
    [0, "0"],
    [999, "999"],
    [1_000, "1,000"],
    [12_345_678, "12,345,678"],
  ])("%i in full reads %s", (count, text) => {
    expect(exactCount(count)).toBe(text);
  });

  test.each([
    [1, "1"],
    [9, "9"],
    [10, "9+"],
    [4_000, "9+"],
  ])("a badge of %i reads %s", (count, text) => {
    expect(formatBadge(count)).toBe(text);
  });
});

describe("csv", () => {
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
});

describe("device name", () => {
  const MOZILLA = "Mozilla/5.0";
  const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

  test.each([
    [
      `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0 Safari/537.36`,
      "Chrome on Windows",
      false,
    ],
    [
      `${MOZILLA} (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`,
      "Edge on Windows",
      false,
    ],
    [
      `${MOZILLA} (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/140.0 Mobile Safari/537.36`,
      "Chrome on Android",
      true,
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1`,
      "Safari on iPhone",
      true,
    ],
    [
      `${MOZILLA} (Macintosh; Intel Mac OS X 10.15; rv:142.0) Gecko/20100101 Firefox/142.0`,
      "Firefox on Mac",
      false,
    ],
    [`${MOZILLA} (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/140.0 Safari/537.36`, "Chrome on Linux", false],
    ["curl/8.14.1", "Unknown device", false],
    ["", "Unknown device", false],
  ])("the name of %s", (userAgent, name, handheld) => {
    expect(deviceName(userAgent)).toBe(name);
    expect(isHandheld(userAgent)).toBe(handheld);
  });
});

describe("fold", () => {
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
});

describe("look alikes", () => {
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
});

describe("media url", () => {
  const id = "campus-circle/6f1b7c3e-2f7d-4c58-9d0b-0a7c1e7d5b11";
  const local = `http://localhost:3000/media/image/upload/${id}.jpg`;
  const cloud = `https://res.cloudinary.com/demo/image/upload/v17/${id}.jpg`;

  describe("the URL of a picture", () => {
    it("requests the size the screen needs from either host", () => {
      expect(sizedImageUrl(local, 320)).toBe(
        `http://localhost:3000/media/image/upload/c_limit,f_auto,q_auto,w_320/${id}.jpg`,
      );
      expect(sizedImageUrl(cloud, 639.2)).toBe(
        `https://res.cloudinary.com/demo/image/upload/c_limit,f_auto,q_auto,w_640/v17/${id}.jpg`,
      );
    });

    it("replaces the transformation that every address on Cloudinary has", () => {
      const whole = cloud.replace("v17/", "c_limit,q_auto,w_2048/");
      expect(sizedImageUrl(whole, 320)).toBe(
        `https://res.cloudinary.com/demo/image/upload/c_limit,f_auto,q_auto,w_320/${id}.jpg`,
      );
      expect(imageSrcSet(whole, 900)).toContain("w_900/");
    });

    it("lists the stored widths up to the picture's own", () => {
      const widths = (natural: number) =>
        imageSrcSet(local, natural)
          .split(", ")
          .map((source) => source.split(" ")[1]);
      expect(widths(2048)).toEqual(["320w", "640w", "1080w"]);
      expect(widths(900)).toEqual(["320w", "640w", "900w"]);
      expect(widths(200)).toEqual(["200w"]);
      expect(imageSrcSet(local, 2048, { whole: true })).toMatch(/ 1080w, .+w_2048.+ 2048w$/);
    });

    it.each([
      "",
      "data:image/webp;base64,AA",
      "blob:http://localhost/1",
      "https://lh3.googleusercontent.com/a/b",
    ])("stays the same when it is not on the media host: %s", (url) => {
      expect(sizedImageUrl(url, 320)).toBe(url);
      expect(imageSrcSet(url, 500)).toBe("");
      expect(posterUrl(url)).toBe(url);
    });

    it("stays the same when it already contains a size", () => {
      expect(sizedImageUrl(sizedImageUrl(local, 320), 640)).toBe(sizedImageUrl(local, 320));
    });
  });

  test("the poster of a video is its first frame", () => {
    expect(posterUrl(`http://localhost:3000/media/video/upload/${id}.mp4`)).toBe(
      `http://localhost:3000/media/video/upload/c_limit,q_auto,so_0,w_1080/${id}.jpg`,
    );
  });
});

describe("names", () => {
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

  test.each(["Ishita Verma", "अमित शाह", "José <b>", "王芳", ""])(
    "%j stays as it is in a sentence",
    (name) => {
      expect(isolated(name)).toBe(name);
    },
  );

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
});

describe("picture size", () => {
  const LIMITS = { longSide: 2048, shortSide: 1080, pixels: 24_000_000, side: 60_000 };

  test.each([
    ["an ordinary photo fits its longer side", [4032, 3024], [2048, 1536]],
    ["a small one stays", [400, 300], [400, 300]],
    ["a tall screenshot stays as wide as a phone", [1080, 20_000], [1080, 20_000]],
    ["a wider one becomes as wide as a phone", [1440, 12_000], [1080, 9000]],
    ["a panorama stays as high", [16_000, 800], [16_000, 800]],
    ["what has too many pixels has fewer", [1000, 40_000], [775, 30_984]],
    ["a line is not longer than files can be", [100_000, 10], [60_000, 6]],
    ["and at least a pixel high", [100_000, 1], [60_000, 1]],
  ])("%s", (_, [width = 0, height = 0], [toWidth, toHeight]) => {
    expect(fitPicture({ width, height }, LIMITS)).toEqual({ width: toWidth, height: toHeight });
  });
});
