import sharp from "sharp";
import { readClip } from "@/prisma/seed/art/clips";
import { drawAvatar, drawBanner, PICTURE_FAMILIES, postPicture } from "@/prisma/seed/art/draw";

describe("the pictures of the demo campus", () => {
  it.each(PICTURE_FAMILIES)("are drawn, described and in proportions for the feed: %s", async (family) => {
    const { draw, width, height, alt } = postPicture(11, family);
    expect(await sharp(await draw()).metadata()).toMatchObject({ width, height, format: "png" });
    expect(width / height).toBeGreaterThanOrEqual(0.8);
    expect(width / height).toBeLessThanOrEqual(1.92);
    expect(alt).toMatch(/^[A-Z0-9].{15,120}\.$/);
  });

  it("are the same for the same seed and differ for another", async () => {
    const [first, repeated, other] = await Promise.all([5, 5, 6].map((seed) => postPicture(seed).draw()));
    expect(repeated?.equals(first ?? Buffer.of())).toBe(true);
    expect(other?.equals(first ?? Buffer.of())).toBe(false);
    expect((await drawAvatar(1)).equals(await drawAvatar(1))).toBe(true);
    expect((await drawAvatar(1)).equals(await drawAvatar(2))).toBe(false);
  });

  it("have the right sizes", async () => {
    expect(await sharp(await drawAvatar(3)).metadata()).toMatchObject({ width: 500, height: 500 });
    expect(await sharp(await drawBanner(3)).metadata()).toMatchObject({ width: 1500, height: 500 });
  });

  it("include two small clips", async () => {
    for (const seed of [0, 1]) {
      const { video, poster } = await readClip(seed);
      expect(video.length).toBeLessThan(300 * 1024);
      expect(video.toString("latin1", 4, 8)).toBe("ftyp");
      expect((await sharp(poster).metadata()).format).toBe("jpeg");
    }
  });
});
