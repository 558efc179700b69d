import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  MkvOutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from "mediabunny";
import { expectVideo, SNIFF_BYTES } from "@/lib/platform/media/sniff";
import { repackVideo } from "@/lib/platform/media/video";
import { repackOrExplain } from "@/lib/platform/media/video-repack.mjs";
import { box, concat, costlyVideos, replaceBytes, u32, withEdits } from "@/tests/video-files";

const folder = mkdtempSync(join(tmpdir(), "campus-circle-video-"));
afterAll(() => rmSync(folder, { recursive: true }));

const fixture = (name: string) => readFileSync(join(process.cwd(), "lib/platform/media/fixtures", name));

/** Writes a video to a file, for a copy of it in another. */
function filesFor(video: Buffer) {
  const [from, to] = [join(folder, `${Math.random()}`), join(folder, `${Math.random()}`)];
  writeFileSync(from, video);
  return { from, to };
}

/** Processes a video as an upload does; `after` is the stored file. */
async function repack(video: Buffer) {
  const { from, to } = filesFor(video);
  expectVideo(video.subarray(0, SNIFF_BYTES));
  const facts = await repackVideo(from, to);
  expect(readFileSync(from).equals(video)).toBe(true);
  return { facts, after: readFileSync(to) };
}

const repacked = new Map<string, ReturnType<typeof repack>>();
/** A fixture processed as an upload: once, because most of the time is the start of a process. */
function repackFixture(name: string) {
  const result = repacked.get(name) ?? repack(fixture(name));
  repacked.set(name, result);
  return result;
}

/** The same without a process of its own, for tests of many videos. */
async function repackHere(video: Buffer) {
  const { from, to } = filesFor(video);
  const message = await repackOrExplain(from, to, async () => {});
  return { message, isWritten: existsSync(to), to };
}

/** When a video's pictures and its sounds begin, in seconds. */
async function timesOf(video: Buffer) {
  const times: Record<string, number[]> = { video: [], audio: [] };
  for (const track of await new Input({
    source: new BufferSource(video),
    formats: ALL_FORMATS,
  }).getTracks()) {
    for await (const { timestamp } of new EncodedPacketSink(track).packets()) {
      times[track.type]?.push(timestamp);
    }
  }
  return times as { video: number[]; audio: number[] };
}

/** The pictures of a WebM under a name, with the AAC of an MP4 if wanted. */
async function renamed(format: OutputFormat, hasSound = false): Promise<Buffer> {
  const open = (name: string) => new Input({ source: new BufferSource(fixture(name)), formats: ALL_FORMATS });
  const track = await open("located.webm").getPrimaryVideoTrack();
  if (!track) throw new Error("The fixture has no picture.");
  const [target, source] = [new BufferTarget(), new EncodedVideoPacketSource("vp9")];
  const output = new Output({ format, target });
  output.addVideoTrack(source, { name: "Cam of Isha", languageCode: "hin" });
  const sound = await Conversion.init({
    input: open("trim.mp4"),
    output,
    composable: true,
    copy: { boundaryPolicy: "shrink" },
    video: { discard: true },
    audio: { discard: !hasSound },
  });
  await output.start();
  const decoderConfig = (await track.getDecoderConfig()) ?? undefined;
  for await (const packet of new EncodedPacketSink(track).packets())
    await source.add(packet, { decoderConfig });
  await sound.execute();
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer());
}

/** Durations are approximate: a container may omit the length of its last frame. */
const seconds = expect.closeTo(1, 0);

