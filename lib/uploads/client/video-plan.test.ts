import { type Abilities, fitVideo, planVideo, type VideoFacts } from "@/lib/uploads/client/video-plan";

const ALL: Abilities = { transcodesVideo: true, transcodesAudioTo: "aac" };
const NONE: Abilities = { transcodesVideo: false, transcodesAudioTo: undefined };

function facts(codec: string, sound: string | undefined, more: Partial<VideoFacts> = {}): VideoFacts {
  return {
    bytes: 10_000_000,
    seconds: 30,
    container: "mp4",
    video: { codec, hasUsualColours: true, width: 1280, height: 720 },
    audio: sound === undefined ? undefined : { codec: sound },
    beginsBetweenKeyFrames: false,
    ...more,
  };
}

const ofSize = (width: number, height: number) => ({ codec: "avc", hasUsualColours: true, width, height });

test.each([
  ["H.264 with AAC", facts("avc", "aac"), { container: "mp4", video: "copy", audio: "copy" }],
  ["a silent video", facts("avc", undefined), { container: "mp4", video: "copy", audio: "copy" }],
  [
    "a recording of a browser",
    facts("vp9", "opus", { container: "webm" }),
    { container: "webm", video: "copy", audio: "copy" },
  ],
  [
    "H.264 in a recording of a browser",
    facts("avc", "opus", { container: "webm" }),
    { container: "mp4", video: "copy", audio: "aac" },
  ],
  ["a camera's raw sound", facts("avc", "pcm-s16"), { container: "mp4", video: "copy", audio: "aac" }],
])("copies what plays everywhere: %s", (_, video, plan) => {
  expect(planVideo(video, ALL)).toEqual(plan);
});

test.each([
  ["HEVC", facts("hevc", "aac")],
  ["AV1", facts("av1", "aac")],
  ["H.264 with 10 bits", facts("avc", "aac", { video: { ...ofSize(1280, 720), hasUsualColours: false } })],
])("encodes as H.264 what others could not play: %s", (_, video) => {
  expect(planVideo(video, ALL)).toMatchObject({ container: "mp4", video: { width: 1280, height: 720 } });
  // The media host decides about what this browser can't encode.
  expect(planVideo(video, NONE)).toMatchObject({ video: "copy" });
});

test("makes what is larger than 1080p smaller, upright or not", () => {
  expect(fitVideo({ width: 3840, height: 2160 })).toEqual({ width: 1920, height: 1080 });
  expect(fitVideo({ width: 2160, height: 3840 })).toEqual({ width: 1080, height: 1920 });
  expect(fitVideo({ width: 4000, height: 1000 })).toEqual({ width: 1920, height: 480 });
  expect(fitVideo({ width: 1080, height: 1080 })).toEqual({ width: 1080, height: 1080 });
  // H.264 has pairs of pixels, and a copy has the same size.
  expect(fitVideo({ width: 641, height: 361 })).toEqual({ width: 640, height: 360 });
  expect(planVideo(facts("avc", "aac", { video: ofSize(641, 361) }), ALL).video).toBe("copy");
  const large = facts("avc", "aac", { video: ofSize(3840, 2160) });
  expect(planVideo(large, ALL).video).toMatchObject({ width: 1920, height: 1080 });
  expect(planVideo(large, NONE).video).toBe("copy");
});

test("makes a long, heavy video fit into 100 MB", () => {
  const heavy = facts("avc", "aac", { video: ofSize(1920, 1080), bytes: 400_000_000, seconds: 180 });
  const { video } = planVideo(heavy, ALL);
  expect(video).not.toBe("copy");
  const { bitrate } = video as Exclude<typeof video, "copy">;
  expect((bitrate / 8) * 180).toBeLessThan(100 * 1024 ** 2);
  expect(bitrate).toBeGreaterThan(3_000_000);
});

test("encodes a part anew that begins between two key frames", () => {
  const part = facts("vp9", "opus", { container: "webm", beginsBetweenKeyFrames: true });
  expect(planVideo(part, ALL)).toMatchObject({ container: "mp4", audio: "aac" });
  expect(planVideo(part, NONE)).toEqual({ container: "webm", video: "copy", audio: "copy" });
});
