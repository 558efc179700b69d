import {
  isTag,
  linesPreview,
  type TextPart,
  textParts,
  textPreview,
  usernamesIn,
} from "@/lib/text/rich-text";
import { cpuTime } from "@/tests/cpu-time";

const shownText = (parts: TextPart[]) => parts.map((part) => part.text).join("");
const kinds = (text: string) => textParts(text).map((part) => [part.kind, part.text]);
const linksIn = (text: string) =>
  textParts(text).flatMap((part) => (part.kind === "link" ? [[part.text, part.href]] : []));

describe("the parts of a text", () => {
  test("are tags in lower case, and the text around them as it was written", () => {
    expect(textParts("Roof at 8 #GoldenHour, come!")).toEqual([
      { kind: "text", text: "Roof at 8 " },
      { kind: "tag", text: "#GoldenHour", tag: "goldenhour" },
      { kind: "text", text: ", come!" },
    ]);
  });

  test("do not take a number or a double sign for a tag", () => {
    expect(kinds("We are #1 and ##two")).toEqual([["text", "We are #1 and ##two"]]);
  });

  test("are links without the sentence's punctuation", () => {
    expect(kinds("See https://mitsgwl.ac.in/fest?x=1. Or (https://a.in/b_(c)) #now")).toEqual([
      ["text", "See "],
      ["link", "mitsgwl.ac.in/fest?x=1"],
      ["text", ". Or ("],
      ["link", "a.in/b_(c)"],
      ["text", ") "],
      ["tag", "#now"],
    ]);
  });

  test("link only http and https, and take no fragment for a tag", () => {
    expect(kinds("javascript:alert(1) https://a.in/#top")).toEqual([
      ["text", "javascript:alert(1) "],
      ["link", "a.in/#top"],
    ]);
  });

  test("link addresses that begin with www.", () => {
    expect(linksIn("www.mitsgwl.ac.in/fest, (WWW.a.in)")).toEqual([
      ["mitsgwl.ac.in/fest", "https://www.mitsgwl.ac.in/fest"],
      ["a.in", "https://WWW.a.in"],
    ]);
  });

  test.each(["www.", "www.a", "www..in", "awww.so.cute", "me@www.a.in", "https://", "http://["])(
    "take %j for plain text",
    (text) => {
      expect(kinds(text)).toEqual([["text", text]]);
    },
  );

  test.each(["", "#", "#a#b", "a\n\n#b\nc", "see a.in or b"])("lose nothing of %j", (text) => {
    expect(shownText(textParts(text))).toBe(text);
  });
});

describe("mentions", () => {
  const mentions = [{ _id: "p1", username: "aarav.sharma" }];
  const parts = (text: string) => textParts(text, mentions).map((part) => [part.kind, part.text]);

  test("lead to the person by id, in any case, and end before the sentence does", () => {
    expect(textParts("Thanks, @Aarav.Sharma. #mits", mentions)).toEqual([
      { kind: "text", text: "Thanks, " },
      { kind: "mention", text: "@Aarav.Sharma", personId: "p1" },
      { kind: "text", text: ". " },
      { kind: "tag", text: "#mits", tag: "mits" },
    ]);
    expect(parts("@aarav.sharma,@aarav.sharma")).toEqual([
      ["mention", "@aarav.sharma"],
      ["text", ","],
      ["mention", "@aarav.sharma"],
    ]);
  });

  test.each([
    "@dev.patel",
    "@aarav",
    "@aarav.sharma2",
    "example.org/@aarav.sharma",
    "(example.org/people/@aarav.sharma)",
    "@aarav.sharma_",
    "me@aarav.sharma",
    "x@@aarav.sharma",
  ])("%j is plain text", (text) => {
    expect(parts(text)).toEqual([["text", text]]);
  });

  test("the usernames of a text are each once, and none of links and addresses", () => {
    const text = "@Dev.Patel, (@aarav) @dev.patel https://example.org/@kabir me@meera.in #tag @zoya.";
    expect(usernamesIn(text).map(([longest]) => longest)).toEqual(["dev.patel", "aarav", "zoya"]);
  });

  test.each([
    ["Thanks.@zoya", [["zoya"]]],
    ["@aarav.sharma/@zoya, both", [["aarav.sharma", "aarav"], ["zoya"]]],
    ["and/@zoya", [["zoya"]]],
    ["@aarav.sharma.See", [["aarav.sharma.see", "aarav.sharma", "aarav"]]],
    ["@zoya\u0964", [["zoya"]]],
    ["@zoya's", [["zoya"]]],
    ["x@zoya", []],
  ])("the usernames that %j may have are %j", (text, names) => {
    expect(usernamesIn(text)).toEqual(names);
  });

  test("a name ends where no username of those who are named goes on", () => {
    expect(parts("@aarav.sharma.Thanks")).toEqual([
      ["mention", "@aarav.sharma"],
      ["text", ".Thanks"],
    ]);
  });

  test("a text made to be slow is read quickly", async () => {
    const spent = await cpuTime(() => {
      usernamesIn("a.a/@a".repeat(330));
      usernamesIn("@a.".repeat(660));
    });
    expect(spent).toBeLessThan(2_000);
  });

  test("without stored ones there are none", () => {
    expect(kinds("@aarav.sharma")).toEqual([["text", "@aarav.sharma"]]);
  });
});

