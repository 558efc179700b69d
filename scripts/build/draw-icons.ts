/**
 * Draws the icons that cannot be SVG from the logo in components/brand/logo.tsx:
 * `npx tsx scripts/build/draw-icons.ts`. The results are committed; run it again when the logo
 * changes.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { Bell, type LucideIcon, Search, SquarePen } from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";

const BRAND = "#3046e6";
const GOLD = "#f2a20c";

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

/** What a shortcut of the installed app opens, as the sidebar shows it. */
function shortcut(Icon: LucideIcon): Buffer {
  const size = 96;
  const icon = renderToStaticMarkup(createElement(Icon, { x: 22, y: 22, size: 52, color: "#ffffff" }));
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
      <rect width="100%" height="100%" rx="24" fill="${BRAND}"/>${icon}
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
await writeFile("public/icons/shortcut-post.png", await png(shortcut(SquarePen)));
await writeFile("public/icons/shortcut-notifications.png", await png(shortcut(Bell)));
await writeFile("public/icons/shortcut-search.png", await png(shortcut(Search)));
