import { packetCleaner } from "@/lib/video/clean-packet.mjs";

const bytes = (...parts: (number[] | string)[]) =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part)] : part)));
/** A part of a picture with its length in four bytes. */
const unit = (...content: number[]) => [0, 0, 0, content.length, ...content];
const message = (type: number, ...content: number[]) => [type, content.length, ...content];

const avcC = Uint8Array.of(1, 100, 0, 13, 0xff, 0xe1);
const hvcC = Uint8Array.from({ length: 23 }, () => 3);
const PLACE = [..."GPS-lat26.2183"].map((letter) => letter.charCodeAt(0));
const SLICE = unit(0x65, 1, 2, 3);

const cleanAvc = (...units: number[][]) => [...(packetCleaner("avc", avcC)?.(bytes(...units)) ?? [])];

test("H.264 loses the messages of programs and cameras, and filling, but no picture", () => {
  const messages = unit(6, ...message(5, ...PLACE), ...message(4, ...PLACE), 0x80);
  expect(cleanAvc(messages, SLICE, unit(12, 0xff, 0x80), unit(30, ...PLACE))).toEqual(SLICE);
  expect(cleanAvc(SLICE)).toEqual(SLICE);
});

test("leaves what a decoder needs, and takes out the rest", () => {
  // Zeros in a row have a 3 between them, so that they are no start code.
  const recovery = [6, 4, 0, 0, 3, 1, 7];
  const mixed = unit(6, 5, PLACE.length, ...PLACE, ...recovery, 0x80);
  expect(cleanAvc(mixed, SLICE)).toEqual([...unit(6, ...recovery, 0x80), ...SLICE]);
});

test("a message of more than 255 bytes is left out whole", () => {
  const long = [5, 0xff, 10, ...Array.from({ length: 265 }, () => 65)];
  const content = [6, ...long, ...message(1, 9), 0x80];
  const data = bytes([0, 0, content.length >> 8, content.length & 255], content, SLICE);
  expect([...(packetCleaner("avc", avcC)?.(data) ?? [])]).toEqual([
    ...unit(6, ...message(1, 9), 0x80),
    ...SLICE,
  ]);
});

test("HEVC and streams with start codes, too", () => {
  const hevc = packetCleaner("hevc", hvcC);
  const slice = unit(0x26, 1, 9);
  expect([...(hevc?.(bytes(unit(0x4e, 1, ...message(5, ...PLACE), 0x80), slice)) ?? [])]).toEqual(slice);
  const stream = packetCleaner("avc", undefined);
  const picture = [0, 0, 1, 0x65, 1, 2];
  expect([...(stream?.(bytes([0, 0, 1, 6, ...message(5, ...PLACE), 0x80], picture)) ?? [])]).toEqual(picture);
});

test("AV1 retains the colours of its light, and no other metadata", () => {
  const obu = (type: number, ...content: number[]) => [(type << 3) | 2, content.length, ...content];
  const cleaned = [...obu(1, 7, 7), ...obu(5, 1, 3, 232), ...obu(6, 1, 2, 3)];
  const data = bytes(
    obu(1, 7, 7),
    obu(5, 6, ...PLACE),
    obu(5, 4, ...PLACE),
    obu(5, 1, 3, 232),
    obu(15, 0),
    obu(6, 1, 2, 3),
  );
  expect([...(packetCleaner("av1", undefined)?.(data) ?? [])]).toEqual(cleaned);
});

test("other codecs have none, and a damaged packet is said to be", () => {
  expect(packetCleaner("vp9", undefined)).toBeUndefined();
  expect(() => cleanAvc([0, 0, 0, 200, 0x65])).toThrow(RangeError);
  expect(() => packetCleaner("av1", undefined)?.(bytes([(5 << 3) | 2, 200, 1]))).toThrow(RangeError);
});
