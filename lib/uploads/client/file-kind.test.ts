import { readFileSync } from "node:fs";
import { fileKindOf } from "@/lib/uploads/client/file-kind";

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

test.each([
  ["\xff\xd8\xff\xe1", "jpeg"],
  ["\x89PNG\r\n\x1a\n", "png"],
  ["GIF89a", "gif"],
  ["RIFF\n\0\0\0WEBPVP8 ", "webp"],
  ["\0\0\0\x1cftypavif\0\0\0\0avifmif1", "avif"],
  ["\0\0\0\x18ftypheic\0\0\0\0mif1heic", "heic"],
  ["\0\0\0\x18ftypmif1\0\0\0\0mif1heic", "heic"],
  ["\0\0\0\x14ftypqt  \0\0\0\0qt  ", "video"],
  ["\0\0\0\x18ftypisom\0\0\0\0isomavc1", "video"],
  ["\0\0\0\x08wide\0\0\0\0mdat", "video"],
  ["\x1a\x45\xdf\xa3\x9fB\x82\x84webm", "video"],
])("recognises %j", (head, kind) => {
  expect(fileKindOf(bytes(head))).toBe(kind);
});

test.each([
  "",
  "<svg xmlns='http://www.w3.org/2000/svg'/>",
  "<!doctype html>",
  "%PDF-1.7",
  "PK\x03\x04",
  "BM",
])("takes %j for none of them", (head) => {
  expect(fileKindOf(bytes(head))).toBeUndefined();
});

test("does not read beyond the brands that an MP4 declares", () => {
  expect(fileKindOf(bytes("\0\0\0\x14ftypisom\0\0\0\0isomheic"))).toBe("video");
});

test("knows real videos", () => {
  for (const name of ["quicktime.mov", "hevc.mp4", "located.webm", "matroska.mkv"]) {
    expect(fileKindOf(readFileSync(`lib/platform/media/fixtures/${name}`))).toBe("video");
  }
});
