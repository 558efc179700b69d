import "server-only";
import type { FileHandle } from "node:fs/promises";
import {
  type Range,
  readFully,
  refuseVideo,
  type VideoFacts,
  wipe,
  writeFully,
} from "@/lib/platform/media/video-file";

/**
 * Reads what a feed needs to know of an MP4 and takes everything out of it that is not picture or sound, in place
 * and without moving a byte: boxes that are not needed to play it (location, camera, owner, whatever an app added)
 * become `free` boxes of zeros, and so do the samples of tracks that are neither video nor audio (action cameras
 * keep a GPS log in one). The work is bounded whatever the file claims: few boxes, one index of limited size, no
 * recursion on its word.
 */

/** A two-hour film has an index of some 6 MB; a clip of 100 MB has far less. */
const INDEX_MAX = 16 * 1024 * 1024;
/** A fragmented recording has two boxes a second or so. */
const BOXES_MAX = 20_000;
/** Samples of a track that is to be emptied; a GPS log has one a second. */
const SAMPLES_MAX = 200_000;

/** Kinds of coded picture every current browser plays. */
const PLAYABLE = new Set(["avc1", "avc3", "av01", "vp09"]);
/** What it takes to play a film, level by level; everything else is wiped. */
const KEPT = {
  top: new Set(["ftyp", "styp", "moov", "moof", "mdat", "sidx", "ssix", "mfra", "prft"]),
  moov: new Set(["mvhd", "trak", "mvex", "iods"]),
  trak: new Set(["tkhd", "edts", "tref", "mdia"]),
  mdia: new Set(["mdhd", "hdlr", "minf", "elng"]),
  minf: new Set(["vmhd", "smhd", "nmhd", "hdlr", "dinf", "stbl"]),
  moof: new Set(["mfhd", "traf"]),
  traf: new Set(["tfhd", "tfdt", "trun", "sdtp", "sbgp", "sgpd", "subs", "saiz", "saio"]),
};

type Box = { type: string; start: number; body: number; end: number };

/**
 * Width, height (upright, in pixels) and length (seconds, null when the file does not say) of an MP4, whose metadata
 * is wiped on the way. Throws `unsupported_type` (415) for codecs browsers do not play and `validation` (400) for a
 * damaged file.
 */
export async function cleanMp4(file: FileHandle, size: number): Promise<VideoFacts> {
  const top = await topLevel(file, size);
  const brand = Buffer.alloc(4);
  const [first] = top;
  if (first?.type === "ftyp") await file.read(brand, 0, 4, first.body);
  if (brand.toString("latin1") === "qt  ") {
    refuseVideo("QuickTime videos can't be played everywhere. Please save yours as MP4 (H.264) first.");
  }
  const moovs = top.filter((box) => box.type === "moov");
  const [moov] = moovs;
  if (!moov || moovs.length > 1 || moov.end - moov.start > INDEX_MAX) refuseVideo();
  const index = Buffer.alloc(moov.end - moov.start);
  await readFully(file, index, moov.start);
  const children = boxesOf(index, moov.body - moov.start, index.length);
  const facts = readFacts(index, children);
  const hidden = cleanIndex(index, children);
  await writeFully(file, index, moov.start);
  const data = top.filter((box) => box.type === "mdat");
  for (const range of overlap(hidden, data)) await wipe(file, range);
  for (const box of top) {
    if (!KEPT.top.has(box.type)) await freeOnDisk(file, box);
    if (box.type === "moof") await cleanFragment(file, box);
  }
  return facts;
}

