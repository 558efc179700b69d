import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The clips of the demo campus, drawn once by scripts/build/draw-clips.ts. */
const CLIPS = [
  { name: "waves", alt: "A small sailing boat rocks on rolling waves in front of an evening sun." },
  { name: "rangoli", alt: "The rings of a rangoli turn slowly while the lamps around it flicker." },
] as const;

export type Clip = { video: Buffer; poster: Buffer; alt: string };

/** A seamlessly looping five-second MP4 (H.264), and its first frame as JPEG. */
export async function readClip(seed: number): Promise<Clip> {
  const clip = CLIPS[Math.abs(seed) % CLIPS.length] ?? CLIPS[0];
  const file = (extension: string) =>
    readFile(join(process.cwd(), "prisma/seed/art/clips", `${clip.name}.${extension}`));
  const [video, poster] = await Promise.all([file("mp4"), file("jpg")]);
  return { video, poster, alt: clip.alt };
}
