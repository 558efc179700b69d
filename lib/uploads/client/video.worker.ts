import {
  BlobSource,
  BufferTarget,
  Conversion,
  type ConversionOptions,
  canEncodeAudio,
  canEncodeVideo,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
  Quality,
  type VideoSample,
  WEBM,
  WebMOutputFormat,
} from "mediabunny";
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

/**
 * Prepares videos off the page (app/workers): one video track and one audio track go into a new
 * file, without location, names and dates. What plays everywhere is copied, the rest is encoded
 * anew where the browser can.
 */

/** A part of a video, in seconds from its start. */
export type Part = { from: number; to: number };
export type VideoJob = { file: Blob; part?: Part | undefined };
export type PreparedVideo = Required<
  Pick<PreparedMedia, "file" | "fileName" | "width" | "height" | "duration" | "needsConversion">
>;

/** How much later than wanted a part may begin, to spare encoding it anew. */
const TRIM_TOLERANCE_SECONDS = 0.25;

const TOO_LARGE = `That video is larger than ${VIDEO_BYTES_MAX / 1024 ** 2} MB. Please choose a shorter one.`;

async function prepareVideo(
  { file, part }: VideoJob,
  onProgress: (share: number) => void,
): Promise<PreparedVideo> {
  const input = new Input({ source: new BlobSource(file), formats: [MP4, QTFF, MATROSKA, WEBM] });
  const video = await input.getPrimaryVideoTrack();
  if (!video) throw new InvalidMediaError("There is no picture in that video. Please choose another one.");
  const audio = await input.getPrimaryAudioTrack();
  const facts = await readFacts(input, file, video, audio, part);
  const plan = planVideo(facts, await readAbilities(facts, video, audio));
  if (plan.video === "copy" && facts.bytes > VIDEO_BYTES_MAX) throw new InvalidMediaError(TOO_LARGE);
  const target = new BufferTarget();
  const format =
    plan.container === "webm" ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: "in-memory" });
  const conversion = await Conversion.init({
    input,
    output: new Output({ format, target }),
    tracks: "primary",
    tags: {},
    showWarnings: false,
    ...optionsFor(plan, facts, part, await video.hasHighDynamicRange()),
  });
  if (!conversion.utilizedTracks.includes(video)) throw new InvalidMediaError(UNREADABLE_VIDEO);
  if (audio && !conversion.utilizedTracks.includes(audio)) {
    throw new InvalidMediaError(
      "That video's sound can't be played everywhere. Please save it as MP4 with AAC sound first.",
    );
  }
  conversion.onProgress = (share) => onProgress(share);
  await conversion.execute();
  const prepared = new Blob([target.buffer ?? new ArrayBuffer()], { type: `video/${plan.container}` });
  if (prepared.size > VIDEO_BYTES_MAX) throw new InvalidMediaError(TOO_LARGE);
  const written = new Input({ source: new BlobSource(prepared), formats: [MP4, MATROSKA, WEBM] });
  const duration = await written.computeDuration();
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

async function readFacts(
  input: Input,
  file: Blob,
  video: InputVideoTrack,
  audio: InputAudioTrack | null,
  part: Part | undefined,
): Promise<VideoFacts> {
  const tracks = audio ? [video, audio] : [video];
  const start = Math.max(0, await input.getFirstTimestamp(tracks));
  const all = (await input.computeDuration(tracks)) - start;
  const seconds = part ? part.to - part.from : all;
  // A recording of exactly the limit may have one frame more.
  if (seconds > VIDEO_SECONDS_MAX + 1) {
    throw new InvalidMediaError(
      `That video is longer than ${VIDEO_SECONDS_MAX / 60} minutes. Please choose a shorter one.`,
    );
  }
  const format = await input.getFormat();
  return {
    bytes: all > 0 ? (file.size * seconds) / all : file.size,
    seconds,
    container: format === WEBM || format === MATROSKA ? "webm" : "mp4",
    video: {
      codec: await video.getCodec(),
      profile: await video.getCodecParameterString(),
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
    },
    audio: audio ? { codec: await audio.getCodec() } : undefined,
    beginsBetweenKeyFrames: part ? await beginsBetweenKeyFrames(video, part) : false,
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

/** Whether the part can't be copied without what is before it. */
async function beginsBetweenKeyFrames(video: InputVideoTrack, { from }: Part): Promise<boolean> {
  const sink = new EncodedPacketSink(video);
  const options = { verifyKeyPackets: true };
  const before = (await sink.getKeyPacket(from, options)) ?? (await sink.getFirstKeyPacket(options));
  if (!before || before.timestamp >= from) return !before;
  const next = await sink.getNextKeyPacket(before, options);
  return !next || next.timestamp > from + TRIM_TOLERANCE_SECONDS;
}

function optionsFor(
  { video, audio }: VideoPlan,
  { beginsBetweenKeyFrames }: VideoFacts,
  part: Part | undefined,
  isHdr: boolean,
): Pick<ConversionOptions, "video" | "audio" | "copy" | "trim"> {
  return {
    ...(part && { trim: { start: part.from, end: part.to } }),
    ...(video !== "copy" && {
      video: {
        codec: "avc",
        width: video.width,
        height: video.height,
        fit: "contain",
        quality: new Quality({ bitrate: video.bitrate }),
        forceTranscode: true,
        ...(isHdr && { process: toOrdinaryColours(video) }),
      },
    }),
    ...(audio !== "copy" && { audio: { codec: audio, forceTranscode: true } }),
    copy: {
      mode: video === "copy" && audio === "copy" ? "forced" : "preferred",
      shiftTolerance: Number.POSITIVE_INFINITY,
      // Nothing outside of the part is uploaded, unless there is no other way to cut it out.
      boundaryPolicy: video === "copy" && beginsBetweenKeyFrames ? "expand" : "shrink",
    },
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
