import { type CaptionPart, captionParts, captionPreview } from "@/lib/posts/post-text";

const text = (parts: CaptionPart[]) => parts.map((part) => part.text).join("");
const kinds = (caption: string) => captionParts(caption).map((part) => [part.kind, part.text]);

describe("a parsed caption", () => {
  test("has tags in lower case and leaves the other text alone", () => {
    expect(captionParts("Roof at 8 #GoldenHour, come!")).toEqual([
      { kind: "text", text: "Roof at 8 " },
      { kind: "tag", text: "#GoldenHour", tag: "goldenhour" },
      { kind: "text", text: ", come!" },
    ]);
  });

  test("does not take a number or a double sign for a tag", () => {
    expect(kinds("We are #1 and ##two")).toEqual([["text", "We are #1 and ##two"]]);
  });

  test("has links without the sentence's punctuation", () => {
    expect(kinds("See https://mitsgwl.ac.in/fest?x=1. Or (https://a.in/b_(c)) #now")).toEqual([
      ["text", "See "],
      ["link", "https://mitsgwl.ac.in/fest?x=1"],
      ["text", ". Or ("],
      ["link", "https://a.in/b_(c)"],
      ["text", ") "],
      ["tag", "#now"],
    ]);
  });

  test("links only http and https, and takes no fragment for a tag", () => {
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

describe("the preview of a caption", () => {
  test("shows a caption of exactly the limit in full", () => {
    const preview = captionPreview(captionParts("a".repeat(150)), 150);
    expect(preview.isCut).toBe(false);
    expect(text(preview.parts)).toHaveLength(150);
  });

  test("cuts off one character more", () => {
    const preview = captionPreview(captionParts("a".repeat(151)), 150);
    expect(preview.isCut).toBe(true);
    expect(text(preview.parts)).toBe("a".repeat(150));
  });

  test("counts a family emoji as one and never splits it", () => {
    const family = "👨‍👩‍👧‍👦";
    expect(captionPreview(captionParts(family.repeat(150)), 150).isCut).toBe(false);
    expect(text(captionPreview(captionParts(family.repeat(151)), 150).parts)).toBe(family.repeat(150));
  });

  test("links to the full address when its text is cut", () => {
    const href = `https://a.in/${"x".repeat(100)}`;
    const { parts } = captionPreview(captionParts(`${"a".repeat(120)} ${href}`), 150);
    expect(parts.at(-1)).toEqual({ kind: "link", text: href.slice(0, 29), href });
  });
});
