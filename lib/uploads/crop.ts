/** Cropping a picture. Pure; all lengths are pixels of the picture. */

export type Size = { width: number; height: number };
/** The zoom (1 shows as much as fits the frame) and the centre of the visible rectangle. */
export type Crop = { zoom: number; x: number; y: number };
export type Rectangle = Size & { x: number; y: number };

export const ZOOM_MAX = 4;

/** Centred, with as much of the picture as fits the frame. */
export function initialCrop(picture: Size): Crop {
  return { zoom: 1, x: picture.width / 2, y: picture.height / 2 };
}

/** The rectangle visible in a frame whose width is `aspect` times its height. */
export function cropRectangle(picture: Size, aspect: number, crop: Crop): Rectangle {
  const { width, height } = visibleSize(picture, aspect, crop.zoom);
  return { width, height, x: crop.x - width / 2, y: crop.y - height / 2 };
}

function visibleSize(picture: Size, aspect: number, zoom: number): Size {
  const width = Math.min(picture.width, picture.height * aspect) / zoom;
  return { width, height: width / aspect };
}

/** The crop with its zoom within the limits, moved back inside the picture. */
export function clampCrop(picture: Size, aspect: number, crop: Crop): Crop {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, crop.zoom));
  const { width, height } = visibleSize(picture, aspect, zoom);
  return {
    zoom,
    x: clamp(crop.x, width / 2, picture.width - width / 2),
    y: clamp(crop.y, height / 2, picture.height - height / 2),
  };
}

const clamp = (value: number, low: number, high: number) =>
  Math.min(Math.max(value, low), Math.max(low, high));

/** The size of the saved picture: scaled down to fit `box`, never enlarged. */
export function outputSize(selection: Size, box: Size): Size {
  const scale = Math.min(1, box.width / selection.width, box.height / selection.height);
  return {
    width: Math.max(1, Math.round(selection.width * scale)),
    height: Math.max(1, Math.round(selection.height * scale)),
  };
}
