import { clampCrop, cropRectangle, initialCrop, outputSize, ZOOM_MAX } from "@/lib/uploads/crop";

const landscape = { width: 800, height: 400 };
const portrait = { width: 300, height: 900 };

test("a square frame shows the middle of a landscape picture", () => {
  expect(cropRectangle(landscape, 1, initialCrop(landscape))).toEqual({
    x: 200,
    y: 0,
    width: 400,
    height: 400,
  });
});

test("a wide frame shows a band of a portrait picture", () => {
  expect(cropRectangle(portrait, 3, initialCrop(portrait))).toEqual({
    x: 0,
    y: 400,
    width: 300,
    height: 100,
  });
});

test("zooming in preserves the centre and shows less around it", () => {
  expect(cropRectangle(landscape, 1, { zoom: 2, x: 400, y: 200 })).toEqual({
    x: 300,
    y: 100,
    width: 200,
    height: 200,
  });
});

test.each([
  ["beyond the left edge", { zoom: 2, x: -50, y: 200 }, { zoom: 2, x: 100, y: 200 }],
  ["beyond the lower right corner", { zoom: 2, x: 9999, y: 9999 }, { zoom: 2, x: 700, y: 300 }],
  ["zoomed out too far", { zoom: 0.2, x: 400, y: 200 }, { zoom: 1, x: 400, y: 200 }],
  ["zoomed in too far", { zoom: 99, x: 400, y: 200 }, { zoom: ZOOM_MAX, x: 400, y: 200 }],
])("a crop %s is clamped", (_, crop, expected) => {
  expect(clampCrop(landscape, 1, crop)).toEqual(expected);
});

test("a large selection is scaled down to the box, a small one is not enlarged", () => {
  expect(outputSize({ width: 4000, height: 4000 }, { width: 500, height: 500 })).toEqual({
    width: 500,
    height: 500,
  });
  expect(outputSize({ width: 120, height: 120 }, { width: 500, height: 500 })).toEqual({
    width: 120,
    height: 120,
  });
  expect(outputSize({ width: 3000, height: 1000 }, { width: 1500, height: 500 })).toEqual({
    width: 1500,
    height: 500,
  });
});
