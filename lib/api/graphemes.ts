let segmenter: Intl.Segmenter | undefined;

/** A text's user-perceived characters: a family emoji or a letter with its marks is one. */
export function graphemes(text: string): Intl.Segments {
  // Made at first use: making one takes a phone some 60 ms, and most pages need none.
  segmenter ??= new Intl.Segmenter("en", { granularity: "grapheme" });
  return segmenter.segment(text);
}
