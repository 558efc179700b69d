import { join } from "./bytes.mjs";

/**
 * Cameras write the place where a video is made not only next to its pictures but into them: H.264
 * and HEVC have messages (SEI) between the parts of a picture, AV1 has metadata. What a decoder
 * needs, or a screen for its colours, remains, and every other message is left out.
 */

/** Buffering, timing, where to start, and colours of the display, of the light, of the transfer. */
const NEEDED_MESSAGES = new Set([0, 1, 6, 137, 144, 147]);
/** Colours of the light and of the display, and layers. */
const NEEDED_AV1_METADATA = new Set([1, 2, 3]);

/**
 * @typedef {object} Kind A codec whose pictures are rows of units.
 * @property {number} lengthAt Where its configuration says how many bytes the length of a unit has.
 * @property {number} headLength
 * @property {(head: number) => number} typeOf
 * @property {(type: number) => boolean} isMessage
 * @property {(type: number) => boolean} isOpaque Filling, and types without a meaning.
 */

/** @type {Record<string, Kind>} */
const KINDS = {
  avc: {
    lengthAt: 4,
    headLength: 1,
    typeOf: (head) => head & 0x1f,
    isMessage: (type) => type === 6,
    isOpaque: (type) => type === 0 || type === 12 || type >= 24,
  },
  hevc: {
    lengthAt: 21,
    headLength: 2,
    typeOf: (head) => (head >> 1) & 0x3f,
    isMessage: (type) => type === 39 || type === 40,
    isOpaque: (type) => type === 38 || type >= 48,
  },
};

/**
 * Returns a function that takes such messages out of a track's packets, or undefined for a codec
 * that has none. It throws a `RangeError` for a packet that is damaged.
 * @param {string | null} codec as mediabunny names it
 * @param {Uint8Array | undefined} description the decoder's configuration, as in the container
 * @returns {((data: Uint8Array) => Uint8Array) | undefined}
 */
export function packetCleaner(codec, description) {
  if (codec === "av1") return cleanObus;
  const kind = KINDS[codec ?? ""];
  if (!kind) return undefined;
  const size = description?.[kind.lengthAt];
  // Without a configuration, units are separated by start codes.
  const lengthBytes = size === undefined ? 0 : (size & 3) + 1;
  return (data) => {
    const units = lengthBytes === 0 ? splitByStartCodes(data) : splitByLengths(data, lengthBytes);
    const kept = units.map((unit) => cleanUnit(unit, kind));
    if (kept.every((unit, index) => unit === units[index])) return data;
    return join(kept.flatMap((unit) => (unit ? [prefixOf(unit, lengthBytes), unit] : [])));
  };
}

/**
 * @param {Uint8Array} data
 * @param {number} lengthBytes
 */
function splitByLengths(data, lengthBytes) {
  const units = [];
  for (let at = 0; at < data.length; ) {
    let length = 0;
    for (let byte = 0; byte < lengthBytes; byte++) length = length * 256 + (data[at++] ?? 0);
    if (at + length > data.length) throw new RangeError("A part of the picture is missing.");
    units.push(data.subarray(at, at + length));
    at += length;
  }
  return units;
}

const START_CODE = Uint8Array.of(0, 0, 1);

/** @param {Uint8Array} data */
function splitByStartCodes(data) {
  /** @type {number[]} */
  const starts = [];
  for (let at = 0; at + 3 <= data.length; at++) {
    if (START_CODE.every((byte, index) => data[at + index] === byte)) starts.push(at + 3);
  }
  return starts.map((start, index) => data.subarray(start, (starts[index + 1] ?? data.length + 3) - 3));
}

/** @param {Uint8Array} unit @param {number} lengthBytes */
const prefixOf = ({ length }, lengthBytes) =>
  lengthBytes === 0
    ? START_CODE
    : Uint8Array.from({ length: lengthBytes }, (_, at) => (length >>> (8 * (lengthBytes - 1 - at))) & 0xff);

/**
 * The unit without what it does not need; undefined if nothing is left.
 * @param {Uint8Array} unit
 * @param {Kind} kind
 */
function cleanUnit(unit, { headLength, typeOf, isMessage, isOpaque }) {
  const type = typeOf(unit[0] ?? 0);
  if (isOpaque(type)) return undefined;
  if (!isMessage(type)) return unit;
  const needed = neededMessages(unit.subarray(headLength));
  if (needed.length === 0) return undefined;
  return join([unit.subarray(0, headLength), escaped(join([...needed, Uint8Array.of(0x80)]))]);
}

/**
 * The messages of an SEI unit that a decoder needs, each with its type and length.
 * @param {Uint8Array} body
 */
function neededMessages(body) {
  const bytes = unescaped(body);
  const needed = [];
  // The last byte ends the unit.
  for (let at = 0; at + 2 < bytes.length; ) {
    const start = at;
    const numbers = [0, 0].map(() => {
      let number = 0;
      for (; bytes[at] === 0xff; at++) number += 0xff;
      number += bytes[at++] ?? 0;
      return number;
    });
    const [type = 0, length = 0] = numbers;
    if (at + length > bytes.length) break;
    at += length;
    if (NEEDED_MESSAGES.has(type)) needed.push(bytes.subarray(start, at));
  }
  return needed;
}

/**
 * Takes out the 3 after two zeros, without which they would look like a start code.
 * @param {Uint8Array} bytes
 */
const unescaped = (bytes) =>
  bytes.filter((byte, at) => !(byte === 3 && at >= 2 && bytes[at - 1] === 0 && bytes[at - 2] === 0));

/** @param {Uint8Array} bytes */
function escaped(bytes) {
  const result = [];
  let zeros = 0;
  for (const byte of bytes) {
    if (zeros === 2 && byte <= 3) {
      result.push(3);
      zeros = 0;
    }
    result.push(byte);
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return Uint8Array.from(result);
}

/** The types of AV1's units: metadata, and filling. */
const METADATA = 5;
const PADDING = 15;

/** @param {Uint8Array} data */
function cleanObus(data) {
  const parts = [];
  let isChanged = false;
  for (let at = 0; at < data.length; ) {
    const start = at;
    const head = data[at] ?? 0;
    at += head & 4 ? 2 : 1;
    let length = data.length - at;
    if (head & 2) [length, at] = readLeb128(data, at);
    if (at + length > data.length) throw new RangeError("A part of the picture is missing.");
    const type = (head >> 3) & 0xf;
    const isKept =
      type !== PADDING && (type !== METADATA || NEEDED_AV1_METADATA.has(readLeb128(data, at)[0]));
    at += length;
    if (isKept) parts.push(data.subarray(start, at));
    else isChanged = true;
  }
  return isChanged ? join(parts) : data;
}

/**
 * A number of up to eight bytes, seven bits in each, and where it ends.
 * @param {Uint8Array} data
 * @param {number} at
 * @returns {[number, number]}
 */
function readLeb128(data, at) {
  let number = 0;
  for (let index = 0; index < 8; index++) {
    const byte = data[at + index] ?? 0;
    number += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return [number, at + index + 1];
  }
  throw new RangeError("A number is too long.");
}
