import {
  BlobSource,
  BufferTarget,
  type ConversionVideoOptions,
  canEncodeAudio,
  canEncodeVideo,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  QTFF,
  Quality,
  type VideoSample,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
import { PIECED_VIDEO } from "@/lib/text/errors";
import { serveJobs } from "@/lib/uploads/client/media-worker";
import { InvalidMediaError, type PreparedMedia } from "@/lib/uploads/client/prepared-media";
import {
  type Abilities,
  fitVideo,
  planVideo,
  playsEverywhere,
  type VideoFacts,
  type VideoPlan,
} from "@/lib/uploads/client/video-plan";
import { UNREADABLE_VIDEO, VIDEO_BYTES_MAX, VIDEO_SECONDS_MAX } from "@/lib/uploads/policy";
import { hasUsualColours } from "@/lib/video/colours.mjs";
import { readEdits, type Span, spanOf } from "@/lib/video/edit-list.mjs";
import { beginOf, firstPictureFor, type Shown, writeVideo } from "@/lib/video/write-video.mjs";

/**
 * Prepares videos off the page (app/workers): one video track and one audio track go into a new
 * file, without location, names and dates. What plays everywhere is copied, the rest is encoded
 * again where the browser can.
 */

/** A part of a video, in seconds from its start. */
export type Part = { from: number; to: number };
export type VideoJob = { file: Blob; part?: Part | undefined };
export type PreparedVideo = Required<
  Pick<PreparedMedia, "file" | "fileName" | "width" | "height" | "duration" | "needsConversion">
>;

/** How much later than wanted a part may begin, to spare encoding it again. */
const TRIM_TOLERANCE_SECONDS = 0.25;
/** The rounding error of times in thousandths of a second. */
const TIME_ROUNDING = 0.001;

const TOO_LARGE = `That video is larger than ${VIDEO_BYTES_MAX / 1024 ** 2} MB. Please choose a shorter one.`;

async function prepareVideo(
  { file, part }: VideoJob,
  onProgress: (share: number) => void,
): Promise<PreparedVideo> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, WEBM] });
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new InvalidMediaError("There is no picture in that video. Please choose another one.");
  const audio = await input.getPrimaryAudioTrack();
  const edits = await readEdits(file);
  if (edits.isPieced) throw new InvalidMediaError(PIECED_VIDEO);
  const shownOf = (track: InputTrack): Span => {
    const { from, until } = spanOf(edits, track);
    return { from, until: Math.min(until, part?.to ?? Number.POSITIVE_INFINITY) };
  };
  const begin = part?.from ?? (await beginOf(video, audio, edits));
  const start = await findStart(video, begin);
  const shown = { from: begin, video: shownOf(video), audio: audio ? shownOf(audio) : undefined };
  const facts = await readFacts(input, file, video, audio, shown, start);
  const plan = planVideo(facts, await readAbilities(facts, video, audio));
  if (plan.video === "copy" && facts.bytes > VIDEO_BYTES_MAX) throw new InvalidMediaError(TOO_LARGE);
  // Only an MP4 can hold pictures in front of what it shows.
  const from = plan.video !== "copy" ? begin : plan.container === "webm" ? start.keyFrame : start.from;
  const target = new BufferTarget();
  const format =
    plan.container === "webm" ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: "in-memory" });
  const encoding = {
    video: plan.video === "copy" ? {} : await encodingOf(video, plan.video),
    audio: plan.audio === "copy" ? {} : { codec: plan.audio, forceTranscode: true },
  };
  const written = await writeVideo(input, { format, target }, { ...shown, from }, encoding, onProgress);
  if (!written.includes(video)) throw new InvalidMediaError(UNREADABLE_VIDEO);
  if (audio && !written.includes(audio)) throw new InvalidMediaError(UNSUPPORTED_SOUND);
  const prepared = new Blob([target.buffer ?? new ArrayBuffer()], { type: `video/${plan.container}` });
  if (prepared.size > VIDEO_BYTES_MAX) throw new InvalidMediaError(TOO_LARGE);
  const copy = new Input({ source: new BlobSource(prepared), formats: [MP4, MATROSKA, WEBM] });
  const duration = await copy.computeDuration();
  if (duration === 0) throw new InvalidMediaError(UNREADABLE_VIDEO);
  const { width, height } = plan.video === "copy" ? facts.video : plan.video;
  return {
    file: prepared,
    fileName: `video.${plan.container}`,
    width,
    height,
    duration,
    needsConversion: plan.video === "copy" && !playsEverywhere(facts.video),
  };
}

