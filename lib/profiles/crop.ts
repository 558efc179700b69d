/** The part of a picture a person chose to show. Pure; all lengths in pixels of the picture. */

export type Size = { width: number; height: number };
/** How far it is zoomed in (1 shows as much as fits) and the middle of what shows. */
export type Crop = { zoom: number; x: number; y: number };
export type Rectangle = Size & { x: number; y: number };

export const ZOOM_MAX = 4;

/** The whole picture, as much of it as fits the frame. */
export function initialCrop(picture: Size): Crop {
  return { zoom: 1, x: picture.width / 2, y: picture.height / 2 };
}

/** What shows in a frame whose width is `aspect` times its height. */
export function cropRectangle(picture: Size, aspect: number, crop: Crop): Rectangle {
  const { width, height } = shownSize(picture, aspect, crop.zoom);
  return { width, height, x: crop.x - width / 2, y: crop.y - height / 2 };
}

function shownSize(picture: Size, aspect: number, zoom: number): Size {
  const width = Math.min(picture.width, picture.height * aspect) / zoom;
  return { width, height: width / aspect };
}

/**
 * The same crop with the frame filled: zoomed within the limits and moved back inside the picture.
 */
export function clampCrop(picture: Size, aspect: number, crop: Crop): Crop {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, crop.zoom));
  const { width, height } = shownSize(picture, aspect, zoom);
  return {
    zoom,
    x: between(crop.x, width / 2, picture.width - width / 2),
    y: between(crop.y, height / 2, picture.height - height / 2),
  };
}

const between = (value: number, low: number, high: number) =>
  Math.min(Math.max(value, low), Math.max(low, high));

/** The size to draw it in: that of the box, or smaller where the picture has no more to give. */
export function outputSize(part: Size, box: Size): Size {
  const scale = Math.min(1, box.width / part.width, box.height / part.height);
  return {
    width: Math.max(1, Math.round(part.width * scale)),
    height: Math.max(1, Math.round(part.height * scale)),
  };
}