describe("an uploaded video", () => {
  it.each([
    ["located.mp4", { format: "mp4", width: 96, height: 64 }],
    ["sideways.mp4", { format: "mp4", width: 64, height: 96 }],
    ["fragmented.mp4", { format: "mp4", width: 96, height: 64 }],
    ["quicktime.mov", { format: "mp4", width: 96, height: 64 }],
    ["located.webm", { format: "webm", width: 96, height: 64 }],
    ["live.webm", { format: "webm", width: 96, height: 64 }],
  ])("is readable before and after repacking: %s", async (name, expected) => {
    const { facts, after } = await repackFixture(name);
    expect(facts).toEqual({ ...expected, duration: seconds, bytes: after.length });
    const { message } = await repackHere(after);
    expect(message).toEqual({ facts: { ...expected, duration: seconds } });
  });

  it("becomes an MP4 with its index in front, whatever its container", async () => {
    for (const name of ["located.mp4", "fragmented.mp4", "quicktime.mov"]) {
      const { after } = await repackFixture(name);
      expect(after.toString("latin1", 4, 8)).toBe("ftyp");
      expect(after.toString("latin1", 8, 12)).not.toBe("qt  ");
      expect(after.indexOf("moov")).toBeLessThan(after.indexOf("mdat"));
      expect(after.includes("moof")).toBe(false);
    }
  });

  it.each([
    ["located.mp4", ["loci", "udta", "Hostel", "26.2183"]],
    ["fragmented.mp4", ["loci", "udta"]],
    ["located.webm", ["26.2183", "LOCATION"]],
  ])("loses its location, its title and its GPS log: %s", async (name, traces) => {
    const before = fixture(name);
    expect(traces.some((trace) => before.includes(trace))).toBe(true);
    const { after } = await repackFixture(name);
    for (const trace of traces) expect(after.includes(trace)).toBe(false);
  });

  it("loses location boxes of every kind and unknown boxes", async () => {
    const { after } = await repack(
      concat(
        fixture("sideways.mp4"),
        box("uuid", Buffer.alloc(16, 7), "<x:xmpmeta>26.2183</x:xmpmeta>"),
        box("meta", "com.apple.quicktime.location.ISO6709", "+26.2183+078.1828/"),
        box("sefd", "Camera of Ishita"),
      ),
    );
    for (const trace of ["26.2183", "ISO6709", "Ishita"]) expect(after.includes(trace)).toBe(false);
  });

  it("loses the camera's dates and its track names", async () => {
    const dates = [u32(0xd000_0001), u32(0xd000_0002)];
    const dated = ["mvhd", "tkhd", "mdhd"].reduce<Buffer>(
      (video, type) => replaceBytes(video, type, 8, Buffer.concat(dates)),
      fixture("sideways.mp4"),
    );
    const named = Buffer.from(dated.toString("latin1").replace("VideoHandler", "Cam of Isha!"), "latin1");
    expect(named.includes("Cam of Isha!")).toBe(true);
    const { after } = await repack(named);
    expect(after.includes("Cam of Isha!")).toBe(false);
    for (const date of dates) {
      expect(named.includes(date)).toBe(true);
      expect(after.includes(date)).toBe(false);
    }
  });

  it("loses the names of its tracks in a WebM", async () => {
    const named = await renamed(new WebMOutputFormat());
    expect(named.includes("Cam of Isha")).toBe(true);
    const { after } = await repack(named);
    for (const trace of ["Isha", "hin"]) expect(after.includes(trace)).toBe(false);
  });

  it("loses messages between its pictures, where cameras write the place", async () => {
    const before = fixture("spoken.mp4");
    expect(before.includes("GPS-lat26.2183")).toBe(true);
    const { after } = await repackFixture("spoken.mp4");
    expect(after.includes("GPS-lat26.2183")).toBe(false);
    expect((await timesOf(after)).video).toHaveLength(12);
  });

  it.each(["chroma-444.mp4", "ten-bits.mp4", "chroma-444.webm", "ten-bits.webm"])(
    "is rejected when its colours are others than every browser plays: %s",
    async (name) => {
      const { message } = await repackHere(fixture(name));
      expect(message).toEqual({ fault: "colours" });
    },
  );

  it("is rejected by what its pictures say of their colours, not by its index", async () => {
    const video = fixture("chroma-444.mp4");
    // The profile in the configuration; the pictures have their own.
    video[video.indexOf("avcC") + 5] = 100;
    expect((await repackHere(video)).message).toEqual({ fault: "colours" });
    const { facts } = await repackFixture("located.mp4");
    expect(facts.format).toBe("mp4");
    await expect(repack(fixture("ten-bits.mp4"))).rejects.toMatchObject({
      status: 415,
      message: expect.stringMatching(/^That video.+4:2:0/),
    });
  });

  it.each(["hevc.mp4", "matroska.mkv", "sound.mp4"])(
    "is rejected with a clear message when browsers cannot play it: %s",
    async (name) => {
      await expect(repack(fixture(name))).rejects.toMatchObject({
        code: "unsupported_type",
        message: expect.stringMatching(/\. Please .+\.$/),
      });
    },
  );

  it("is rejected when browsers do not play its audio codec", async () => {
    // The object type in the sound's decoder configuration: AAC becomes DTS.
    const video = fixture("located.mp4");
    video[video.indexOf(Buffer.from([0x40, 0x15]), video.indexOf("esds"))] = 0xa9;
    await expect(repack(video)).rejects.toMatchObject({
      status: 415,
      message: expect.stringMatching(/sound/),
    });
  });

  it("is rejected, not silenced, when its container can't hold its sound", async () => {
    const matroska = await renamed(new MkvOutputFormat(), true);
    matroska.write("webm\0\0\0\0", matroska.indexOf("matroska"), "latin1");
    expect((await repackHere(matroska)).message).toEqual({ fault: "damaged" });
  });

  it("is rejected when it contains no picture", async () => {
    const video = fixture("sideways.mp4");
    const at = video.indexOf("mdat");
    video.fill(0, at + 4, at + video.readUInt32BE(at - 4) - 4);
    await expect(repack(video)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/read/),
    });
  });

  it("is rejected when it is truncated at any byte", async () => {
    for (const name of ["located.mp4", "located.webm"]) {
      const complete = fixture(name);
      for (let length = 64; length < complete.length - 8; length += Math.ceil(complete.length / 8)) {
        const { message, isWritten } = await repackHere(complete.subarray(0, length));
        // A WebM has no index, so a truncated one is a valid, shorter video.
        if ("facts" in message) expect([name, isWritten]).toEqual(["located.webm", true]);
        else expect(message).toEqual({ fault: expect.any(String) });
      }
    }
  });

  it("never fails with an unexpected error when its bytes are corrupt", async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    for (let round = 0; round < 24; round++) {
      const name = ["located.mp4", "fragmented.mp4", "located.webm", "live.webm"][round % 4] ?? "";
      const video = fixture(name);
      for (let i = 0; i < 1 + random(8); i++) video[random(Math.min(video.length, 1_500))] = random(256);
      const { message, isWritten } = await repackHere(video);
      if ("facts" in message) expect(isWritten).toBe(true);
      else expect(message).toEqual({ fault: expect.any(String) });
    }
  });
});