describe("the address of a link", () => {
  test.each([
    ["https://www.example.org/", "example.org"],
    ["http://example.org:8080/posts", "example.org:8080/posts"],
    ["https://example.org?q=1", "example.org?q=1"],
    [`https://example.org/${"x".repeat(100)}`, `example.org/${"x".repeat(23)}…`],
  ])("%s is shown as %s", (href, text) => {
    expect(linksIn(href)).toEqual([[text, href]]);
  });

  test.each([
    ["https://mitsgwl.ac.in@evil.example/login", "evil.example/login"],
    ["https://evil.example\\@mitsgwl.ac.in", "evil.example\\@mitsgwl.ac.in"],
    ["https://mіtsgwl.ac.in", "xn--mtsgwl-pvf.ac.in"],
  ])("%s shows where it leads", (href, text) => {
    expect(linksIn(href)).toEqual([[text, href]]);
  });
});

describe("the edges of a link", () => {
  const hrefs = (text: string) => linksIn(text).map(([, href]) => href);

  test.each([
    [
      "https://en.wikipedia.org/wiki/Newton's_laws_of_motion",
      "https://en.wikipedia.org/wiki/Newton's_laws_of_motion",
    ],
    ["'https://a.in/Hall's_effect'", "https://a.in/Hall's_effect"],
    ["read 'https://example.org/a' first", "https://example.org/a"],
    ["'https://a.in/b'-ish", "https://a.in/b"],
    ["https://a.in/b'", "https://a.in/b"],
    ["https://a.in/'b'", "https://a.in/'b'"],
    ["*https://forms.example.org/abc123*", "https://forms.example.org/abc123"],
    ["**https://example.org/a**", "https://example.org/a"],
    ["*_https://a.in/b_*, then", "https://a.in/b"],
    ["~https://a.in/b~", "https://a.in/b"],
    ["_www.a.in/b_", "https://www.a.in/b"],
    ["*Fees: https://a.in/b*", "https://a.in/b"],
    ["https://a.in/b_", "https://a.in/b_"],
    ["https://a.in/a*b*", "https://a.in/a*b*"],
    ["https://a.in/b*", "https://a.in/b"],
    ["[notes](https://a.in/b)", "https://a.in/b"],
    ["[https://a.in/b]", "https://a.in/b"],
    ["(https://a.in/b).", "https://a.in/b"],
    ["https://a.in/b[0]", "https://a.in/b[0]"],
    ["“https://mits.ac.in”", "https://mits.ac.in"],
    ["https://mits.ac.in’s", "https://mits.ac.in"],
    ["https://mits.ac.in।", "https://mits.ac.in"],
    ["https://mits.ac.in。", "https://mits.ac.in"],
    ["「https://mits.ac.in」", "https://mits.ac.in"],
    ["«https://mits.ac.in/a»", "https://mits.ac.in/a"],
    ["https://mits.ac.in/a؟", "https://mits.ac.in/a"],
    ["https://mits.ac.in/a…", "https://mits.ac.in/a"],
    ["https://a.in/form🎉🔥", "https://a.in/form"],
    ["https://a.in/form👍🏽!", "https://a.in/form"],
    ["https://a.in/form❤️", "https://a.in/form"],
    ["https://a.in/b\u200bnext", "https://a.in/b"],
    ["https://a.in/b\u2060", "https://a.in/b"],
    ["https://a.in/b\ufeff", "https://a.in/b"],
    ["https://a.in/नर\u200dम", "https://a.in/नर\u200dम"],
    ["https://ja.wikipedia.org/wiki/ア・イ", "https://ja.wikipedia.org/wiki/ア・イ"],
    ["❤️www.a.in", "https://www.a.in"],
  ])("%j leads to %s", (text, href) => {
    expect(hrefs(text)).toEqual([href]);
  });
});

