import { type CaptionPart, captionParts, captionPreview } from "@/lib/posts/caption-parts";

const text = (parts: CaptionPart[]) => parts.map((part) => part.text).join("");
const kinds = (caption: string) => captionParts(caption).map((part) => [part.kind, part.text]);

describe("a caption taken apart", () => {
  test("tags are found, in lower case, and the rest stays as it was", () => {
    expect(captionParts("Roof at 8 #GoldenHour, come!")).toEqual([
      { kind: "text", text: "Roof at 8 " },
      { kind: "tag", text: "#GoldenHour", tag: "goldenhour" },
      { kind: "text", text: ", come!" },
    ]);
  });

  test("a number after the sign is no tag, and neither is a heading of two signs", () => {
    expect(kinds("We are #1 and ##two")).toEqual([["text", "We are #1 and ##two"]]);
  });

  test("an address is a link without the sentence's punctuation", () => {
    expect(kinds("See https://mitsgwl.ac.in/fest?x=1. Or (https://a.in/b_(c)) #now")).toEqual([
      ["text", "See "],
      ["link", "https://mitsgwl.ac.in/fest?x=1"],
      ["text", ". Or ("],
      ["link", "https://a.in/b_(c)"],
      ["text", ") "],
      ["tag", "#now"],
    ]);
  });

  test("only http and https become links, and a fragment is no tag", () => {
    expect(kinds("javascript:alert(1) https://a.in/#top")).toEqual([
      ["text", "javascript:alert(1) "],
      ["link", "https://a.in/#top"],
    ]);
  });

  test.each(["", "#", "#a#b", "https://", "http://[", "a\n\n#b\nhttps://x.in/y"])(
    "%j loses nothing",
    (caption) => {
      expect(text(captionParts(caption))).toBe(caption);
    },
  );
});

describe("the beginning of a caption", () => {
  test("a caption of exactly the limit is whole", () => {
    const preview = captionPreview(captionParts("a".repeat(150)), 150);
    expect(preview.isCut).toBe(false);
    expect(text(preview.parts)).toHaveLength(150);
  });

  test("one character more is left out", () => {
    const preview = captionPreview(captionParts("a".repeat(151)), 150);
    expect(preview.isCut).toBe(true);
    expect(text(preview.parts)).toBe("a".repeat(150));
  });

  test("a family counts one and is never cut in two", () => {
    const family = "👨‍👩‍👧‍👦";
    expect(captionPreview(captionParts(family.repeat(150)), 150).isCut).toBe(false);
    expect(text(captionPreview(captionParts(family.repeat(151)), 150).parts)).toBe(family.repeat(150));
  });

  test("a link at the end leads to the whole address", () => {
    const href = `https://a.in/${"x".repeat(100)}`;
    const { parts } = captionPreview(captionParts(`${"a".repeat(120)} ${href}`), 150);
    expect(parts.at(-1)).toEqual({ kind: "link", text: href.slice(0, 29), href });
  });
});
