import "server-only";
import { open } from "node:fs/promises";
import { ApiError } from "@/lib/platform/errors";

/**
 * Detects a file's type from its first bytes, never from its name or Content-Type. It knows only
 * the formats we accept, and those people try so often that they deserve a message of their own.
 * The decoders (picture.ts, video.ts) have the final say.
 */

/** Bytes needed for detection. */
export const SNIFF_BYTES = 256;

/** What of a file at a path is needed for detection. */
export async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, "r");
  try {
    const head = Buffer.alloc(SNIFF_BYTES);
    const { bytesRead } = await file.read(head, 0, SNIFF_BYTES, 0);
    return head.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

type Kind = "picture" | "video" | "heic" | "matroska" | "unknown";

const MESSAGES: Partial<Record<Kind, string>> = {
  heic: "HEIC photos can't be shown everywhere. Please choose a JPG, PNG or WebP picture.",
  matroska: "Matroska videos can't be played everywhere. Please save yours as MP4 (H.264) or WebM first.",
};

/** Throws `unsupported_type` (415) for anything but a picture we can re-encode. */
export function expectPicture(head: Uint8Array): void {
  const kind = kindOf(head);
  if (kind === "picture") return;
  const general = "That is not a picture we can show. Please choose a JPG, PNG, WebP or GIF.";
  throw new ApiError("unsupported_type", (kind === "heic" && MESSAGES[kind]) || general);
}

/** Throws `unsupported_type` (415) for anything but a video container we read. */
export function expectVideo(head: Uint8Array): void {
  const kind = kindOf(head);
  if (kind === "video") return;
  const general = "That is not a video we can play. Please choose an MP4 (H.264) or WebM file.";
  throw new ApiError("unsupported_type", (kind !== "heic" && MESSAGES[kind]) || general);
}

function kindOf(head: Uint8Array): Kind {
  // Latin-1 maps every byte to one character, so that signatures look as documented.
  const text = Buffer.from(head.subarray(0, SNIFF_BYTES)).toString("latin1");
  if (text.startsWith("\xff\xd8\xff")) return "picture";
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "picture";
  if (/^GIF8[79]a/.test(text)) return "picture";
  if (text.startsWith("RIFF") && text.startsWith("WEBP", 8)) return "picture";
  if (text.startsWith("ftyp", 4)) return kindOfBrands(text);
  // QuickTime files that predate brands.
  if (/^(moov|mdat|wide|free|skip)/.test(text.slice(4))) return "video";
  if (text.startsWith("\x1a\x45\xdf\xa3")) {
    // The EBML document type: id 42 82, length, letters.
    if (text.includes("\x42\x82\x84webm")) return "video";
    if (text.includes("\x42\x82\x88matroska")) return "matroska";
  }
  return "unknown";
}

/** ISO media files declare a four-letter major brand, followed by compatible brands. */
function kindOfBrands(text: string): Kind {
  const length = Math.min(text.length, Buffer.from(text.slice(0, 4), "latin1").readUInt32BE());
  const major = text.slice(8, 12);
  const brands = [major, ...(text.slice(16, length).match(/.{4}/gs) ?? [])];
  if (brands.some((brand) => brand === "avif" || brand === "avis")) return "picture";
  if (brands.some((brand) => /^(hei[cxms]|hev[cxms]|mif1|msf1)$/.test(brand))) return "heic";
  return "video";
}
