import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectVideo, SNIFF_BYTES } from "@/lib/platform/media/sniff";
import { cleanVideo } from "@/lib/platform/media/video";

const fixtures = join(process.cwd(), "lib/platform/media/fixtures");
const folder = mkdtempSync(join(tmpdir(), "campus-circle-video-"));

/** A copy of a fixture, or a file of these bytes, that a test may change. */
function fileOf(content: string | Buffer): string {
  const path = join(folder, `${Math.random()}`);
  if (typeof content === "string") copyFileSync(join(fixtures, content), path);
  else writeFileSync(path, content);
  return path;
}

async function take(path: string) {
  const format = expectVideo(readFileSync(path).subarray(0, SNIFF_BYTES));
  return cleanVideo(path, format);
}

const box = (type: string, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : part)),
  );
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
};

describe("a video somebody uploads", () => {
  it.each([
    ["located.mp4", { format: "mp4", width: 96, height: 64, duration: 1 }],
    ["sideways.mp4", { format: "mp4", width: 64, height: 96, duration: 1 }],
    ["fragmented.mp4", { format: "mp4", width: 96, height: 64, duration: null }],
    ["located.webm", { format: "webm", width: 96, height: 64, duration: 1 }],
    ["live.webm", { format: "webm", width: 96, height: 64, duration: null }],
  ])("is understood: %s", async (name, facts) => {
    await expect(take(fileOf(name))).resolves.toMatchObject(facts);
  });

  it.each([
    ["located.mp4", ["loci", "udta", "Hostel", "26.2183"]],
    ["fragmented.mp4", ["loci", "udta"]],
    ["located.webm", ["26.2183", "LOCATION"]],
  ])("loses its location, its title and its GPS log in place: %s", async (name, traces) => {
    const before = readFileSync(join(fixtures, name));
    expect(traces.some((trace) => before.includes(trace))).toBe(true);
    const path = fileOf(name);
    await take(path);
    const after = readFileSync(path);
    expect(after.length).toBe(before.length);
    for (const trace of traces) expect(after.includes(trace)).toBe(false);
    // A second look finds the same film.
    await expect(take(path)).resolves.toMatchObject({ width: 96, height: 64 });
  });

  it("loses location boxes of every kind and boxes nobody knows", async () => {
    const original = readFileSync(join(fixtures, "sideways.mp4"));
    const extra = [
      box("uuid", Buffer.alloc(16, 7), "<x:xmpmeta>26.2183</x:xmpmeta>"),
      box("meta", "com.apple.quicktime.location.ISO6709", "+26.2183+078.1828/"),
      box("sefd", "Camera of Ishita"),
    ];
    const path = fileOf(Buffer.concat([original, ...extra]));
    await expect(take(path)).resolves.toMatchObject({ width: 64, height: 96 });
    const after = readFileSync(path);
    expect(after.subarray(0, 32).equals(original.subarray(0, 32))).toBe(true);
    for (const trace of ["26.2183", "ISO6709", "Ishita"]) expect(after.includes(trace)).toBe(false);
  });

  it.each(["hevc.mp4", "quicktime.mov", "matroska.mkv", "sound.mp4"])(
    "is refused with a sentence when browsers could not play it: %s",
    async (name) => {
      await expect(take(fileOf(name))).rejects.toMatchObject({
        code: "unsupported_type",
        message: expect.stringMatching(/\. Please .+\.$/),
      });
    },
  );

  it("is refused when it is cut off, at whatever byte", async () => {
    for (const name of ["located.mp4", "located.webm"]) {
      const whole = readFileSync(join(fixtures, name));
      for (let length = 64; length < whole.length - 8; length += 151) {
        await expect(take(fileOf(Buffer.from(whole.subarray(0, length))))).rejects.toMatchObject({
          status: expect.any(Number),
        });
      }
    }
  });

  it("never costs more than a moment or fails in an unforeseen way when its bytes are wrong", async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    const started = performance.now();
    for (let round = 0; round < 400; round++) {
      const name = ["located.mp4", "fragmented.mp4", "located.webm", "live.webm"][round % 4] ?? "";
      const bytes = readFileSync(join(fixtures, name));
      for (let i = 0; i < 1 + random(8); i++) bytes[random(Math.min(bytes.length, 1_500))] = random(256);
      const path = fileOf(bytes);
      try {
        await take(path);
      } catch (error) {
        expect(error).toMatchObject({ name: "ApiError" });
      }
      expect(readFileSync(path).length).toBe(bytes.length);
    }
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it("is refused when it is built of endless tiny parts", async () => {
    const ftyp = box("ftyp", "isom\0\0\0\0isom");
    const many = Buffer.concat([ftyp, ...Array.from({ length: 30_000 }, () => box("free"))]);
    const started = performance.now();
    await expect(take(fileOf(many))).rejects.toMatchObject({ status: 400 });
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
