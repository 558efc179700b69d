import { fitPicture } from "@/lib/text/picture-size.mjs";

const LIMITS = { longSide: 2048, shortSide: 1080, pixels: 24_000_000, side: 60_000 };

test.each([
  ["an ordinary photo fits its longer side", [4032, 3024], [2048, 1536]],
  ["a small one stays", [400, 300], [400, 300]],
  ["a tall screenshot stays as wide as a phone", [1080, 20_000], [1080, 20_000]],
  ["a wider one becomes as wide as a phone", [1440, 12_000], [1080, 9000]],
  ["a panorama stays as high", [16_000, 800], [16_000, 800]],
  ["what has too many pixels has fewer", [1000, 40_000], [775, 30_984]],
  ["a line is not longer than files can be", [100_000, 10], [60_000, 6]],
  ["and at least a pixel high", [100_000, 1], [60_000, 1]],
])("%s", (_, [width = 0, height = 0], [toWidth, toHeight]) => {
  expect(fitPicture({ width, height }, LIMITS)).toEqual({ width: toWidth, height: toHeight });
});