const UNSUPPORTED_SOUND =
  "That video's sound can't be played everywhere. Please save it as MP4 with AAC sound first.";

async function readFacts(
  input: Input,
  file: Blob,
  video: InputVideoTrack,
  audio: InputAudioTrack | null,
  shown: Shown,
  start: Start,
): Promise<VideoFacts> {
  const tracks = audio ? [video, audio] : [video];
  const ends = [Math.min(await video.computeDuration(), shown.video.until)];
  if (audio && shown.audio) ends.push(Math.min(await audio.computeDuration(), shown.audio.until));
  const seconds = Math.max(0, ...ends) - shown.from;
  // A recording of exactly the limit may have one frame more.
  if (seconds > VIDEO_SECONDS_MAX + 1) {
    throw new InvalidMediaError(
      `That video is longer than ${VIDEO_SECONDS_MAX / 60} minutes. Please choose a shorter one.`,
    );
  }
  const all = (await input.computeDuration(tracks)) - (await input.getFirstTimestamp(tracks));
  const format = await input.getFormat();
  return {
    bytes: all > 0 ? (file.size * seconds) / all : file.size,
    seconds,
    container: format === WEBM || format === MATROSKA ? "webm" : "mp4",
    video: {
      codec: await video.getCodec(),
      hasUsualColours: await hasUsualColours(video, start.packet),
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
    },
    audio: audio ? { codec: await audio.getCodec() } : undefined,
    beginsBetweenKeyFrames: start.isBetweenKeyFrames,
  };
}

async function readAbilities(
  facts: VideoFacts,
  video: InputVideoTrack,
  audio: InputAudioTrack | null,
): Promise<Abilities> {
  const canDecodeAudio = audio && (await audio.canDecode());
  return {
    transcodesVideo: (await video.canDecode()) && (await canEncodeVideo("avc", fitVideo(facts.video))),
    transcodesAudioTo: !canDecodeAudio
      ? undefined
      : (await canEncodeAudio("aac"))
        ? "aac"
        : (await canEncodeAudio("opus"))
          ? "opus"
          : undefined,
  };
}

type Start = {
  /**
   * Where a copy begins to show something, and the key frame that it needs for that, in seconds.
   */
  from: number;
  keyFrame: number;
  packet: EncodedPacket | null;
  /** Whether a copy needs pictures that are before what is shown. */
  isBetweenKeyFrames: boolean;
};

async function findStart(video: InputVideoTrack, from: number): Promise<Start> {
  const packet = await firstPictureFor(video, from);
  const keyFrame = packet?.timestamp ?? from;
  if (packet && keyFrame >= from - TIME_ROUNDING)
    return { from, keyFrame: from, packet, isBetweenKeyFrames: false };
  const options = { verifyKeyPackets: true };
  const next = packet && (await new EncodedPacketSink(video).getNextKeyPacket(packet, options));
  if (next && next.timestamp <= from + TRIM_TOLERANCE_SECONDS)
    return { from: next.timestamp, keyFrame: next.timestamp, packet, isBetweenKeyFrames: false };
  return { from, keyFrame, packet, isBetweenKeyFrames: true };
}

async function encodingOf(
  video: InputVideoTrack,
  { width, height, bitrate }: Exclude<VideoPlan["video"], "copy">,
): Promise<ConversionVideoOptions> {
  return {
    codec: "avc",
    width,
    height,
    fit: "contain",
    quality: new Quality({ bitrate }),
    forceTranscode: true,
    ...((await video.hasHighDynamicRange()) && { process: toOrdinaryColours({ width, height }) }),
  };
}

/**
 * Phones record HDR, with more bits for each colour than H.264 has here. A canvas maps them to the
 * colours of ordinary screens.
 */
function toOrdinaryColours({ width, height }: { width: number; height: number }) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { alpha: false });
  return (sample: VideoSample) => {
    if (context) sample.draw(context, 0, 0, width, height);
    return canvas;
  };
}

serveJobs<VideoJob, PreparedVideo>(prepareVideo);
