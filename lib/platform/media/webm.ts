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
 * Reads what a feed needs to know of a WebM and turns its tags and attachments (a title, a place, a whole other
 * file) into `Void` elements of zeros, in place. Recordings made in a browser have elements of unknown length, so
 * their clusters are walked block by block; the number of steps is bounded whatever the file claims.
 */

const ID = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  tags: 0x1254c367,
  attachments: 0x1941a469,
  cues: 0x1c53bb6b,
  chapters: 0x1043a770,
  seekHead: 0x114d9b74,
  void: 0xec,
  crc: 0xbf,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  trackEntry: 0xae,
  trackType: 0x83,
  codec: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  displayWidth: 0x54b0,
  displayHeight: 0x54ba,
  displayUnit: 0x54b2,
} as const;

/** Parts of a segment that are kept; anything else there is wiped. */
const KEPT: Set<number> = new Set([ID.info, ID.tracks, ID.cluster, ID.cues, ID.seekHead, ID.void]);
/** What can follow a cluster of unknown length, and so ends it. */
const ENDS_CLUSTER: Set<number> = new Set([
  ID.cluster,
  ID.cues,
  ID.tags,
  ID.attachments,
  ID.chapters,
  ID.info,
  ID.tracks,
  ID.seekHead,
]);

/** Info and tracks of a real film are a few hundred bytes. */
const HEADER_MAX = 256 * 1024;
/** An hour of picture and sound in blocks. */
const STEPS_MAX = 400_000;
const PLAYABLE = new Set(["V_VP8", "V_VP9", "V_AV1"]);

type Element = { id: number; start: number; body: number; end: number; unknown: boolean };

/**
 * Width, height (pixels) and length (seconds, null when the file does not say) of a WebM, whose tags are wiped on the
 * way. Throws `unsupported_type` (415) and `validation` (400) as `cleanMp4` does.
 */
export async function cleanWebm(file: FileHandle, size: number): Promise<VideoFacts> {
  const window = new Window(file, size);
  const ebml = await window.element(0, size);
  if (ebml.id !== ID.ebml || ebml.unknown) refuseVideo();
  const segment = await window.element(ebml.end, size);
  if (segment.id !== ID.segment || (segment.end !== size && !segment.unknown)) refuseVideo();
  let info: Buffer | undefined;
  let tracks: Buffer | undefined;
  const wiped: Range[] = [];
  for (let at = segment.body; at < segment.end; ) {
    const element = await window.element(at, segment.end);
    if (element.unknown) {
      if (element.id !== ID.cluster) refuseVideo();
      at = await endOfCluster(window, element.body, segment.end);
      continue;
    }
    if (element.id === ID.info) info ??= await bodyOf(file, element);
    if (element.id === ID.tracks) tracks ??= await bodyOf(file, element);
    if (!KEPT.has(element.id) || element.id === ID.void) wiped.push(element);
    at = element.end;
  }
  if (!tracks) refuseVideo();
  const facts = { format: "webm" as const, ...pictureOf(tracks), duration: info ? durationOf(info) : null };
  for (const range of wiped) await voidOut(file, range);
  return facts;
}

async function endOfCluster(window: Window, from: number, limit: number): Promise<number> {
  let at = from;
  while (at < limit) {
    const child = await window.element(at, limit);
    if (ENDS_CLUSTER.has(child.id)) return at;
    if (child.unknown) refuseVideo();
    at = child.end;
  }
  return at;
}

async function bodyOf(file: FileHandle, element: Element): Promise<Buffer> {
  if (element.end - element.body > HEADER_MAX) refuseVideo();
  const bytes = Buffer.alloc(element.end - element.body);
  await readFully(file, bytes, element.body);
  return bytes;
}

function pictureOf(tracks: Buffer): { width: number; height: number } {
  for (const entry of elementsOf(tracks).filter(({ id }) => id === ID.trackEntry)) {
    const fields = elementsOf(tracks, entry.body, entry.end);
    const type = fields.find(({ id }) => id === ID.trackType);
    if (!type || unsigned(tracks, type) !== 1) continue;
    const codec = fields.find(({ id }) => id === ID.codec);
    const name = codec ? tracks.toString("latin1", codec.body, codec.end).replace(/\0+$/, "") : "";
    if (!PLAYABLE.has(name)) {
      refuseVideo("That video's format can't be played everywhere. Please save it as MP4 with H.264 first.");
    }
    const video = fields.find(({ id }) => id === ID.video);
    if (!video) refuseVideo();
    return sizeOf(tracks, elementsOf(tracks, video.body, video.end));
  }
  refuseVideo("There is no picture in that video. Please choose another one.");
}