describe("a video that was cut by noting what to show of it", () => {
  const whole = fixture("red-green-blue.mp4");
  const cut = async (...edits: Parameters<typeof withEdits>[1]) => {
    const { message, to, isWritten } = await repackHere(withEdits(whole, edits));
    return { message, times: isWritten ? await timesOf(readFileSync(to)) : { video: [], audio: [] } };
  };

  it("holds no picture and no sound that was cut off at its end", async () => {
    const { message, times } = await cut({ from: 1, length: 1.6 });
    expect(message).toMatchObject({ facts: { duration: 1.6 } });
    for (const track of [times.video, times.audio]) {
      expect(Math.max(...track)).toBeLessThan(1.599);
      // Up to three pictures that need one behind the end are lost.
      expect(Math.max(...track)).toBeGreaterThan(1.4);
      expect(Math.min(...track)).toBeGreaterThan(-0.03);
    }
  });

  it("does not show what was cut off at its start, and holds no more of it than it needs", async () => {
    const { message, times } = await cut({ from: 1.2, length: 1.6 });
    expect(message).toMatchObject({ facts: { duration: 1.6 } });
    // From the last key frame, at one second.
    expect(Math.min(...times.video)).toBeCloseTo(-0.2);
    expect(Math.min(...times.audio)).toBeGreaterThan(-0.03);
  });

  it("is two seconds of fifty pictures when it was cut at both ends", async () => {
    const { facts, after } = await repackFixture("cut-at-both-ends.mp4");
    expect(facts.duration).toBe(2);
    const { video } = await timesOf(after);
    expect([video.length, Math.min(...video)]).toEqual([50, 0]);
    expect(Math.max(...video)).toBeCloseTo(1.96);
  });

  it("begins with nothing where its edit list does", async () => {
    const { message, times } = await cut("nothing", { from: 1, length: 1 });
    expect(message).toMatchObject({ facts: { duration: 1 } });
    expect(Math.min(...times.video)).toBe(0);
    expect(Math.max(...times.video)).toBeLessThan(1);
  });

  it("shows each track when the track's own edit list does", async () => {
    const late = await repackHere(withEdits(whole, ["nothing", { from: 2, length: 1 }], 1));
    expect(late.message).toMatchObject({ facts: { duration: 4 } });
    const { video, audio } = await timesOf(readFileSync(late.to));
    expect(video).toHaveLength(100);
    expect(Math.min(...audio)).toBeGreaterThan(0.97);
    expect(Math.max(...audio)).toBeLessThan(2);
    const short = await repackHere(withEdits(whole, [{ from: 1.2, length: 1.6 }], 0));
    const times = await timesOf(readFileSync(short.to));
    expect(Math.max(...times.video)).toBeLessThan(1.6);
    expect(Math.max(...times.audio)).toBeGreaterThan(3.9);
  });

  it("is rejected when it is put together from several parts, or has none", async () => {
    const { message } = await cut({ from: 0, length: 1 }, { from: 3, length: 1 });
    expect(message).toEqual({ fault: "pieced" });
    expect((await cut({ from: 9, length: 1 })).message).toEqual({ fault: "damaged" });
  });
});

describe("a video made to be expensive", () => {
  const videos = costlyVideos(fixture("sideways.mp4"), fixture("live.webm"));

  it.each(Object.keys(videos))("is rejected with a clear message: %s", async (name) => {
    const video = videos[name as keyof typeof videos]();
    const [from, to] = [join(folder, name), join(folder, `${name}-repacked`)];
    writeFileSync(from, video);
    await expect(repackVideo(from, to)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^(That|We).+\.$/),
    });
    if (existsSync(to)) expect(readFileSync(to).length).toBeLessThan(2 * video.length + 1_000_000);
  });
});
