import { Conversion, EncodedPacket, EncodedPacketSink, Output, WebMOutputFormat } from "mediabunny";
import { descriptionOf } from "./bytes.mjs";
import { packetCleaner } from "./clean-packet.mjs";
import { isBeforeEnd, spanOf } from "./edit-list.mjs";

/**
 * Writes what a video shows into a new file. A `Conversion` of mediabunny copies or encodes the
 * tracks, for browser and server alike.
 *
 * @typedef {import("mediabunny").InputVideoTrack} InputVideoTrack
 * @typedef {import("mediabunny").InputAudioTrack} InputAudioTrack
 * @typedef {import("mediabunny").ConversionOptions} ConversionOptions
 * @typedef {import("mediabunny").VideoSource} VideoSource
 * @typedef {import("mediabunny").AudioSource} AudioSource
 * @typedef {import("mediabunny").VideoSample} VideoSample
 * @typedef {import("mediabunny").AudioSample} AudioSample
 * @typedef {import("mediabunny").Input} Input
 *
 * @typedef {object} Shown What of a video is shown, in its own seconds.
 * @property {number} from When the new file begins. A first picture that it needs and that lies
 *   before has a negative time, so that an MP4 does not show it.
 * @property {ShownTrack} video
 * @property {ShownTrack | undefined} audio Undefined leaves it out.
 *
 * @typedef {import("./edit-list.mjs").Span & { packetsMax?: number }} ShownTrack
 *   `packetsMax`: room is reserved for so many packets.
 *
 * @typedef {object} Adding
 * @property {(part: EncodedPacket | VideoSample | AudioSample, meta?: object) => Promise<void>} add
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
 * Writes the primary tracks of `input`, copied unless there are options to encode them. Returns
 * those that it could write.
 * @param {Input} input
 * @param {import("mediabunny").OutputOptions} options
 * @param {Shown} shown
 * @param {Pick<ConversionOptions, "video" | "audio">} [encoding]
 * @param {(share: number) => void} [onProgress]
 */
export async function writeVideo(input, options, shown, { video = {}, audio = {} } = {}, onProgress) {
  const track = await input.getPrimaryVideoTrack();
  const clean = track && packetCleaner(await track.getCodec(), await descriptionOf(track));
  const output = new CleanOutput(options, shown, clean);
  const conversion = await Conversion.init({
    input,
    output,
    composable: true,
    tracks: "primary",
    showWarnings: false,
    // Only an MP4 can hold pictures in front of what it shows.
    copy: { boundaryPolicy: options.format instanceof WebMOutputFormat ? "shrink" : "expand" },
    trim: { start: shown.from, end: Math.max(shown.video.until, shown.audio?.until ?? 0) },
    video,
    audio: shown.audio ? audio : { discard: true },
  });
  if (onProgress) conversion.onProgress = onProgress;
  if (conversion.utilizedTracks.length > 0) {
    await output.start();
    await conversion.execute();
    await output.finalize();
  }
  return conversion.utilizedTracks;
}

/**
 * A `Conversion` has no option for what it copies, so this changes its packets on their way into the
 * file. Without it a video keeps the place that a drone writes between its pictures, what its edit
 * list hides behind its end, a packet of sound in front of its start, and the names of its tracks.
 */
class CleanOutput extends Output {
  /**
   * @param {import("mediabunny").OutputOptions} options
   * @param {Shown} shown
   * @param {ReturnType<typeof packetCleaner> | null} clean
   */
  constructor(options, shown, clean) {
    super(options);
    this.shown = shown;
    this.clean = clean;
  }

  /**
   * @override
   * @param {VideoSource & Adding} source
   * @param {import("mediabunny").VideoTrackMetadata} metadata
   */
  addVideoTrack(source, { transformationMatrix }) {
    const { from, video } = this.shown;
    // A hidden picture may be needed by one that is shown.
    addOnly(source, Number.NEGATIVE_INFINITY, video.until - from, this.clean);
    return super.addVideoTrack(source, { transformationMatrix, maximumPacketCount: video.packetsMax });
  }

  /**
   * @override
   * @param {AudioSource & Adding} source
   */
  addAudioTrack(source) {
    const { from, audio = { from, until: from } } = this.shown;
    addOnly(source, Math.max(audio.from - from, 0), audio.until - from);
    return super.addAudioTrack(source, { maximumPacketCount: audio.packetsMax });
  }
}

/**
 * Lets `source` add only what is shown between two moments of the new file.
 * @param {Adding} source
 * @param {number} from
 * @param {number} until
 * @param {ReturnType<typeof packetCleaner> | null} [clean]
 */
function addOnly(source, from, until, clean) {
  const add = source.add.bind(source);
  let isOver = false;
  source.add = async (part, meta) => {
    const { timestamp, duration } = part;
    // What is decoded after a picture behind the end needs that picture.
    isOver ||= !isBeforeEnd(timestamp, until);
    if (isOver || (timestamp < from && timestamp + duration <= from)) return;
    if (!(part instanceof EncodedPacket)) return add(part, meta);
    const { data } = part;
    await add(
      part.clone({ data: clean ? clean(data) : data, duration: Math.min(duration, until - timestamp) }),
      meta,
    );
  };
}
