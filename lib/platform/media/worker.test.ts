import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { AVATAR_PICTURE, processPicture } from "@/lib/platform/media/picture";
import { runWorker, type Work } from "@/lib/platform/media/worker";

const folder = mkdtempSync(join(tmpdir(), "campus-circle-worker-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function pictureFile(name: string, side: number): Promise<string> {
  const path = join(folder, name);
  await sharp({ create: { width: side, height: side, channels: 3, background: "#36c" } })
    .png()
    .toFile(path);
  return path;
}

/** Processes a picture under other limits than the limits of uploads. */
const run = async (limits: Partial<Work<string>>) =>
  runWorker({
    kind: "picture",
    values: [await pictureFile("limited.png", 4_000), folder, JSON.stringify(AVATAR_PICTURE)],
    memoryMb: 448,
    heapMb: 128,
    msAfter: () => 20_000,
    errorFor: (fault: string) => new Error(`fault: ${fault}`),
    tooMuch: "too much",
    ...limits,
  });

test("a picture is processed in another process, and leaves nothing behind", async () => {
  const path = await pictureFile("large.png", 6_000);
  const picture = await processPicture(path, AVATAR_PICTURE);
  expect(picture).toMatchObject({ format: "webp", width: 500, height: 500 });
  expect(picture.sizes.map(({ width }) => width)).toEqual([96, 192]);
  expect((await sharp(picture.master).metadata()).width).toBe(500);
  expect(readdirSync(join(process.env.DATA_DIR ?? "", "media/tmp"))).toEqual([]);
});

test("a process that takes too much memory or time ends, and the file is to blame", async () => {
  await expect(run({ memoryMb: 40 })).rejects.toThrow("fault: too much");
  await expect(run({ msAfter: () => 1 })).rejects.toThrow("fault: too much");
});

test("what is not the file's fault is said to be none of it", async () => {
  const values = [await pictureFile("fine.png", 64), join(folder, "missing"), JSON.stringify(AVATAR_PICTURE)];
  await expect(run({ values })).rejects.toThrow(/^A picture was not stored: .*ENOENT/);
});

test("a step may end the work", async () => {
  const end = () => {
    throw new Error("That is enough.");
  };
  await expect(run({ msAfter: end })).rejects.toThrow("That is enough.");
});
