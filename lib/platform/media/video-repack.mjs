import { openAsBlob, statSync } from "node:fs";
import {
  EncodedPacketSink,
  FilePathSource,
  FilePathTarget,
  Input,
  Logging,
  LogLevel,
  MP4,
  Mp4OutputFormat,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { hasUsualColours } from "../../video/colours.mjs";
import { isBeforeEnd, readEdits, spanOf } from "../../video/edit-list.mjs";
import { beginOf, firstPictureFor, writeVideo } from "../../video/write-video.mjs";

/**
 * Repacks a video with only one video track and one audio track. Its input is untrusted, so the
 * server runs it in a process of its own (worker-process.mjs). Plain JavaScript, so that Node runs
 * it as it is.
 *
 * @typedef {import("./video.ts").VideoFacts} VideoFacts
 * @typedef {import("./worker.ts").Outcome<VideoFacts, VideoFault>} VideoOutcome
 * @typedef {import("./video.ts").VideoFault} VideoFault
 * @typedef {import("mediabunny").InputVideoTrack} InputVideoTrack
 * @typedef {import("mediabunny").InputAudioTrack} InputAudioTrack
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
 * Counts a track's packets and finds when the last one that is shown ends, without reading their
 * data.
 * @param {import("mediabunny").InputTrack} track
 * @param {import("../../video/edit-list.mjs").Span} span when the track is shown
 * @param {{ packets: number, bytes: number }} limits
 */
async function measure(track, span, limits) {
  const { until } = span;
  const sink = new EncodedPacketSink(track);
  const totals = { packetsMax: 0, bytes: 0, end: 0, ...span };
  let previous = null;
  for (let packet = await sink.getFirstPacket(INDEX_ONLY); packet; ) {
    totals.packetsMax++;
    totals.bytes += packet.byteLength;
    if (isBeforeEnd(packet.timestamp, until)) {
      totals.end = Math.max(totals.end, Math.min(packet.timestamp + packet.duration, until));
    }
    // Packets can overlap, so a small file could unpack to a huge one.
    if (totals.packetsMax > limits.packets || totals.bytes > limits.bytes || packet.byteLength > PACKET_MAX) {
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

/** @param {Input} input @param {string} path */
async function check(input, path) {
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new VideoFaultError("silent");
  if (!VIDEO_CODECS.includes((await video.getCodec()) ?? "")) throw new VideoFaultError("codec");
  const audio = await input.getPrimaryAudioTrack();
  if (audio && !AUDIO_CODECS.includes((await audio.getCodec()) ?? "")) throw new VideoFaultError("sound");
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= SIDE_MAX)) {
    throw new VideoFaultError("damaged");
  }
  const edits = await readEdits(await openAsBlob(path));
  if (edits.isPieced) throw new VideoFaultError("pieced");
  const { size } = statSync(path);
  const limits = { packets: PACKETS_FREE + size / BYTES_PER_PACKET, bytes: size };
  const picture = await measure(video, spanOf(edits, video), limits);
  const heard = audio && (await measure(audio, spanOf(edits, audio), limits));
  // Sound that is never heard is left out.
  const sound = heard?.end ? heard : undefined;
  const from = await beginOf(video, sound ? audio : null, edits);
  const end = Math.max(picture.end, sound?.end ?? 0);
  const first = await firstPictureFor(video, from);
  // Copying starts at a key frame. Without one that is shown, there is no picture.
  if (!first || !isBeforeEnd(first.timestamp, picture.until) || end <= from) {
    throw new VideoFaultError("damaged");
  }
  if (!(await hasUsualColours(video, first))) throw new VideoFaultError("colours");
  return {
    shown: { from, video: picture, audio: sound },
    facts: { width, height, duration: Math.round((end - from) * 1000) / 1000 },
  };
}

/**
 * @param {string} from
 * @param {string} to
 * @param {(duration: number) => Promise<unknown>} onChecked
 * @returns {Promise<VideoFacts>}
 */
async function repack(from, to, onChecked) {
  const input = new Input({ source: new FilePathSource(from), formats: [MP4, QTFF, WEBM] });
  const { shown, facts } = await check(input, from);
  await onChecked(facts.duration);
  const format = (await input.getFormat()) === WEBM ? "webm" : "mp4";
  const packetsMax = Math.max(shown.video.packetsMax, shown.audio?.packetsMax ?? 0);
  const options = {
    format:
      format === "webm"
        ? new WebMOutputFormat()
        : new Mp4OutputFormat({ fastStart: packetsMax <= INDEX_FIRST_MAX ? "reserve" : false }),
    target: new FilePathTarget(to),
  };
  const written = await writeVideo(input, options, shown);
  // Not every container holds every codec: a WebM has no AAC.
  if (written.length !== (shown.audio ? 2 : 1)) throw new VideoFaultError("damaged");
  return { format, ...facts };
}

/**
 * Any error while reading an untrusted video is the video's fault, except system errors (a full
 * disk), which have a `syscall`.
 * @param {unknown} error
 * @returns {VideoOutcome}
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
 * @returns {Promise<VideoOutcome>} the facts of the video, or why there is none
 */
export const repackOrExplain = (from, to, onChecked) =>
  repack(from, to, onChecked).then((facts) => ({ facts }), toMessage);
