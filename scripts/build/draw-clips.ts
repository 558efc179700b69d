import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { rangoli } from "../../prisma/seed/art/families/rangoli";
import { waves } from "../../prisma/seed/art/families/waves";
import { randomFrom } from "../../prisma/seed/art/random";
import { type Family, sheet } from "../../prisma/seed/art/svg";

/**
 * Draws the two clips of the demo campus frame by frame: `node --import tsx
 * scripts/build/draw-clips.ts`. Needs ffmpeg. The results are committed in prisma/seed/art/clips.
 */

const FRAMES_PER_SECOND = 24;
const CLIPS: { name: string; family: Family; seed: number; w: number; h: number; seconds: number }[] = [
  { name: "waves", family: waves, seed: 10, w: 720, h: 900, seconds: 5 },
  { name: "rangoli", family: rangoli, seed: 15, w: 600, h: 600, seconds: 5 },
];

const target = join(import.meta.dirname, "../../prisma/seed/art/clips");
mkdirSync(target, { recursive: true });

for (const { name, family, seed, w, h, seconds } of CLIPS) {
  const folder = mkdtempSync(join(tmpdir(), "clip-"));
  const count = seconds * FRAMES_PER_SECOND;
  for (let i = 0; i < count; i++) {
    const svg = sheet(w, h, () => family({ r: randomFrom(seed), w, h, turn: i / count }).body);
    const frame = await sharp(Buffer.from(svg)).flatten().png({ compressionLevel: 1 }).toBuffer();
    writeFileSync(join(folder, `${String(i).padStart(4, "0")}.png`), frame);
    if (i === 0)
      await sharp(frame)
        .jpeg({ quality: 80 })
        .toFile(join(target, `${name}.jpg`));
  }
  execFileSync("ffmpeg", [
    ...["-y", "-loglevel", "error", "-framerate", String(FRAMES_PER_SECOND), "-i", join(folder, "%04d.png")],
    ...["-c:v", "libx264", "-profile:v", "main", "-preset", "veryslow", "-crf", "32", "-pix_fmt", "yuv420p"],
    ...[
      "-movflags",
      "+faststart",
      "-map_metadata",
      "-1",
      "-fflags",
      "+bitexact",
      "-an",
      join(target, `${name}.mp4`),
    ],
  ]);
  rmSync(folder, { recursive: true });
}
