import {
  birds,
  circle,
  cloud,
  type Family,
  glow,
  gradient,
  mix,
  n,
  path,
  polygon,
  rect,
  type Scene,
  sky,
  stars,
} from "../svg";

const moods = [
  {
    name: "at sunset",
    sky: ["#ff8e63", "#ffb77d", "#ffd9a0"],
    sun: "#fff3d2",
    far: "#c98a86",
    near: "#4a2f5e",
    night: false,
  },
  {
    name: "at dawn",
    sky: ["#7fb2ea", "#c3d9ef", "#fde5cf"],
    sun: "#fff8e6",
    far: "#a9bfd6",
    near: "#2e4a6b",
    night: false,
  },
  {
    name: "in the evening",
    sky: ["#3f3a86", "#9a5f9e", "#f6a07f"],
    sun: "#ffe0b3",
    far: "#8a5f93",
    near: "#231f4d",
    night: false,
  },
  {
    name: "under the moon",
    sky: ["#0c1638", "#243a78", "#5a76b4"],
    sun: "#eef2ff",
    far: "#4d68a6",
    near: "#0a1230",
    night: true,
  },
  {
    name: "on a clear day",
    sky: ["#4fa8dd", "#a8d8ef", "#eaf6f3"],
    sun: "#fffbe6",
    far: "#9cc7cf",
    near: "#1f5a55",
    night: false,
  },
  {
    name: "in pink light",
    sky: ["#f7a1b4", "#fcc9bd", "#ffe9d0"],
    sun: "#fff6e8",
    far: "#d693a7",
    near: "#6b3559",
    night: false,
  },
] as const;

/** Layered ridges in front of a low sun, paler with distance. */
export const mountains: Family = (scene) => {
  const { r, w, h } = scene;
  const mood = r.pick(moods);
  const sun = {
    x: r.between(0.22, 0.78) * w,
    y: r.between(0.24, 0.4) * h,
    size: r.between(0.075, 0.12) * Math.min(w, h),
  };
  const layers = r.integer(3, 5);
  let body = sky(scene, mood.sky);
  if (mood.night) body += stars(scene, 90, 0.5);
  body += glow(sun.x, sun.y, sun.size * 4, mood.sun, 0.5) + circle(sun.x, sun.y, sun.size, mood.sun);
  if (!mood.night) {
    for (let i = r.integer(1, 3); i > 0; i--) {
      body += cloud(
        r,
        r.between(-0.05, 0.8) * w,
        r.between(0.1, 0.35) * h,
        r.between(0.14, 0.26) * w,
        "#ffffff",
        0.35,
      );
    }
    body += birds(scene, mix(mood.far, mood.near, 0.6), r.integer(0, 5));
  }
  for (let layer = 0; layer < layers; layer++) {
    const depth = layer / (layers - 1);
    const colour = mix(mood.far, mood.near, depth);
    body += ridge(
      scene,
      0.44 + depth * 0.34,
      0.2 - depth * 0.07,
      colour,
      mix(colour, mood.sky[2], 0.45 * (1 - depth)),
    );
  }
  if (r.chance(0.55)) body += pines(scene, mix(mood.near, "#000000", 0.35));
  return { body, alt: `Layered mountains ${mood.name}${mood.night ? "" : ", with a low sun"}.` };
};

function ridge({ r, w, h }: Scene, top: number, rise: number, colour: string, foot: string): string {
  const peaks = r.integer(3, 5);
  const points: [number, number][] = [];
  const shift = r.between(-0.5, 0.5) / peaks;
  for (let i = -1; i <= peaks * 2 + 1; i++) {
    const x = ((i + r.between(-0.3, 0.3)) / (peaks * 2) + shift) * w;
    const y =
      top * h + (i % 2 === 0 ? r.between(0.4, 0.8) : -r.between(0, 0.8)) * rise * Math.min(h, w * 0.85);
    points.push([x, y]);
  }
  const { def, fill } = gradient([colour, foot]);
  // Shades the side away from the sun, peak by peak.
  const lit = points.map(([x, y], i) => {
    const next = points[i + 1];
    if (i % 2 === 1 || !next) return "";
    const [nx, ny] = next;
    return polygon(
      [
        [x, y],
        [nx, ny],
        [x + (nx - x) * 0.3, ny],
        [x + (nx - x) * 0.12, y + (ny - y) * 0.55],
      ],
      "#000000",
      'opacity=".07"',
    );
  });
  const outline = points.map(([x, y]) => `${n(x)},${n(y)}`).join(" ");
  return `${def}<polygon points="${outline} ${w * 2},${h} ${-w},${h}" fill="${fill}"/>${lit.join("")}`;
}

function pines({ r, w, h }: Scene, colour: string): string {
  let body = path(
    `M0 ${n(h * 0.93)}Q${n(w * 0.5)} ${n(h * 0.88)} ${w} ${n(h * 0.95)}L${w} ${h}L0 ${h}Z`,
    colour,
  );
  for (let i = 0; i < 26; i++) {
    const [x, size] = [r.between(-0.02, 1.02) * w, r.between(0.05, 0.13) * h];
    const base = h * 0.95;
    for (const [at, half] of [
      [0, 0.3],
      [0.28, 0.24],
      [0.52, 0.17],
    ] as const) {
      body += polygon(
        [
          [x - size * half, base - size * at],
          [x + size * half, base - size * at],
          [x, base - size * (at + 0.5)],
        ],
        colour,
      );
    }
    body += rect(x - size * 0.04, base - size * 0.05, size * 0.08, size * 0.12, colour);
  }
  return body;
}
