import { coversFrame, frameRatio, pictureSize } from "@/components/posts/post-card/media-frame";

describe("the frame of a post's media", () => {
  test("has the shape of a phone's photo, and of others between 3:4 and 1.91:1", () => {
    expect(frameRatio({ width: 3024, height: 4032 })).toBe(3 / 4);
    expect(frameRatio({ width: 1000, height: 1000 })).toBe(1);
    expect(frameRatio({ width: 1080, height: 1920 })).toBe(3 / 4);
    expect(frameRatio({ width: 4000, height: 1000 })).toBe(1.91);
    expect(frameRatio({ width: 0, height: 0 })).toBe(1);
  });

  test("is covered by what is nearly of its shape", () => {
    expect(coversFrame({ width: 3024, height: 4032 }, 3 / 4)).toBe(true);
    // 0.7 and 0.69 of the height.
    expect(coversFrame({ width: 700, height: 1000 }, 3 / 4)).toBe(true);
    expect(coversFrame({ width: 690, height: 1000 }, 3 / 4)).toBe(false);
    expect(coversFrame({ width: 800, height: 1000 }, 3 / 4)).toBe(true);
    expect(coversFrame({ width: 1200, height: 900 }, 3 / 4)).toBe(false);
  });

  test("shows others whole, in their own shape", () => {
    expect(pictureSize({ width: 1080, height: 1920 }, 3 / 4)).toMatchObject({ aspectRatio: 1080 / 1920 });
    expect(pictureSize({ width: 800, height: 1000 }, 3 / 4)).toMatchObject({
      aspectRatio: 3 / 4,
      objectFit: "cover",
    });
  });
});
