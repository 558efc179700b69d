import { cx } from "@/components/ui/cx";

/** Four palettes: upper sky, lower sky, far hills, near hills, sun. */
const PALETTES = [
  ["#a5b4fc", "#c7d2fe", "#8193f7", "#6b7df0", "#fff1d1"],
  ["#fdba8c", "#fed7aa", "#c98a86", "#9a6b7c", "#fff3c4"],
  ["#7dd3fc", "#bae6fd", "#5fb3bd", "#3f9298", "#fef9c3"],
  ["#c4b5fd", "#ddd6fe", "#a28ae0", "#7d63c7", "#fde68a"],
] as const;

/** The default banner, derived from the user id so that a person always has the same one. */
export function BannerArt({ id, className }: { id: string; className?: string }) {
  let hash = 0;
  for (const character of id) hash = (hash * 31 + character.charCodeAt(0)) >>> 0;
  const [top, bottom, far, near, sun] = PALETTES[hash % PALETTES.length] ?? PALETTES[0];
  const offset = hash % 90;
  const sky = `sky-${hash}`;
  return (
    <svg
      viewBox="0 0 600 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      focusable="false"
      className={cx("size-full dark:brightness-75", className)}
    >
      <linearGradient id={sky} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={top} />
        <stop offset="1" stopColor={bottom} />
      </linearGradient>
      <rect width="600" height="200" fill={`url(#${sky})`} />
      <circle cx={380 + offset} cy={14 + offset / 3} r="58" fill={sun} />
      <path d={`M0 200 V${160 - offset / 6} L${110 + offset / 3} 118 L210 200 Z`} fill={far} />
      <path d={`M180 200 L${300 + offset / 3} ${78 + offset / 4} L${440 + offset / 5} 200 Z`} fill={near} />
      <path d={`M${420 + offset / 4} 200 L600 ${130 + offset / 6} V200 Z`} fill={far} />
    </svg>
  );
}
