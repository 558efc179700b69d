/**
 * What of a video is to be seen. Programs that cut an MP4 or MOV often leave its pictures in the
 * file and note in an edit list which of them to show. mediabunny reads where the first edit
 * begins, but not where it ends, so this does.
 */

/** A file has a few dozen boxes in front of its index, and recordings one for each second. */
const TOP_BOXES_MAX = 10_000;
/** In seconds: edits are often noted in thousandths, pictures more exactly. */
const ROUNDING = 0.001;

/**
 * When a track is shown, in seconds of the video.
 * @typedef {{ from: number, until: number }} Span
 *
 * @typedef {object} Edits
 * @property {Map<number, Span>} spans Of each track with an edit list, by its id.
 * @property {boolean} isPieced Whether a track shows several parts of itself, or one at another
 *   speed, which a copy can't hold.
 */

/**
 * The edit lists of an MP4 or MOV. A file of another kind, or without an index, has none. Throws a
 * `RangeError` for a damaged one.
 * @param {Blob} file
 * @returns {Promise<Edits>}
 */
export async function readEdits(file) {
  /** @type {Edits} */
  const edits = { spans: new Map(), isPieced: false };
  const index = await findIndex(file);
  const [header] = index ? boxesAt(index, "mvhd") : [];
  if (!index || !header) return edits;
  for (const track of boxesAt(index, "trak")) {
    const [head] = boxesAt(track, "tkhd");
    const [media] = boxesAt(track, "mdia", "mdhd");
    const [list] = boxesAt(track, "edts", "elst");
    if (!head || !media || !list) continue;
    const span = spanIn([...editsIn(list, timescaleOf(header), timescaleOf(media))]);
    if (span === "pieced") edits.isPieced = true;
    else if (span) edits.spans.set(head.getUint32(head.getUint8(0) === 1 ? 20 : 12), span);
  }
  return edits;
}

/**
 * When a track is shown: always, without an edit list.
 * @param {Edits} edits
 * @param {{ id: number }} track
 * @returns {Span}
 */
export const spanOf = ({ spans }, { id }) => spans.get(id) ?? { from: 0, until: Number.POSITIVE_INFINITY };

/**
 * Whether what begins at `seconds` is shown in a track that ends at `end`.
 * @param {number} seconds
 * @param {number} end
 */
export const isBeforeEnd = (seconds, end) => seconds < end - ROUNDING;

/**
 * The content of the box `moov`.
 * @param {Blob} file
 * @returns {Promise<DataView | undefined>}
 */
async function findIndex(file) {
  let start = 0;
  for (let boxes = 0; boxes < TOP_BOXES_MAX && start + 8 <= file.size; boxes++) {
    const head = await viewOf(file.slice(start, start + 16));
    const type = typeAt(head, 4);
    const short = head.getUint32(0);
    const isLong = short === 1 && head.byteLength === 16;
    const size = short === 0 ? file.size - start : isLong ? Number(head.getBigUint64(8)) : short;
    const headLength = isLong ? 16 : 8;
    if (size < headLength) return undefined;
    if (type === "moov") return viewOf(file.slice(start + headLength, start + size));
    start += size;
  }
  return undefined;
}

/** @param {Blob} part */
const viewOf = async (part) => new DataView(await part.arrayBuffer());

/** @param {DataView} view @param {number} at */
const typeAt = (view, at) => String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, 4));

/**
 * The contents of the boxes at a path of types, up to the first box that does not fit.
 * @param {DataView} view
 * @param {string} type
 * @param {string[]} rest
 * @returns {Generator<DataView>}
 */
function* boxesAt(view, type, ...rest) {
  for (let at = 0; at + 8 <= view.byteLength; ) {
    const size = view.getUint32(at) || view.byteLength - at;
    if (size < 8 || at + size > view.byteLength) return;
    if (typeAt(view, at + 4) === type) {
      const body = new DataView(view.buffer, view.byteOffset + at + 8, size - 8);
      const [next, ...others] = rest;
      if (next) yield* boxesAt(body, next, ...others);
      else yield body;
    }
    at += size;
  }
}

/**
 * Of the boxes `mvhd` and `mdhd`: units a second.
 * @param {DataView} body
 */
const timescaleOf = (body) => body.getUint32(body.getUint8(0) === 1 ? 20 : 12);

/**
 * What a track shows one after the other, in seconds. `from` is undefined where nothing is shown. A
 * part of no length is all that follows, as in files that are written while they are recorded.
 * @typedef {{ from: number | undefined, length: number, rate: number }} Edit
 *
 * @param {DataView} list
 * @param {number} timescale of the durations
 * @param {number} mediaTimescale
 * @returns {Generator<Edit>}
 */
function* editsIn(list, timescale, mediaTimescale) {
  const isLong = list.getUint8(0) === 1;
  const size = isLong ? 20 : 12;
  const count = list.getUint32(4);
  for (let index = 0, at = 8; index < count && at + size <= list.byteLength; index++, at += size) {
    const duration = isLong ? Number(list.getBigUint64(at)) : list.getUint32(at);
    const mediaTime = isLong ? Number(list.getBigInt64(at + 8)) : list.getInt32(at + 4);
    const from = mediaTime === -1 ? undefined : mediaTime / mediaTimescale;
    const isOpen = duration === 0 && from !== undefined;
    const length = isOpen ? Number.POSITIVE_INFINITY : duration / timescale;
    yield { from, length, rate: list.getInt32(at + size - 4) / 0x1_0000 };
  }
}

/**
 * When the only part of a track is shown; undefined if there is none. Parts that follow each other
 * in the track as well are one.
 * @param {Edit[]} edits
 * @returns {Span | "pieced" | undefined}
 */
function spanIn(edits) {
  let time = 0;
  /** @type {(Span & { next: number }) | undefined} */
  let span;
  for (const { from, length, rate } of edits) {
    const end = time + length;
    if (from !== undefined) {
      const continues = !span || (span.until === time && Math.abs(from - span.next) < 2 * ROUNDING);
      if (rate !== 1 || !continues) return "pieced";
      span = { from: span?.from ?? time, until: end, next: from + length };
    }
    time = end;
  }
  return span && { from: span.from, until: span.until };
}
