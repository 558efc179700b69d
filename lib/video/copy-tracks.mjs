import { EncodedAudioPacketSource, EncodedPacketSink, EncodedVideoPacketSource } from "mediabunny";
import { packetCleaner } from "./clean-packet.mjs";
import { isBeforeEnd, spanOf } from "./edit-list.mjs";

/**
 * Copies the packets of a video's tracks into a new file: nothing outside of the part that is
 * shown, but for what the first picture needs, and no messages between the pictures.
 *
 * @typedef {import("mediabunny").InputVideoTrack} InputVideoTrack
 * @typedef {import("mediabunny").InputAudioTrack} InputAudioTrack
 *
 * @typedef {object} Copied
 * @property {InputVideoTrack | InputAudioTrack} track
 * @property {import("./edit-list.mjs").Span} span When it is shown.
 * @property {number | undefined} [packetsMax] At most so many packets, to reserve room for.
 */

const KEYS = { verifyKeyPackets: true };

/**
 * The picture with which a copy of `track` that shows what is after `from` has to begin: it may lie
 * before. Null if the track has none.
 * @param {InputVideoTrack} track
 * @param {number} from
 */
export async function firstPictureFor(track, from) {
  const sink = new EncodedPacketSink(track);
  return (await sink.getKeyPacket(from, KEYS)) ?? (await sink.getFirstKeyPacket(KEYS));
}

/**
 * When a video begins, in seconds, so that nothing is shown that its edit lists hide.
 * @param {InputVideoTrack} video
 * @param {InputAudioTrack | null} audio
 * @param {import("./edit-list.mjs").Edits} edits
 */
export async function beginOf(video, audio, edits) {
  /** @param {InputVideoTrack | InputAudioTrack} track */
  const spanned = async (track) => {
    const [first, { from }] = [await track.getFirstTimestamp(), spanOf(edits, track)];
    return { hasHidden: first < from, from: Math.max(0, from, first) };
  };
  const picture = await spanned(video);
  // Pictures in front of the first one can't be left out. Sound that begins before them is.
  if (picture.hasHidden || !audio) return picture.from;
  return Math.min(picture.from, (await spanned(audio)).from);
}

/**
 * Adds tracks to `output`, which has not started. Returns the function that copies their packets,
 * in the order of their times, once it has. In the new file the video begins at `from`; a first
 * picture that lies before has a negative time, so that an MP4 does not show it.
 * @param {import("mediabunny").Output} output
 * @param {Copied[]} copied
 * @param {number} from
 * @returns {Promise<(onTime?: (seconds: number) => void) => Promise<void>>}
 */
export async function addCopies(output, copied, from) {
  /** @type {Awaited<ReturnType<typeof addCopy>>[]} */
  const pumps = [];
  // One after another, so that the tracks are in this order.
  for (const one of copied) pumps.push(await addCopy(output, one, from));
  return async (onTime) => {
    const open = new Set(pumps);
    for (const pump of open) await pump.next();
    for (;;) {
      for (const pump of open) if (pump.time === undefined) open.delete(pump);
      const [first, ...others] = open;
      if (!first) return;
      const next = others.reduce((a, b) => ((b.time ?? 0) < (a.time ?? 0) ? b : a), first);
      onTime?.((next.time ?? 0) - from);
      await next.add();
      await next.next();
    }
  };
}

/**
 * @param {import("mediabunny").Output} output
 * @param {Copied} copied
 * @param {number} from
 */
async function addCopy(output, { track, span, packetsMax }, from) {
  const { until } = span;
  const { packets, add, finish } = track.isVideoTrack()
    ? await addVideo(output, track, from, packetsMax)
    : await addAudio(output, /** @type {InputAudioTrack} */ (track), Math.max(from, span.from), packetsMax);
  /** @type {import("mediabunny").EncodedPacket | undefined} */
  let current;
  return {
    /** When the packet that is next begins; undefined at the end. */
    get time() {
      return current?.timestamp;
    },
    next: async () => {
      const { value } = await packets.next();
      // What is decoded after a picture behind the end needs that picture.
      current = value && isBeforeEnd(value.timestamp, until) ? value : undefined;
      if (!current) finish();
    },
    add: async () => {
      if (!current) return;
      const { timestamp, duration } = current;
      await add(
        current.clone({
          timestamp: timestamp - from,
          duration: Math.max(0, Math.min(duration, until - timestamp)),
        }),
      );
    },
  };
}

/**
 * @param {import("mediabunny").Output} output
 * @param {InputVideoTrack} track
 * @param {number} from
 * @param {number | undefined} packetsMax
 */
async function addVideo(output, track, from, packetsMax) {
  const codec = await track.getCodec();
  if (!codec) throw new Error("The codec is not known.");
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  const clean = packetCleaner(codec, bytesOf(decoderConfig?.description));
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, {
    transformationMatrix: await track.getTransformationMatrix(),
    maximumPacketCount: packetsMax,
  });
  const first = await firstPictureFor(track, from);
  const sink = new EncodedPacketSink(track);
  return {
    packets: first ? sink.packets(first, undefined, KEYS) : none(),
    /** @param {import("mediabunny").EncodedPacket} packet */
    add: (packet) =>
      source.add(clean ? packet.clone({ data: clean(packet.data) }) : packet, { decoderConfig }),
    finish: () => source.close(),
  };
}

/**
 * @param {import("mediabunny").Output} output
 * @param {InputAudioTrack} track
 * @param {number} from
 * @param {number | undefined} packetsMax
 */
async function addAudio(output, track, from, packetsMax) {
  const codec = await track.getCodec();
  if (!codec) throw new Error("The codec is not known.");
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source, { maximumPacketCount: packetsMax });
  const sink = new EncodedPacketSink(track);
  let first = (await sink.getPacket(from)) ?? (await sink.getFirstPacket());
  // What ends where the video begins is not heard.
  if (first && first.timestamp < from && first.timestamp + first.duration <= from) {
    first = await sink.getNextPacket(first);
  }
  return {
    packets: first ? sink.packets(first) : none(),
    /** @param {import("mediabunny").EncodedPacket} packet */
    add: (packet) => source.add(packet, { decoderConfig }),
    finish: () => source.close(),
  };
}

/** @returns {AsyncGenerator<import("mediabunny").EncodedPacket, void, unknown>} */
async function* none() {}

/**
 * @param {ArrayBufferLike | ArrayBufferView | undefined} source
 * @returns {Uint8Array | undefined}
 */
export function bytesOf(source) {
  if (source === undefined) return undefined;
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
}
