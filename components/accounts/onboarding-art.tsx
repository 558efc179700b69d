import type { ReactNode } from "react";

/**
 * The three illustrations of the guide, drawn from the shapes of the logo: rings, and dots that
 * join them. Decorative: the text says the same.
 */

/** Classmates join the circle around their campus. */
export function ConnectArt() {
  return (
    <Picture>
      <circle cx="200" cy="158" r="104" fill="none" strokeWidth="20" className="stroke-brand" />
      <g className="fill-surface stroke-ink" strokeWidth="5" strokeLinejoin="round">
        <path d="M140 138 200 104l60 34Z" />
        <path d="M148 138h104v12H148Z" />
        <path d="M156 150v46M186 150v46M214 150v46M244 150v46" strokeWidth="9" strokeLinecap="round" />
        <path d="M140 198h120v12H140Z" />
      </g>
      <circle cx="200" cy="124" r="6" className="fill-gold" />
      <Person x={93} y={98} r={30} className="fill-comment" />
      <Person x={100} y={226} r={26} className="fill-follow" />
      <Person x={304} y={222} r={29} className="fill-like" />
      <circle cx="289" cy="72" r="37" className="fill-gold" />
      <Bust x={289} y={72} r={37} className="fill-gold-soft" />
    </Picture>
  );
}

/** Two overlapping circles: students on one side, alumni and faculty on the other. */
export function NetworkArt() {
  return (
    <Picture>
      <circle cx="146" cy="158" r="88" fill="none" strokeWidth="18" className="stroke-brand" />
      <circle cx="254" cy="158" r="88" fill="none" strokeWidth="18" className="stroke-gold" />
      {/* Where they cross, the first is on top again, like links of a chain. */}
      <path d="M190 81.800a88 88 0 0 1 35 37" fill="none" strokeWidth="18" className="stroke-brand" />
      <Person x={96} y={172} r={31} className="fill-comment" />
      <Person x={200} y={168} r={31} className="fill-like" />
      <Person x={304} y={178} r={31} className="fill-follow" />
      <g strokeLinejoin="round" strokeLinecap="round" className="stroke-ink" strokeWidth="5">
        <path d="M262 138 304 120l42 18-42 18Z" className="fill-surface" />
        <path d="M262 138v24" fill="none" />
      </g>
      <circle cx="262" cy="166" r="6" className="fill-ink" />
      <circle cx="146" cy="48" r="8" className="fill-gold" />
      <circle cx="60" cy="80" r="6" className="fill-brand" />
      <circle cx="338" cy="70" r="9" className="fill-brand" />
    </Picture>
  );
}

/** A shared post, and the ideas it inspires. */
export function ShowcaseArt() {
  return (
    <Picture>
      <rect
        x="76"
        y="70"
        width="196"
        height="188"
        rx="22"
        strokeWidth="5"
        className="fill-surface stroke-ink"
      />
      <circle cx="106" cy="100" r="14" className="fill-comment" />
      <path d="M130 95h62M130 108h38" strokeWidth="7" strokeLinecap="round" className="stroke-line-strong" />
      <rect x="92" y="126" width="164" height="84" rx="12" className="fill-soft-strong" />
      <path d="M92 198l44-42 30 28 24-20 66 46H104a12 12 0 0 1-12-12Z" className="fill-brand" />
      <circle cx="222" cy="150" r="12" className="fill-gold" />
      <Heart x={104} y={234} />
      <path d="M146 227h44M146 240h26" strokeWidth="7" strokeLinecap="round" className="stroke-line-strong" />
      <g fill="none" strokeLinecap="round" strokeWidth="9" className="stroke-gold">
        <path d="M300 22v16M242 46l11 11M358 46l-11 11M226 100h15M359 100h15" />
      </g>
      <circle cx="300" cy="100" r="42" strokeWidth="12" className="fill-gold-soft stroke-gold" />
      <path
        d="m284 100 10 12v24h12v-24l10-12"
        fill="none"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-gold-ink"
      />
      <path d="M286 152h28M290 166h20" strokeWidth="9" strokeLinecap="round" className="stroke-ink" />
      <Person x={330} y={228} r={27} className="fill-follow" />
    </Picture>
  );
}

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="44 8 336 272" aria-hidden focusable="false" className="size-full">
      {children}
    </svg>
  );
}

/** A person on a coloured disc, with a rim that sets it off from the background. */
function Person({ x, y, r, className }: { x: number; y: number; r: number; className: string }) {
  return (
    <g>
      <circle cx={x} cy={y} r={r + 4} className="fill-soft" />
      <circle cx={x} cy={y} r={r} className={className} />
      <Bust x={x} y={y} r={r} className="fill-on-brand" />
    </g>
  );
}

/** Head and shoulders, in a disc of radius `r`. */
function Bust({ x, y, r, className }: { x: number; y: number; r: number; className: string }) {
  return (
    <path
      transform={`translate(${x} ${y}) scale(${r / 30})`}
      d="M0-17a9.500 9.500 0 1 1 0 19 9.500 9.500 0 0 1 0-19ZM-18 18.500C-15.500 10-9 5.500 0 5.500S15.500 10 18 18.500a30 30 0 0 1-36 0Z"
      className={className}
    />
  );
}

function Heart({ x, y }: { x: number; y: number }) {
  return (
    <path
      transform={`translate(${x} ${y})`}
      d="M0 13C-17 1-15-13-6-13c3.500 0 5 2.500 6 4.500C1-10.500 2.500-13 6-13c9 0 11 14-6 26Z"
      className="fill-like"
    />
  );
}
