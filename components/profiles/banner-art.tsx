import { cx } from "@/components/ui/cx";

/** Sky above, sky below, far hills, near hills, sun: four moods of a day over the campus. */
const MOODS = [
  ["#a5b4fc", "#c7d2fe", "#8193f7", "#6b7df0", "#fff1d1"],
  ["#fdba8c", "#fed7aa", "#c98a86", "#9a6b7c", "#fff3c4"],
  ["#7dd3fc", "#bae6fd", "#5fb3bd", "#3f9298", "#fef9c3"],
  ["#c4b5fd", "#ddd6fe", "#a28ae0", "#7d63c7", "#fde68a"],
] as const;

/** The placeholder of a banner (the specification, §3): always the same for the same person. */
export function BannerArt({ id, className }: { id: string; className?: string }) {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) >>> 0;
  const [top, bottom, far, near, sun] = MOODS[sum % MOODS.length] ?? MOODS[0];
  const turn = sum % 90;
  const sky = `sky-${sum}`;
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
      <circle cx={380 + turn} cy={14 + turn / 3} r="58" fill={sun} />
      <path d={`M0 200 V${160 - turn / 6} L${110 + turn / 3} 118 L210 200 Z`} fill={far} />
      <path d={`M180 200 L${300 + turn / 3} ${78 + turn / 4} L${440 + turn / 5} 200 Z`} fill={near} />
      <path d={`M${420 + turn / 4} 200 L600 ${130 + turn / 6} V200 Z`} fill={far} />
    </svg>
  );
}
