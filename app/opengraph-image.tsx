import { readFile } from "node:fs/promises";
import path from "node:path";
import { ImageResponse } from "next/og";
import { shadesOf } from "@/lib/campus/accent";
import { campusFile } from "@/lib/campus/server/campus";
import { CARD_LINES } from "@/lib/product";

/** The picture of a shared link: the logo, and the names of product and colleges. */

export const alt = CARD_LINES.join(". ");
/** What Open Graph expects. */
export const size = { width: 1200, height: 630 };
export const contentType = "image/png";

// The image of a release is built before anyone knows whose campus it will be.
export const dynamic = "force-dynamic";

/** The typeface of headings (app/fonts.ts). */
const FONT = "node_modules/@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff";
const GOLD = "#f2a20c";
const DAY_SECONDS = 24 * 60 * 60;

let drawn: Promise<ArrayBuffer> | undefined;

export default async function ShareCard(): Promise<Response> {
  drawn ??= draw();
  return new Response(await drawn, {
    headers: { "Content-Type": contentType, "Cache-Control": `public, max-age=${DAY_SECONDS}` },
  });
}

async function draw(): Promise<ArrayBuffer> {
  const [name, tagline, audience] = CARD_LINES;
  const data = await readFile(path.join(process.cwd(), FONT));
  const image = new ImageResponse(
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        alignItems: "center",
        gap: 72,
        padding: "0 96px",
        background: shadesOf(campusFile.accent).light.brand,
        color: "#ffffff",
        fontFamily: "Display",
      }}
    >
      <svg width="260" height="260" viewBox="0 0 43 43" aria-hidden>
        <circle cx="19" cy="24" r="16" fill="none" stroke="#ffffff" strokeWidth="6" />
        <circle cx="35.5" cy="7.5" r="7.5" fill={GOLD} />
      </svg>
      <div style={{ display: "flex", flexDirection: "column", flex: 1 }}>
        <div style={{ fontSize: 96, lineHeight: 1, letterSpacing: "-0.02em" }}>{name}</div>
        <div style={{ fontSize: 36, marginTop: 28, opacity: 0.86 }}>{tagline}</div>
        <div style={{ fontSize: 36, marginTop: 28, opacity: 0.86, textWrap: "balance" }}>{audience}</div>
      </div>
    </div>,
    { ...size, fonts: [{ name: "Display", data, weight: 700 }] },
  );
  return image.arrayBuffer();
}