describe("the edges of a tag", () => {
  const tags = (text: string) => textParts(text).flatMap((part) => (part.kind === "tag" ? [part.text] : []));

  test.each([
    ["#\ufe0f\u20e3campus", []],
    ["#\u20e3campus", []],
    ["#\ufe0f\u20e3 1 notice", []],
    ["#\u0301campus", []],
    ["❤️#fest", ["#fest"]],
    ["1️⃣#fest", ["#fest"]],
    ["#fest❤️", ["#fest"]],
    ["#fest1️⃣", ["#fest"]],
    ["#day2day", ["#day2day"]],
    ["#नर\u200dम", ["#नर\u200dम"]],
    ["#र्\u200dहस्व", ["#र्\u200dहस्व"]],
    ["#क्\u200cष", ["#क्\u200cष"]],
    ["#می\u200cخواهم!", ["#می\u200cخواهم"]],
    ["#fest\u200d", ["#fest"]],
    ["e\u0301#fest", []],
    [`#${"a".repeat(50)}`, [`#${"a".repeat(50)}`]],
    [`#${"a".repeat(51)}`, []],
  ])("%j has %j", (text, expected) => {
    expect(tags(text)).toEqual(expected);
  });

  test("whatever is a tag is one in an address, too", () => {
    expect(["नर\u200dम", "कक्षा", "a_1"].filter(isTag)).toHaveLength(3);
    expect(["", "a b", "\u20e3a", "a\u200d", "#a", "a".repeat(51)].filter(isTag)).toEqual([]);
  });
});

describe("the preview of a text", () => {
  const preview = (text: string) => textPreview(textParts(text), 150);
  /** As it is shown, with a sign where it is cut. */
  const shown = (text: string) => shownText(preview(text).parts) + (preview(text).isCut ? "…" : "");

  test("cuts from the first character too many", () => {
    expect(shown("a".repeat(150))).toBe("a".repeat(150));
    expect(shown("a".repeat(151))).toBe(`${"a".repeat(150)}…`);
  });

  test("ends without the dots of its last sentence", () => {
    expect(shown(`${"word ".repeat(28)}finished. ${"more ".repeat(10)}`)).toBe(
      `${"word ".repeat(28)}finished…`,
    );
  });

  test("ends with a whole word, without the space after it", () => {
    const words = "word ".repeat(29);
    expect(shown(`${words}boundary ${"more ".repeat(10)}`)).toBe(`${words.trimEnd()}…`);
    expect(shown(`${words}fives ${"more ".repeat(10)}`)).toBe(`${words}fives…`);
  });

  test("shows a tag or link in full or not at all", () => {
    const words = "word ".repeat(29).trimEnd();
    expect(shown(`${words} #placements ${"more ".repeat(10)}`)).toBe(`${words}…`);
    expect(shown(`${words} https://mitsgwl.ac.in ${"more ".repeat(10)}`)).toBe(`${words}…`);
    expect(preview(`#tag https://a.in ${"word ".repeat(50)}`).parts.slice(0, 3)).toEqual([
      { kind: "tag", text: "#tag", tag: "tag" },
      { kind: "text", text: " " },
      { kind: "link", text: "a.in", href: "https://a.in" },
    ]);
  });

  test("counts a link as long as it is shown", () => {
    expect(preview(`${"a".repeat(100)} https://a.in/${"x".repeat(500)}`).isCut).toBe(false);
  });

  test("counts a family emoji as one, and cuts scripts without spaces between characters", () => {
    const family = "👨‍👩‍👧‍👦";
    expect(preview(family.repeat(150)).isCut).toBe(false);
    expect(shown(family.repeat(200))).toBe(`${family.repeat(150)}…`);
  });
});

describe("the lines of a text", () => {
  const preview = (text: string, lines = 12) => linesPreview(textParts(text), lines);
  const shown = (text: string, lines?: number) => shownText(preview(text, lines).parts);

  test("are cut after the last one that fits, however short they are", () => {
    expect(preview(Array(12).fill("7").join("\n")).isCut).toBe(false);
    const cut = preview("x\n".repeat(489).trimEnd());
    expect(cut.isCut).toBe(true);
    expect(shownText(cut.parts)).toBe(Array(12).fill("x").join("\n"));
  });

  test("are counted through tags and links, and keep them", () => {
    expect(shown("a #tag\nb\nhttps://a.in\nc #more\nd", 3)).toBe("a #tag\nb\na.in");
    expect(shown("a\n#b\nc", 2)).toBe("a\n#b");
  });

  test("do not count the empty ones that are not shown", () => {
    expect(preview(`a${"\n".repeat(40)}b`, 3).isCut).toBe(false);
    expect(shown("a\n\n\n\nb\nc", 3)).toBe("a\n\nb");
  });
});
