import { statSync } from "node:fs";
import {
  Conversion,
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  Input,
  Logging,
  LogLevel,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";

/**
 * Repacks a video with only one video track and one audio track. Its input is untrusted, so the
 * server runs it in a process of its own (video-worker.mjs). Plain JavaScript, so that Node runs it
 * as it is.
 *
 * @typedef {import("./video.ts").VideoFacts} VideoFacts
 * @typedef {import("./video.ts").WorkerMessage} WorkerMessage
 * @typedef {import("./video.ts").VideoFault} VideoFault
 */

/** Codecs that every current browser plays. */
const VIDEO_CODECS = ["avc", "vp8", "vp9", "av1"];
const AUDIO_CODECS = ["aac", "mp3", "opus", "vorbis", "flac"];

/** Longest side in pixels: 8K. */
const SIDE_MAX = 8_192;
/** Largest packet in bytes; a key frame of an 8K video is a few MB. */
const PACKET_MAX = 16 * 1024 ** 2;
/**
 * Processing goes packet by packet, so the number of tiny packets is limited: speech over a still
 * slide has about 200 bytes in each.
 */
const PACKETS_FREE = 20_000;
const BYTES_PER_PACKET = 100;
/**
 * Up to this many packets a track, about five minutes, an MP4's index goes to the front, where
 * browsers look first. The space for it is reserved before its length is known, 35 bytes a packet,
 * so a long video gets its index at the end.
 */
const INDEX_FIRST_MAX = 10_000;

const INDEX_ONLY = { metadataOnly: true };

class VideoFaultError extends Error {
  /** @param {VideoFault} fault */
  constructor(fault) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * Counts a track's packets and finds when the last one ends, without reading their data.
 * @param {import("mediabunny").InputTrack} track
 * @param {{ packets: number, bytes: number }} limits
 */
async function measure(track, limits) {
  const sink = new EncodedPacketSink(track);
  const totals = { packets: 0, bytes: 0, end: 0 };
  let previous = null;
  for (let packet = await sink.getFirstPacket(INDEX_ONLY); packet; ) {
    totals.packets++;
    totals.bytes += packet.byteLength;
    totals.end = Math.max(totals.end, packet.timestamp + packet.duration);
    // Packets can overlap, so a small file could unpack to a huge one.
    if (totals.packets > limits.packets || totals.bytes > limits.bytes || packet.byteLength > PACKET_MAX) {
      throw new VideoFaultError("complex");
    }
    const next = await sink.getNextPacket(packet, INDEX_ONLY);
    if (next) previous = packet;
    packet = next;
  }
  // A truncated file may have a complete index, but its last packet cannot be read.
  const last = previous ? await sink.getNextPacket(previous) : await sink.getFirstPacket();
  if (!last) throw new VideoFaultError("damaged");
  return totals;
}

/** @param {Input} input @param {number} size */
async function check(input, size) {
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new VideoFaultError("silent");
  if (!VIDEO_CODECS.includes((await video.getCodec()) ?? "")) throw new VideoFaultError("codec");
  const audio = await input.getPrimaryAudioTrack();
  if (audio && !AUDIO_CODECS.includes((await audio.getCodec()) ?? "")) throw new VideoFaultError("sound");
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= SIDE_MAX)) {
    throw new VideoFaultError("damaged");
  }
  const tracks = audio ? [video, audio] : [video];
  const limits = { packets: PACKETS_FREE + size / BYTES_PER_PACKET, bytes: size };
  /** @type {Map<import("mediabunny").InputTrack, Awaited<ReturnType<typeof measure>>>} */
  const measures = new Map();
  for (const track of tracks) measures.set(track, await measure(track, limits));
  const start = Math.max(0, await input.getFirstTimestamp(tracks));
  const end = Math.max(...[...measures.values()].map(({ end }) => end));
  return { measures, facts: { width, height, duration: Math.round((end - start) * 1000) / 1000 } };
}

/**
 * @param {string} from
 * @param {string} to
 * @param {(duration: number) => Promise<unknown>} onChecked
 * @returns {Promise<VideoFacts>}
 */
async function repack(from, to, onChecked) {
  const input = new Input({ source: new FilePathSource(from), formats: [MP4, QTFF, WEBM] });
  const { measures, facts } = await check(input, statSync(from).size);
  await onChecked(facts.duration);
  const format = (await input.getFormat()) === WEBM ? "webm" : "mp4";
  const isShort = [...measures.values()].every(({ packets }) => packets <= INDEX_FIRST_MAX);
  const output = new Output({
    format:
      format === "webm"
        ? new WebMOutputFormat()
        : new Mp4OutputFormat({ fastStart: isShort ? "reserve" : false }),
    target: new FilePathTarget(to),
  });
  const conversion = await Conversion.init({
    input,
    output,
    tracks: "primary",
    tags: {},
    copy: { mode: "forced", shiftTolerance: Number.POSITIVE_INFINITY },
    showWarnings: false,
  });
  if (conversion.utilizedTracks.length < measures.size) throw new VideoFaultError("damaged");
  for (const [index, source] of conversion.utilizedTracks.entries()) {
    const metadata = output.tracks[index]?.metadata;
    // Track names and languages are user content too.
    const cleared = { name: undefined, languageCode: undefined };
    Object.assign(metadata ?? {}, cleared, { maximumPacketCount: measures.get(source)?.packets });
  }
  // The library records the creation date and has no option to omit it.
  Object.assign(Reflect.get(output, "_muxer"), { creationTime: 0 });
  await conversion.execute();
  // Copying starts at a key frame. Without one the output contains no picture.
  const written = new Input({ source: new FilePathSource(to), formats: [MP4, WEBM] });
  const video = await written.getPrimaryVideoTrack();
  if (!video || !(await new EncodedPacketSink(video).getFirstPacket(INDEX_ONLY)))
    throw new VideoFaultError("damaged");
  return { format, ...facts };
}

/**
 * Any error while reading an untrusted video is the video's fault, except system errors (a full
 * disk), which have a `syscall`.
 * @param {unknown} error
 * @returns {WorkerMessage}
 */
function toMessage(error) {
  if (error instanceof VideoFaultError) return { fault: error.fault };
  if (error instanceof Error && "syscall" in error) return { failure: String(error) };
  return { fault: "damaged" };
}

Logging.level = LogLevel.Silent;

/**
 * Repacks the video `from` into the new file `to`. Calls `onChecked` with its duration in seconds
 * before it is copied.
 * @param {string} from
 * @param {string} to
 * @param {(duration: number) => Promise<unknown>} onChecked
 * @returns {Promise<WorkerMessage>} the facts of the video, or why there is none
 */
export const repackOrExplain = (from, to, onChecked) =>
  repack(from, to, onChecked).then((facts) => ({ facts }), toMessage);
