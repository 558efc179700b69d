/**
 * The kinds of files that can be prepared, recognised by their first bytes, never by their names.
 */
export type PictureKind = "jpeg" | "png" | "gif" | "webp" | "avif" | "heic";
export type FileKind = PictureKind | "video";

/** As many bytes as `fileKindOf` looks at. */
export const KIND_BYTES = 64;

/** Undefined for anything else: documents, SVG (which can contain scripts), pages. */
export function fileKindOf(head: Uint8Array): FileKind | undefined {
  // One character for each byte, so that signatures look as documented.
  const text = String.fromCharCode(...head.subarray(0, KIND_BYTES));
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^GIF8[79]a/.test(text)) return "gif";
  if (/^RIFF.{4}WEBP/s.test(text)) return "webp";
  if (text.startsWith("ftyp", 4)) return kindOfBrands(head, text);
  // QuickTime files that predate brands.
  if (/^(moov|mdat|wide|free|skip)/.test(text.slice(4))) return "video";
  // WebM and Matroska.
  if (text.startsWith("\x1a\x45\xdf\xa3")) return "video";
  return undefined;
}

/** ISO media files declare a four-letter major brand, followed by compatible brands. */
function kindOfBrands(head: Uint8Array, text: string): FileKind {
  const length = new DataView(head.buffer, head.byteOffset).getUint32(0);
  const brands = [text.slice(8, 12), ...(text.slice(16, length).match(/.{4}/gs) ?? [])];
  if (brands.some((brand) => /^avi[fs]$/.test(brand))) return "avif";
  if (brands.some((brand) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand))) return "heic";
  return "video";
}
