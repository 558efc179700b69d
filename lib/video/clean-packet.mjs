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
 * Returns a function that takes such messages out of a track's packets, or undefined for a codec
 * that has none. It throws a `RangeError` for a packet that is damaged.
 * @param {string | null} codec as mediabunny names it
 * @param {Uint8Array | undefined} description the decoder's configuration, as in the container
 * @returns {((data: Uint8Array) => Uint8Array) | undefined}
 */
export function packetCleaner(codec, description) {
  if (codec === "av1") return cleanObus;
  if (codec !== "avc" && codec !== "hevc") return undefined;
  const kind = codec === "avc" ? AVC : HEVC;
  const size = description?.[codec === "avc" ? 4 : 21];
  // Without a configuration, parts are separated by start codes.
  const split = size === undefined ? splitByStartCodes : splitByLengths((size & 3) + 1);
  return (data) => cleanUnits(data, split(data), kind);
}

/**
 * @typedef {(unit: Uint8Array) => boolean} Check
 * @typedef {{ headLength: number, isSei: Check, isOpaque: Check }} Kind
 */

/** @param {Uint8Array} unit */
const avcType = (unit) => (unit[0] ?? 0) & 0x1f;
/** @type {Kind} Opaque: filling, and types without a meaning. */
const AVC = {
  headLength: 1,
  isSei: (unit) => avcType(unit) === 6,
  isOpaque: (unit) => avcType(unit) === 0 || avcType(unit) === 12 || avcType(unit) >= 24,
};
/** @param {Uint8Array} unit */
const hevcType = (unit) => ((unit[0] ?? 0) >> 1) & 0x3f;
/** @type {Kind} */
const HEVC = {
  headLength: 2,
  isSei: (unit) => hevcType(unit) === 39 || hevcType(unit) === 40,
  isOpaque: (unit) => hevcType(unit) === 38 || hevcType(unit) >= 48,
};

/** @typedef {{ prefix: Uint8Array, unit: Uint8Array, lengthBytes: number }} Unit */

/**
 * @param {number} lengthBytes
 * @returns {(data: Uint8Array) => Unit[]}
 */
const splitByLengths = (lengthBytes) => (data) => {
  const units = [];
  for (let at = 0; at < data.length; ) {
    let length = 0;
    for (let byte = 0; byte < lengthBytes; byte++) length = length * 256 + (data[at + byte] ?? 0);
    const start = at + lengthBytes;
    if (start + length > data.length) throw new RangeError("A part of the picture is missing.");
    units.push({ prefix: data.subarray(at, start), unit: data.subarray(start, start + length), lengthBytes });
    at = start + length;
  }
  return units;
};

/**
 * @param {Uint8Array} data
 * @returns {Unit[]}
 */
function splitByStartCodes(data) {
  /** @type {number[]} */
  const starts = [];
  for (let at = 0; at + 3 <= data.length; at++) {
    if (data[at] === 0 && data[at + 1] === 0 && data[at + 2] === 1) {
      starts.push(at);
      at += 2;
    }
  }
  return starts.map((start, index) => ({
    prefix: data.subarray(start, start + 3),
    unit: data.subarray(start + 3, starts[index + 1] ?? data.length),
    lengthBytes: 0,
  }));
}

/**
 * @param {Uint8Array} data
 * @param {Unit[]} units
 * @param {Kind} kind
 */
function cleanUnits(data, units, { headLength, isSei, isOpaque }) {
  let isChanged = false;
  const parts = [];
  for (const { prefix, unit, lengthBytes } of units) {
    const isMessage = isSei(unit);
    if (!isMessage && !isOpaque(unit)) {
      parts.push(prefix, unit);
      continue;
    }
    const needed = isMessage ? neededMessages(unit.subarray(headLength)) : [];
    isChanged = true;
    if (needed.length === 0) continue;
    const clean = join([unit.subarray(0, headLength), escaped(join([...needed, Uint8Array.of(0x80)]))]);
    parts.push(lengthBytes > 0 ? lengthOf(clean.length, lengthBytes) : prefix, clean);
  }
  return isChanged ? join(parts) : data;
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

/** @param {number} length @param {number} bytes */
const lengthOf = (length, bytes) =>
  Uint8Array.from({ length: bytes }, (_, at) => (length >>> (8 * (bytes - 1 - at))) & 0xff);

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

/** @param {Uint8Array[]} parts */
function join(parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
