import type { Random } from "./random";

/** The basic shapes of all pictures, as SVG text. */

export type Scene = {
  r: Random;
  w: number;
  h: number;
  /** The position in a clip's loop, 0 to 1. Families that can move return to their first frame. */
  turn?: number;
};
export type Drawing = { body: string; alt: string };
export type Family = (scene: Scene) => Drawing;

/** Numbers the gradients of one drawing, because each needs a unique id. */
let gradients = 0;

export const n = (value: number) => String(Math.round(value * 10) / 10);

/** A complete drawing of `w` × `h` pixels; the same scene gives the same bytes. */
export function sheet(w: number, h: number, draw: () => string): string {
  gradients = 0;
  const body = draw();
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${body}</svg>`;
}

/**
 * Rendering `opacity` needs an extra layer per shape; `fill-opacity` and `stroke-opacity` do not.
 */
const OPACITY = /(?<![\w-])opacity=/;
const filled = (more: string) => more.replace(OPACITY, "fill-opacity=");

export const rect = (x: number, y: number, w: number, h: number, fill: string, more = "") =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${filled(more)}/>`;

export const circle = (x: number, y: number, radius: number, fill: string, more = "") =>
  `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}" fill="${fill}" ${filled(more)}/>`;

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = "") =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${filled(more)}/>`;

export const path = (d: string, fill: string, more = "") => `<path d="${d}" fill="${fill}" ${filled(more)}/>`;

export const line = (d: string, colour: string, width: number, more = "") =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more.replace(OPACITY, "stroke-opacity=")}/>`;

export const group = (body: string, more: string) => `<g ${more}>${body}</g>`;

export const polygon = (points: readonly (readonly [number, number])[], fill: string, more = "") =>
  `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(" ")}" fill="${fill}" ${filled(more)}/>`;

/**
 * A gradient from top to bottom (or along `direction`), and the reference that fills a shape with
 * it.
 */
export function gradient(
  stops: readonly string[],
  direction = "x1='0' y1='0' x2='0' y2='1'",
): { def: string; fill: string } {
  const id = `g${++gradients}`;
  return {
    def: `<linearGradient id="${id}" ${direction}>${stopsOf(stops)}</linearGradient>`,
    fill: `url(#${id})`,
  };
}

/** A glow: `colour` in the centre, fading to transparent. */
export function glow(x: number, y: number, radius: number, colour: string, strength = 0.6): string {
  const id = `g${++gradients}`;
  const stop = (offset: number, opacity: number) =>
    `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity.toFixed(3)}"/>`;
  const stops = stop(0, strength) + stop(0.45, strength * 0.35) + stop(1, 0);
  return `<radialGradient id="${id}">${stops}</radialGradient>${circle(x, y, radius, `url(#${id})`)}`;
}

const stopsOf = (stops: readonly string[]) =>
  stops
    .map(
      (colour, i) =>
        `<stop offset="${n((i / Math.max(1, stops.length - 1)) * 100)}%" stop-color="${colour}"/>`,
    )
    .join("");

export function sky({ w, h }: Scene, stops: readonly string[]): string {
  const { def, fill } = gradient(stops);
  return def + rect(0, 0, w, h, fill);
}

/** Mixes two `#rrggbb` colours; `part` is the share of the second. */
export function mix(from: string, to: string, part: number): string {
  const channel = (colour: string, i: number) => Number.parseInt(colour.slice(1 + i * 2, 3 + i * 2), 16);
  return `#${[0, 1, 2]
    .map((i) => Math.round(channel(from, i) + (channel(to, i) - channel(from, i)) * part))
    .map((value) => Math.max(0, Math.min(255, value)).toString(16).padStart(2, "0"))
    .join("")}`;
}

/** A soft outline through points, closed down to `bottom`: hills, waves, clouds. */
export function hill(points: readonly (readonly [number, number])[], bottom: number): string {
  const [first, ...rest] = points;
  if (!first) return "";
  let d = `M${n(first[0])} ${n(bottom)}L${n(first[0])} ${n(first[1])}`;
  let [px, py] = first;
  for (const [x, y] of rest) {
    const middle = (px + x) / 2;
    d += `C${n(middle)} ${n(py)} ${n(middle)} ${n(y)} ${n(x)} ${n(y)}`;
    [px, py] = [x, y];
  }
  return `${d}L${n(px)} ${n(bottom)}Z`;
}

/** Small, distant birds. */
export function birds({ r, w, h }: Scene, colour: string, count: number): string {
  return Array.from({ length: count }, () => {
    const [x, y, s] = [r.between(0.1, 0.9) * w, r.between(0.1, 0.4) * h, r.between(0.008, 0.016) * w];
    return line(
      `M${n(x - s)} ${n(y - s * 0.4)}Q${n(x - s * 0.3)} ${n(y - s * 0.5)} ${n(x)} ${n(y)}Q${n(x + s * 0.3)} ${n(y - s * 0.5)} ${n(x + s)} ${n(y - s * 0.4)}`,
      colour,
      s * 0.16,
    );
  }).join("");
}

/** Stars, a few of them brighter. */
export function stars({ r, w, h }: Scene, count: number, below = 0.7): string {
  return Array.from({ length: count }, () => {
    const bright = r.chance(0.12);
    const [x, y] = [r.between(0, w), r.between(0, h * below)];
    const size = (bright ? r.between(1.6, 2.6) : r.between(0.6, 1.4)) * (w / 900);
    return circle(x, y, size, "#fff", `opacity="${n(r.between(bright ? 0.7 : 0.3, bright ? 1 : 0.8))}"`);
  }).join("");
}

/** A cloud of overlapping discs with a flat bottom. */
export function cloud(
  r: Random,
  x: number,
  y: number,
  width: number,
  colour: string,
  opacity: number,
): string {
  const height = width * 0.22;
  const puffs = [0.2, 0.42, 0.64, 0.82].map((at) =>
    circle(x + width * at, y - height * r.between(0.1, 0.5), height * r.between(0.55, 0.95), colour),
  );
  return group(
    rect(x, y - height * 0.5, width, height, colour, `rx="${n(height / 2)}"`) + puffs.join(""),
    `opacity="${opacity}"`,
  );
}