/** Headers of the outermost boxes, read one by one. */
async function topLevel(file: FileHandle, size: number): Promise<Box[]> {
  const boxes: Box[] = [];
  const head = Buffer.alloc(16);
  for (let at = 0; at + 8 <= size; ) {
    if (boxes.length >= BOXES_MAX) refuseVideo();
    const { bytesRead } = await file.read(head, 0, 16, at);
    const box = parseHeader(head.subarray(0, bytesRead), 0, at, size);
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** A box's header; `at` is where it lies in the file (or buffer), `limit` where its parent ends. */
function parseHeader(bytes: Buffer, offset: number, at: number, limit: number): Box {
  if (bytes.length < offset + 8) refuseVideo();
  const type = bytes.toString("latin1", offset + 4, offset + 8);
  let length = bytes.readUInt32BE(offset);
  let header = 8;
  if (length === 1) {
    if (bytes.length < offset + 16) refuseVideo();
    length = Number(bytes.readBigUInt64BE(offset + 8));
    header = 16;
  } else if (length === 0) {
    length = limit - at;
  }
  if (length < header || at + length > limit) refuseVideo();
  return { type, start: at, body: at + header, end: at + length };
}

function boxesOf(bytes: Buffer, start: number, end: number): Box[] {
  const boxes: Box[] = [];
  // A udta may end with a 32-bit zero; anything shorter than a header is padding.
  for (let at = start; at + 8 <= end; ) {
    if (boxes.length >= BOXES_MAX) refuseVideo();
    const box = parseHeader(bytes, at, at, end);
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

const childOf = (bytes: Buffer, box: Box | undefined, type: string) =>
  box && boxesOf(bytes, box.body, box.end).find((child) => child.type === type);

function at(bytes: Buffer, box: Box, ...path: string[]): Box | undefined {
  let found: Box | undefined = box;
  for (const type of path) found = childOf(bytes, found, type);
  return found;
}

const handlerOf = (bytes: Buffer, trak: Box): string => {
  const hdlr = at(bytes, trak, "mdia", "hdlr");
  return hdlr && hdlr.end - hdlr.body >= 12 ? bytes.toString("latin1", hdlr.body + 8, hdlr.body + 12) : "";
};

function readFacts(index: Buffer, children: Box[]): VideoFacts {
  const trak = children.find((box) => box.type === "trak" && handlerOf(index, box) === "vide");
  if (!trak) refuseVideo("There is no picture in that video. Please choose another one.");
  const stsd = at(index, trak, "mdia", "minf", "stbl", "stsd");
  const codec =
    stsd && stsd.end - stsd.body >= 16 ? index.toString("latin1", stsd.body + 12, stsd.body + 16) : "";
  if (!PLAYABLE.has(codec)) {
    refuseVideo("That video's format can't be played everywhere. Please save it as MP4 with H.264 first.");
  }
  const tkhd = at(index, trak, "tkhd");
  if (!tkhd) refuseVideo();
  const { width, height } = displaySize(index.subarray(tkhd.body, tkhd.end));
  const mvhd = children.find((box) => box.type === "mvhd");
  if (!mvhd) refuseVideo();
  const mvex = children.find((box) => box.type === "mvex");
  const mehd = childOf(index, mvex, "mehd");
  const duration = durationOf(
    index.subarray(mvhd.body, mvhd.end),
    mehd ? index.subarray(mehd.body, mehd.end) : undefined,
  );
  return { format: "mp4", width, height, duration };
}

/** Size of a track on screen: 16.16 fixed point, turned as its matrix says (phones film sideways). */
function displaySize(tkhd: Buffer): { width: number; height: number } {
  const matrix = tkhd[0] === 1 ? 52 : 40;
  if (tkhd.length < matrix + 44) refuseVideo();
  const width = tkhd.readUInt32BE(matrix + 36) / 65_536;
  const height = tkhd.readUInt32BE(matrix + 40) / 65_536;
  const sideways = tkhd.readInt32BE(matrix) === 0 && tkhd.readInt32BE(matrix + 4) !== 0;
  return sideways
    ? { width: Math.round(height), height: Math.round(width) }
    : { width: Math.round(width), height: Math.round(height) };
}

/** Seconds, from the film's header or, for a recording in fragments, from its extension; null when neither says. */
function durationOf(mvhd: Buffer, mehd: Buffer | undefined): number | null {
  const long = mvhd[0] === 1;
  if (mvhd.length < (long ? 32 : 20)) refuseVideo();
  const timescale = mvhd.readUInt32BE(long ? 20 : 12);
  let units = long ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16);
  const unknown = long ? 2 ** 64 : 0xffff_ffff;
  if ((units === 0 || units === unknown) && mehd && mehd.length >= (mehd[0] === 1 ? 12 : 8)) {
    units = mehd[0] === 1 ? Number(mehd.readBigUInt64BE(4)) : mehd.readUInt32BE(4);
  }
  if (timescale === 0 || units === 0 || units >= unknown) return null;
  return Math.round((units / timescale) * 1000) / 1000;
}

/** Frees what is not needed of the index, and tracks that are not to be seen or heard; returns where their samples lie. */
function cleanIndex(index: Buffer, children: Box[]): Range[] {
  const hidden: Range[] = [];
  for (const box of children) {
    if (!KEPT.moov.has(box.type)) free(index, box);
    if (box.type !== "trak") continue;
    const handler = handlerOf(index, box);
    if (handler === "vide" || handler === "soun") {
      const mdia = childOf(index, box, "mdia");
      keepOnly(index, box, KEPT.trak);
      keepOnly(index, mdia, KEPT.mdia);
      keepOnly(index, childOf(index, mdia, "minf"), KEPT.minf);
    } else {
      hidden.push(...sampleRanges(index, box));
      free(index, box);
    }
  }
  return hidden;
}

function keepOnly(bytes: Buffer, parent: Box | undefined, kept: Set<string>): void {
  if (!parent) return;
  for (const child of boxesOf(bytes, parent.body, parent.end)) if (!kept.has(child.type)) free(bytes, child);
}

/** The parts of `ranges` that lie in `boxes`, each byte once, so that a file cannot ask for the same work twice. */
function overlap(ranges: Range[], boxes: Box[]): Range[] {
  const parts: Range[] = [];
  let done = 0;
  for (const range of ranges.sort((a, b) => a.start - b.start)) {
    const box = boxes.find((each) => each.body <= range.start && range.start < each.end);
    const start = Math.max(range.start, done);
    const end = Math.min(range.end, box?.end ?? 0);
    if (start >= end) continue;
    parts.push({ start, end });
    done = end;
  }
  return parts;
}

/** Turns a box of a buffer into padding of the same length. */
function free(bytes: Buffer, box: Box): void {
  bytes.write("free", box.start + 4, "latin1");
  bytes.fill(0, box.body, box.end);
}

async function freeOnDisk(file: FileHandle, box: Box): Promise<void> {
  await writeFully(file, Buffer.from("free", "latin1"), box.start + 4);
  await wipe(file, { start: box.body, end: box.end });
}

async function cleanFragment(file: FileHandle, moof: Box): Promise<void> {
  const length = moof.end - moof.start;
  if (length > INDEX_MAX) refuseVideo();
  const bytes = Buffer.alloc(length);
  await readFully(file, bytes, moof.start);
  const fragments = boxesOf(bytes, moof.body - moof.start, length);
  for (const box of fragments) {
    if (!KEPT.moof.has(box.type)) free(bytes, box);
    if (box.type === "traf") keepOnly(bytes, box, KEPT.traf);
  }
  await writeFully(file, bytes, moof.start);
}

/** Where the samples of a track lie in the file: from its chunk offsets, samples a chunk and sample sizes. */
function sampleRanges(index: Buffer, trak: Box): Range[] {
  const stbl = at(index, trak, "mdia", "minf", "stbl");
  const offsets = childOf(index, stbl, "stco") ?? childOf(index, stbl, "co64");
  const perChunk = childOf(index, stbl, "stsc");
  const sizes = childOf(index, stbl, "stsz");
  if (!offsets || !perChunk || !sizes) return [];
  const offsetOf = tableReader(index, offsets, 8, offsets.type === "co64" ? 8 : 4);
  const runs = tableReader(index, perChunk, 8, 12);
  const oneSize = sizes.end - sizes.body >= 12 ? index.readUInt32BE(sizes.body + 4) : 0;
  const sizeTable = oneSize ? undefined : tableReader(index, sizes, 12, 4, 8);
  const ranges: Range[] = [];
  let sample = 0;
  let run = 0;
  for (let chunk = 0; chunk < offsetOf.count; chunk++) {
    while (run + 1 < runs.count && index.readUInt32BE(runs.at(run + 1)) <= chunk + 1) run++;
    const samples = runs.count > 0 ? index.readUInt32BE(runs.at(run) + 4) : 0;
    if (sample + samples > SAMPLES_MAX) refuseVideo();
    let length = oneSize * samples;
    for (let i = 0; sizeTable && i < samples && sample + i < sizeTable.count; i++) {
      length += index.readUInt32BE(sizeTable.at(sample + i));
    }
    sample += samples;
    const place = offsetOf.at(chunk);
    const start = offsets.type === "co64" ? Number(index.readBigUInt64BE(place)) : index.readUInt32BE(place);
    ranges.push({ start, end: start + length });
  }
  return ranges;
}

/** Access to a box's table of fixed-size rows; never more rows than the box really holds. */
function tableReader(bytes: Buffer, box: Box, head: number, row: number, countAt = 4) {
  const room = Math.max(0, Math.floor((box.end - box.body - head) / row));
  const claimed = room > 0 ? bytes.readUInt32BE(box.body + countAt) : 0;
  const count = Math.min(room, claimed, SAMPLES_MAX);
  return { count, at: (i: number) => box.body + head + i * row };
}