function sizeOf(bytes: Buffer, fields: Element[]): { width: number; height: number } {
  const number = (wanted: number) => {
    const field = fields.find(({ id }) => id === wanted);
    return field ? unsigned(bytes, field) : 0;
  };
  const pixels = { width: number(ID.pixelWidth), height: number(ID.pixelHeight) };
  // Unit 0 is pixels; the others (centimetres, a ratio) say nothing about the size on screen.
  const shown = { width: number(ID.displayWidth), height: number(ID.displayHeight) };
  return number(ID.displayUnit) === 0 && shown.width > 0 && shown.height > 0 ? shown : pixels;
}

function durationOf(info: Buffer): number | null {
  const fields = elementsOf(info);
  const scale = fields.find(({ id }) => id === ID.timestampScale);
  const duration = fields.find(({ id }) => id === ID.duration);
  if (!duration) return null;
  const length = duration.end - duration.body;
  const units =
    length === 8 ? info.readDoubleBE(duration.body) : length === 4 ? info.readFloatBE(duration.body) : 0;
  const seconds = (units * (scale ? unsigned(info, scale) : 1_000_000)) / 1e9;
  return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) / 1000 : null;
}

function unsigned(bytes: Buffer, { body, end }: Element): number {
  const length = end - body;
  return length >= 1 && length <= 6 ? bytes.readUIntBE(body, length) : 0;
}

function elementsOf(bytes: Buffer, start = 0, end = bytes.length): Element[] {
  const found: Element[] = [];
  for (let at = start; at < end; ) {
    const element = parseElement(bytes, at, at, end);
    if (element.unknown) refuseVideo();
    found.push(element);
    at = element.end;
  }
  return found;
}

/** An element's header: an id of 1–4 bytes and a length of 1–8, each telling its own width by its first set bit. */
function parseElement(bytes: Buffer, offset: number, at: number, limit: number): Element {
  const idWidth = Math.clz32(bytes[offset] ?? 0) - 23;
  const lengthAt = offset + idWidth;
  const lengthWidth = Math.clz32(bytes[lengthAt] ?? 0) - 23;
  if (idWidth > 4 || lengthWidth > 8 || lengthAt + lengthWidth > bytes.length) refuseVideo();
  const id = bytes.readUIntBE(offset, idWidth);
  let length = (bytes[lengthAt] ?? 0) & (0xff >> lengthWidth);
  let ones = length === 0xff >> lengthWidth;
  for (let i = 1; i < lengthWidth; i++) {
    const byte = bytes[lengthAt + i] ?? 0;
    length = length * 256 + byte;
    ones &&= byte === 0xff;
  }
  const body = at + idWidth + lengthWidth;
  const end = ones ? limit : body + length;
  if (body > limit || end > limit) refuseVideo();
  return { id, start: at, body, end, unknown: ones };
}

/** Replaces an element by a `Void` of exactly the same length. */
async function voidOut(file: FileHandle, { start, end }: Range): Promise<void> {
  const length = end - start;
  const head = Buffer.alloc(length > 9 ? 9 : 2);
  head[0] = ID.void;
  if (length > 9) {
    head.writeUIntBE(length - 9, 3, 6);
    head[1] = 0x01;
  } else {
    head[1] = 0x80 | (length - 2);
  }
  await writeFully(file, head, start);
  await wipe(file, { start: start + head.length, end });
}

/** Reads element headers through a moving window, so that a walk over many small blocks is few reads. */
class Window {
  private bytes = Buffer.alloc(0);
  private from = 0;
  private steps = 0;

  constructor(
    private readonly file: FileHandle,
    private readonly size: number,
  ) {}

  async element(at: number, limit: number): Promise<Element> {
    if (++this.steps > STEPS_MAX || at >= limit) refuseVideo();
    const needed = Math.min(12, this.size - at);
    if (at < this.from || at + needed > this.from + this.bytes.length) {
      this.from = at;
      this.bytes = Buffer.alloc(Math.min(64 * 1024, this.size - at));
      await readFully(this.file, this.bytes, at);
    }
    return parseElement(this.bytes, at - this.from, at, limit);
  }
}
