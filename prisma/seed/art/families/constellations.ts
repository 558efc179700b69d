import {
  circle,
  type Family,
  glow,
  group,
  hill,
  line,
  n,
  path,
  polygon,
  rect,
  type Scene,
  sky,
  stars,
} from "../svg";

const nights = [
  { sky: ["#050a24", "#131f52", "#3a4a9b"], haze: "#7d6bd6", land: "#03061a", line: "#9db4ff" },
  { sky: ["#07111f", "#0e3350", "#2b7f8f"], haze: "#39c0b5", land: "#02090f", line: "#a8fff0" },
  { sky: ["#12061f", "#3d1450", "#a23e73"], haze: "#ff7eb6", land: "#0a0312", line: "#ffd0e6" },
] as const;

/** Constellations above a dark hill with a stargazer. */
export const constellations: Family = (scene) => {
  const { r, w, h } = scene;
  const night = r.pick(nights);
  let body = sky(scene, night.sky) + milkyWay(scene, night.haze) + stars(scene, 260, 0.85);
  const figures = r.integer(3, 4);
  for (let i = 0; i < figures; i++) {
    const [x, y] = [
      ((i + 0.5) / figures + r.between(-0.06, 0.06)) * w,
      h * (0.22 + (i % 2) * 0.22 + r.between(-0.05, 0.05)),
    ];
    body += figure(scene, x, y, Math.min(w / figures, h * 0.4) * 0.42, night.line);
  }
  if (r.chance(0.7)) body += shootingStar(scene);
  body +=
    ground(scene, night.land) + (r.chance(0.5) ? telescope(scene, night.land) : tent(scene, night.land));
  return { body, alt: "A starry night with constellations drawn between the stars, above a dark hill." };
};

function milkyWay({ r, w, h }: Scene, haze: string): string {
  let body = "";
  const slope = r.pick([-1, 1]);
  for (let i = 0; i < 12; i++) {
    const at = i / 11;
    const x = w * at;
    const y = h * (0.35 + slope * (at - 0.5) * 0.7 + r.between(-0.06, 0.06));
    body +=
      glow(x, y, Math.max(w, h) * r.between(0.12, 0.24), haze, 0.2) +
      glow(x, y, Math.max(w, h) * 0.08, "#ffffff", 0.1);
  }
  return body;
}

function figure({ r }: Scene, x: number, y: number, size: number, colour: string): string {
  const count = r.integer(5, 8);
  const points = Array.from({ length: count }, (_, i) => {
    const at = (i / (count - 1) - 0.5) * 2;
    return [
      at * size + r.between(-0.1, 0.1) * size,
      Math.sin(at * r.between(2, 3.4)) * size * 0.5 + r.between(-0.34, 0.34) * size,
    ] as const;
  });
  const d = points.map(([px, py], i) => `${i ? "L" : "M"}${n(px)} ${n(py)}`).join("");
  const [a, b] = [points[1], points[Math.min(4, count - 1)]];
  const extra = a && b ? `M${n(a[0])} ${n(a[1])}L${n(b[0])} ${n(b[1])}` : "";
  const dots = points
    .map(
      ([px, py]) =>
        glow(px, py, size * 0.13, "#ffffff", 0.55) + circle(px, py, size * r.between(0.02, 0.036), "#ffffff"),
    )
    .join("");
  return group(
    line(d + extra, colour, size * 0.009, 'opacity=".75"') + dots,
    `transform="translate(${n(x)} ${n(y)}) rotate(${r.integer(-35, 35)})"`,
  );
}

function shootingStar({ r, w, h }: Scene): string {
  const [x, y, s] = [w * r.between(0.2, 0.7), h * r.between(0.08, 0.3), w * 0.13];
  return (
    polygon(
      [
        [x, y],
        [x - s, y - s * 0.36],
        [x - s * 0.02, y - s * 0.016],
      ],
      "#ffffff",
      'opacity=".55"',
    ) + circle(x, y, w * 0.0035, "#ffffff")
  );
}

function ground({ r, w, h }: Scene, land: string): string {
  return (
    path(
      hill(
        [
          [0, h * 0.88],
          [w * 0.25, h * 0.83],
          [w * 0.55, h * 0.87],
          [w * 0.8, h * 0.82],
          [w, h * 0.86],
        ],
        h,
      ),
      land,
      'opacity=".75"',
    ) +
    path(
      hill(
        [
          [0, h * 0.93],
          [w * 0.4, h * r.between(0.87, 0.89)],
          [w * 0.72, h * 0.91],
          [w, h * 0.9],
        ],
        h,
      ),
      land,
    )
  );
}

function telescope({ r, w, h }: Scene, land: string): string {
  const [x, y, s] = [w * r.between(0.3, 0.45), h * 0.892, Math.min(w, h) * 0.1];
  const legs = line(
    `M${n(x)} ${n(y - s * 0.75)}L${n(x - s * 0.36)} ${n(y + s * 0.1)}M${n(x)} ${n(y - s * 0.75)}L${n(x + s * 0.34)} ${n(y + s * 0.1)}M${n(x)} ${n(y - s * 0.75)}V${n(y + s * 0.1)}`,
    land,
    s * 0.06,
  );
  const tube = group(
    rect(-s * 0.62, -s * 0.1, s * 1.15, s * 0.2, land, `rx="${n(s * 0.04)}"`) +
      rect(s * 0.45, -s * 0.14, s * 0.2, s * 0.28, land, `rx="${n(s * 0.03)}"`),
    `transform="translate(${n(x)} ${n(y - s * 0.78)}) rotate(-38)"`,
  );
  const px = x - s * 0.95;
  const person =
    circle(px, y - s * 1.0, s * 0.15, land) +
    path(
      `M${n(px - s * 0.22)} ${n(y + s * 0.12)}L${n(px - s * 0.16)} ${n(y - s * 0.7)}Q${n(px)} ${n(y - s * 0.92)} ${n(px + s * 0.17)} ${n(y - s * 0.68)}L${n(px + s * 0.2)} ${n(y + s * 0.12)}Z`,
      land,
    ) +
    line(`M${n(px + s * 0.08)} ${n(y - s * 0.62)}L${n(px + s * 0.48)} ${n(y - s * 0.5)}`, land, s * 0.1);
  return legs + tube + person;
}

function tent({ r, w, h }: Scene, land: string): string {
  const [x, y, s] = [w * r.between(0.55, 0.75), h * 0.915, Math.min(w, h) * 0.11];
  return (
    glow(x, y - s * 0.3, s * 2.2, "#ffb347", 0.55) +
    polygon(
      [
        [x - s, y],
        [x, y - s],
        [x + s, y],
      ],
      "#f6a64a",
    ) +
    polygon(
      [
        [x - s * 0.28, y],
        [x, y - s],
        [x + s * 0.28, y],
      ],
      "#5b2c12",
    ) +
    polygon(
      [
        [x + s * 0.28, y],
        [x, y - s],
        [x + s, y],
      ],
      "#e0852c",
    ) +
    line(`M${n(x)} ${n(y - s * 1.12)}V${n(y - s)}`, land, s * 0.04)
  );
}
