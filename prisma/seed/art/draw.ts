import sharp from "sharp";
import { avatar } from "./avatar";
import { bauhaus } from "./families/bauhaus";
import { chai } from "./families/chai";
import { circuit } from "./families/circuit";
import { city } from "./families/city";
import { constellations } from "./families/constellations";
import { cricket } from "./families/cricket";
import { desk } from "./families/desk";
import { fort } from "./families/fort";
import { kites } from "./families/kites";
import { library } from "./families/library";
import { monsoon } from "./families/monsoon";
import { mountains } from "./families/mountains";
import { rangoli } from "./families/rangoli";
import { stage } from "./families/stage";
import { tree } from "./families/tree";
import { waves } from "./families/waves";
import { randomFrom } from "./random";
import { type Family, sheet } from "./svg";

/**
 * Pictures for the demo campus, drawn from a seed: identical on every machine, nothing downloaded,
 * and no real photos.
 */

const FAMILIES = {
  mountains,
  city,
  rangoli,
  circuit,
  bauhaus,
  waves,
  tree,
  cricket,
  library,
  chai,
  constellations,
  kites,
  fort,
  monsoon,
  stage,
  desk,
} satisfies Record<string, Family>;

export type PictureFamily = keyof typeof FAMILIES;
export const PICTURE_FAMILIES = Object.keys(FAMILIES) as PictureFamily[];

/** Proportions that the feed shows without cropping, from 4:5 to 1.91:1, in pixels. */
const SHAPES = [
  [1080, 1350],
  [1080, 1080],
  [1200, 900],
  [1200, 800],
  [1200, 628],
] as const;

export type Picture = { draw: () => Promise<Buffer>; width: number; height: number; alt: string };

/** A picture for a post; `draw` renders the PNG. The seed picks the family unless it is given. */
export function postPicture(seed: number, family?: PictureFamily): Picture {
  const r = randomFrom(seed);
  const drawFamily = FAMILIES[family ?? r.pick(PICTURE_FAMILIES)];
  const [width, height] = r.pick(SHAPES);
  let alt = "";
  const svg = sheet(width, height, () => {
    const drawing = drawFamily({ r, w: width, h: height });
    alt = drawing.alt;
    return drawing.body;
  });
  return { draw: () => rasterise(svg), width, height, alt };
}

/** A portrait of 500 × 500 pixels, as PNG. */
export async function drawAvatar(seed: number): Promise<Buffer> {
  return rasterise(sheet(500, 500, () => avatar(randomFrom(seed))));
}

/** A wide, calm banner of 1500 × 500 pixels, as PNG. */
export async function drawBanner(seed: number): Promise<Buffer> {
  const r = randomFrom(seed + 77_000);
  const family = r.pick([mountains, city, bauhaus, waves, fort, constellations, kites, circuit]);
  return rasterise(sheet(1500, 500, () => family({ r, w: 1500, h: 500 }).body));
}

/** PNG with minimal compression, because it is decoded and re-encoded at once. */
function rasterise(svg: string): Promise<Buffer> {
  return sharp(Buffer.from(svg)).flatten().png({ compressionLevel: 1, adaptiveFiltering: false }).toBuffer();
}
