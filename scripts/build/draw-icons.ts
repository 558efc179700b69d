/**
 * Draws the icons that cannot be SVG from the logo in components/brand/logo.tsx, and the card that
 * sites show for a shared link, with its text: `npx tsx scripts/build/draw-icons.ts`. The results
 * are committed; run it again when the logo or a college changes.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { chromium } from "playwright";
import sharp from "sharp";
import { CARD_LINES } from "../../lib/product";
import { provideChromium } from "../cli/chromium.mjs";

const BRAND = "#3046e6";
const GOLD = "#f2a20c";
/** The typeface of headings (app/fonts.ts). */
const FONT = "@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2";

/** The logo on a coloured square; `scale` is the share of the square it fills. */
function tile(size: number, scale: number): Buffer {
  const mark = size * scale;
  const at = (size - mark) / 2;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
      <rect width="100%" height="100%" fill="${BRAND}"/>
      <svg x="${at}" y="${at}" width="${mark}" height="${mark}" viewBox="0 0 43 43">
        <circle cx="19" cy="24" r="16" fill="none" stroke="#ffffff" stroke-width="6"/>
        <circle cx="35.5" cy="7.5" r="7.5" fill="${GOLD}"/>
      </svg>
    </svg>`,
  );
}

function plain(size: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 43 43">
      <circle cx="19" cy="24" r="16" fill="none" stroke="${BRAND}" stroke-width="6"/>
      <circle cx="35.5" cy="7.5" r="7.5" fill="${GOLD}"/>
    </svg>`,
  );
}

const png = (svg: Buffer) => sharp(svg).png({ compressionLevel: 9, palette: true }).toBuffer();

/** An .ico that holds one PNG, which every browser since Internet Explorer 11 reads. */
function ico(image: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // type: icon
  header.writeUInt16LE(1, 4); // one image
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10); // colour planes
  header.writeUInt16LE(32, 12); // bits a pixel
  header.writeUInt32LE(image.byteLength, 14);
  header.writeUInt32LE(header.byteLength, 18);
  return Buffer.concat([header, image]);
}

await mkdir("public/icons", { recursive: true });
// ICO needs 32-bit pixels, so its PNG has an alpha channel instead of a palette.
await writeFile("app/favicon.ico", ico(await sharp(plain(32)).png().toBuffer(), 32));
await writeFile("app/apple-icon.png", await png(tile(180, 0.6)));
await writeFile("public/icons/icon-192.png", await png(tile(192, 0.64)));
await writeFile("public/icons/icon-512.png", await png(tile(512, 0.64)));
// A launcher may crop a maskable icon to a circle of 80 %: the logo stays well inside.
await writeFile("public/icons/maskable-512.png", await png(tile(512, 0.5)));
await writeFile("app/opengraph-image.png", await card());
await writeFile("app/opengraph-image.alt.txt", `${CARD_LINES.join(". ")}\n`);

/** 1200×630, the size Open Graph expects. A browser sets the text, because SVG has no web fonts. */
async function card(): Promise<Buffer> {
  const [name, tagline, audience] = CARD_LINES;
  const font = createRequire(import.meta.url).resolve(FONT);
  const source = `data:font/woff2;base64,${(await readFile(font)).toString("base64")}`;
  const browser = await chromium.launch({ executablePath: await provideChromium() });
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
  await page.setContent(`
    <style>
      @font-face { font-family: Display; src: url(${source}); font-weight: 700; }
      body { margin: 0; height: 630px; display: flex; align-items: center; gap: 72px; padding: 0 96px;
        box-sizing: border-box; background: ${BRAND}; color: #ffffff; font-family: Display; font-weight: 700; }
      h1 { font-size: 96px; line-height: 1; margin: 0; letter-spacing: -0.02em; }
      p { font-size: 38px; margin: 28px 0 0; opacity: 0.86; }
    </style>
    <svg width="260" height="260" viewBox="0 0 43 43">
      <circle cx="19" cy="24" r="16" fill="none" stroke="#ffffff" stroke-width="6"/>
      <circle cx="35.5" cy="7.5" r="7.5" fill="${GOLD}"/>
    </svg>
    <div><h1>${name}</h1><p>${tagline}</p><p>${audience}</p></div>`);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot();
  await browser.close();
  return sharp(picture).png({ compressionLevel: 9, palette: true }).toBuffer();
}
