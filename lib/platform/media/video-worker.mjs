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
 * Writes a film anew with nothing in it but one track of pictures and one of sound:
 * `video-worker.mjs <from> <to>`. A process of its own, because what it reads is a stranger's:
 * whoever started it (video.ts) ends it when it takes too long, and when its memory runs out, only
 * this process dies. Plain JavaScript, so that Node runs it as it is.
 *
 * @typedef {import("./video.ts").VideoFacts} VideoFacts
 * @typedef {import("./video.ts").WorkerMessage} WorkerMessage
 * @typedef {import("./video.ts").VideoFault} VideoFault
 */

/** What every current browser plays. */
const PICTURES = ["avc", "vp8", "vp9", "av1"];
const SOUNDS = ["aac", "mp3", "opus", "vorbis", "flac"];

/** Longest side of a film in pixels: 8K. */
const SIDE_MAX = 8_192;
/** Largest single packet; a key frame of an 8K film is a few MB. In bytes. */
const PACKET_MAX = 16 * 1024 ** 2;
/**
 * A film is worked on packet by packet, so those that hold next to nothing are limited: speech over
 * a still slide has some 200 bytes in each.
 */
const PACKETS_FREE = 20_000;
const BYTES_PER_PACKET = 100;
/**
 * Up to so many packets a track, some five minutes, the index goes to the front of an MP4, where a
 * browser looks first. Room for it is kept before the length is known, 35 bytes a packet, so a long
 * film has it at its end.
 */
const INDEX_FIRST_MAX = 10_000;

const INDEX_ONLY = { metadataOnly: true };

class Faulty extends Error {
  /** @param {VideoFault} fault */
  constructor(fault) {
    super(fault);
    this.fault = fault;
  }
}

/** @param {WorkerMessage} message */
const tell = (message) => new Promise((resolve) => process.send?.(message, resolve));

/**
 * Counts a track's packets and says when the last one ends, without reading what is in them.
 * @param {import("mediabunny").InputTrack} track
 * @param {{ packets: number, bytes: number }} most
 */
async function measure(track, most) {
  const sink = new EncodedPacketSink(track);
  const found = { packets: 0, bytes: 0, end: 0 };
  let before = null;
  for (let packet = await sink.getFirstPacket(INDEX_ONLY); packet; ) {
    found.packets++;
    found.bytes += packet.byteLength;
    found.end = Math.max(found.end, packet.timestamp + packet.duration);
    // Packets can lie on top of each other, so that a small file unpacks to a huge one.
    if (found.packets > most.packets || found.bytes > most.bytes || packet.byteLength > PACKET_MAX) {
      throw new Faulty("complex");
    }
    const next = await sink.getNextPacket(packet, INDEX_ONLY);
    if (next) before = packet;
    packet = next;
  }
  // Of a file that was cut off the index may be whole: then the last packet is not there to be
  // read.
  const last = before ? await sink.getNextPacket(before) : await sink.getFirstPacket();
  if (!last) throw new Faulty("damaged");
  return found;
}

/** @param {Input} input @param {number} size */
async function check(input, size) {
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new Faulty("silent");
  if (!PICTURES.includes((await video.getCodec()) ?? "")) throw new Faulty("codec");
  const audio = await input.getPrimaryAudioTrack();
  if (audio && !SOUNDS.includes((await audio.getCodec()) ?? "")) throw new Faulty("sound");
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  if (![width, height].every((side) => Number.isInteger(side) && side >= 1 && side <= SIDE_MAX)) {
    throw new Faulty("damaged");
  }
  const tracks = audio ? [video, audio] : [video];
  const most = { packets: PACKETS_FREE + size / BYTES_PER_PACKET, bytes: size };
  /** @type {Map<import("mediabunny").InputTrack, Awaited<ReturnType<typeof measure>>>} */
  const measures = new Map();
  for (const track of tracks) measures.set(track, await measure(track, most));
  const start = Math.max(0, await input.getFirstTimestamp(tracks));
  const end = Math.max(...[...measures.values()].map((each) => each.end));
  return { measures, film: { width, height, duration: Math.round((end - start) * 1000) / 1000 } };
}

/**
 * @param {string} from
 * @param {string} to
 * @returns {Promise<VideoFacts>}
 */
async function repack(from, to) {
  const input = new Input({ source: new FilePathSource(from), formats: [MP4, QTFF, WEBM] });
  const { measures, film } = await check(input, statSync(from).size);
  await tell({ step: "checked" });
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
  if (conversion.utilizedTracks.length < measures.size) throw new Faulty("damaged");
  for (const [index, source] of conversion.utilizedTracks.entries()) {
    const metadata = output.tracks[index]?.metadata;
    // Names and languages are people's own words too.
    const bare = { name: undefined, languageCode: undefined };
    Object.assign(metadata ?? {}, bare, { maximumPacketCount: measures.get(source)?.packets });
  }
  // The library notes the day of the copy and has no setting for it.
  Object.assign(Reflect.get(output, "_muxer"), { creationTime: 0 });
  await conversion.execute();
  // Copying begins at a picture that needs no other. Without one there is nothing to see in what
  // was written.
  const written = new Input({ source: new FilePathSource(to), formats: [MP4, WEBM] });
  const video = await written.getPrimaryVideoTrack();
  if (!video || !(await new EncodedPacketSink(video).getFirstPacket(INDEX_ONLY))) throw new Faulty("damaged");
  return { format, ...film };
}

/**
 * Whatever goes wrong while a stranger's film is read is the film's fault, except what the system
 * itself reports (a full disk), which has a code.
 * @param {unknown} error
 * @returns {WorkerMessage}
 */
function verdict(error) {
  if (error instanceof Faulty) return { fault: error.fault };
  if (error instanceof Error && "syscall" in error) return { failure: String(error) };
  return { fault: "damaged" };
}

Logging.level = LogLevel.Silent;
process.on("disconnect", () => process.exit());
const [, , from = "", to = ""] = process.argv;
await tell({ step: "started" });
await tell(await repack(from, to).then((facts) => ({ facts }), verdict));
process.disconnect();
