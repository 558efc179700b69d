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
 * The edit lists of an MP4 or MOV. A file of another kind, or without an index, has none.
 * @param {Blob} file
 * @returns {Promise<Edits>}
 */
export async function readEdits(file) {
  /** @type {Edits} */
  const edits = { spans: new Map(), isPieced: false };
  const index = await findIndex(file);
  if (!index) return edits;
  const movie = [...boxesIn(index)];
  const header = movie.find(({ type }) => type === "mvhd");
  const timescale = header && timescaleOf(header.body);
  if (!timescale) return edits;
  for (const { type, body } of movie) if (type === "trak") readTrack(body, timescale, edits);
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
 * The boxes in a box, up to the first that does not fit.
 * @param {DataView} view
 * @returns {Generator<{ type: string, body: DataView }>}
 */
function* boxesIn(view) {
  for (let at = 0; at + 8 <= view.byteLength; ) {
    const size = view.getUint32(at) || view.byteLength - at;
    if (size < 8 || at + size > view.byteLength) return;
    yield { type: typeAt(view, at + 4), body: new DataView(view.buffer, view.byteOffset + at + 8, size - 8) };
    at += size;
  }
}

/**
 * The first box of a path of types.
 * @param {DataView} view
 * @param {string[]} path
 * @returns {DataView | undefined}
 */
function find(view, [type, ...rest]) {
  for (const box of boxesIn(view)) {
    if (box.type === type) return rest.length > 0 ? find(box.body, rest) : box.body;
  }
  return undefined;
}

/**
 * Of the boxes `mvhd` and `mdhd`: units a second.
 * @param {DataView} body
 */
function timescaleOf(body) {
  const at = body.byteLength > 0 && body.getUint8(0) === 1 ? 20 : 12;
  return at + 4 <= body.byteLength ? body.getUint32(at) : 0;
}

/**
 * @param {DataView} track
 * @param {number} timescale
 * @param {Edits} edits
 */
function readTrack(track, timescale, edits) {
  const [header, media, list] = [
    find(track, ["tkhd"]),
    find(track, ["mdia", "mdhd"]),
    find(track, ["edts", "elst"]),
  ];
  const mediaTimescale = media && timescaleOf(media);
  if (!header || !mediaTimescale || !list) return;
  const idAt = header.byteLength > 0 && header.getUint8(0) === 1 ? 20 : 12;
  if (idAt + 4 > header.byteLength) return;
  /** In seconds: what is shown before the part, where it begins in the track, how long it is. */
  let [delay, begin, length] = [0, 0, 0];
  let hasPart = false;
  let hasGap = false;
  for (const edit of entriesOf(list)) {
    const duration = edit.duration / timescale;
    if (edit.mediaTime === -1) {
      if (hasPart) hasGap = true;
      else delay += duration;
      continue;
    }
    const from = edit.mediaTime / mediaTimescale;
    const continues = hasPart && !hasGap && Math.abs(from - begin - length) < 2 * ROUNDING;
    if (edit.rate !== 1 || (hasPart && !continues)) {
      edits.isPieced = true;
      return;
    }
    if (!hasPart) begin = from;
    hasPart = true;
    // A part of no length is all that follows, as in files that are written while they are
    // recorded.
    length = edit.duration === 0 ? Number.POSITIVE_INFINITY : length + duration;
  }
  if (hasPart) edits.spans.set(header.getUint32(idAt), { from: delay, until: delay + length });
}

/**
 * @param {DataView} list
 * @returns {Generator<{ duration: number, mediaTime: number, rate: number }>}
 */
function* entriesOf(list) {
  if (list.byteLength < 8) return;
  const isLong = list.getUint8(0) === 1;
  const length = isLong ? 20 : 12;
  const count = list.getUint32(4);
  for (let index = 0, at = 8; index < count && at + length <= list.byteLength; index++, at += length) {
    yield {
      duration: isLong ? Number(list.getBigUint64(at)) : list.getUint32(at),
      mediaTime: isLong ? Number(list.getBigInt64(at + 8)) : list.getInt32(at + 4),
      rate: list.getInt32(at + length - 4) / 0x1_0000,
    };
  }
}
