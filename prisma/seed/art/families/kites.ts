import { cloud, type Family, line, mix, n, path, polygon, rect, type Scene, sky } from "../svg";

const moods = [
  {
    sky: ["#4aa3df", "#cfeaf7"],
    roofs: "#b5654a",
    kites: ["#e63946", "#ffb703", "#2a9d8f", "#8338ec", "#fb8500", "#ff6fa3"],
  },
  {
    sky: ["#f79d65", "#fde6bd"],
    roofs: "#7a3e48",
    kites: ["#9d0208", "#3a0ca3", "#007f5f", "#ffd60a", "#d00000", "#ffffff"],
  },
  {
    sky: ["#89c2d9", "#f8edeb"],
    roofs: "#6d6875",
    kites: ["#ef476f", "#06a77d", "#f9c80e", "#f86624", "#662e9b", "#43bccd"],
  },
] as const;

/** A sky full of kites above the roofs. */
export const kites: Family = (scene) => {
  const { r, w, h } = scene;
  const mood = r.pick(moods);
  let body = sky(scene, mood.sky);
  for (let i = 0; i < 4; i++)
    body += cloud(
      r,
      r.between(-0.1, 0.85) * w,
      h * r.between(0.12, 0.6),
      w * r.between(0.14, 0.3),
      "#ffffff",
      0.6,
    );
  const places: [number, number, number][] = [];
  for (let tries = 0; tries < 200 && places.length < 9; tries++) {
    const [x, y] = [r.between(0.1, 0.9) * w, r.between(0.1, 0.62) * h];
    const size = Math.min(w, h) * r.between(0.045, 0.1);
    if (places.every(([px, py, ps]) => Math.hypot(x - px, y - py) > (size + ps) * 1.5))
      places.push([x, y, size]);
  }
  for (const [x, y, size] of places.sort((a, b) => a[2] - b[2]))
    body += kite(scene, x, y, size, r.shuffle(mood.kites));
  body += roofs(scene, mood.roofs);
  return { body, alt: `${places.length} colourful kites in the sky above the roofs.` };
};

function kite(
  { r, w, h }: Scene,
  x: number,
  y: number,
  s: number,
  [a = "#e63946", b = "#fff", c = "#ffb703"]: string[],
): string {
  const tilt = r.integer(-28, 28);
  const string = line(
    `M${n(x)} ${n(y + s * 0.2)}Q${n(x + (w / 2 - x) * 0.2)} ${n(y + (h - y) * 0.55)} ${n(w * r.between(0.1, 0.9))} ${n(h * 0.93)}`,
    "#ffffff",
    1.2,
    'opacity=".5"',
  );
  const halves =
    polygon(
      [
        [0, -s],
        [s, 0],
        [0, s],
      ],
      a,
    ) +
    polygon(
      [
        [0, -s],
        [-s, 0],
        [0, s],
      ],
      mix(a, "#ffffff", 0.16),
    );
  const pattern = [
    polygon(
      [
        [0, -s * 0.45],
        [s * 0.45, 0],
        [0, s * 0.45],
        [-s * 0.45, 0],
      ],
      b,
    ),
    polygon(
      [
        [-s, 0],
        [0, -s],
        [s, 0],
        [0, -s * 0.25],
      ],
      b,
    ),
    polygon(
      [
        [0, -s],
        [s * 0.34, 0],
        [0, s],
        [-s * 0.34, 0],
      ],
      b,
    ),
    path(
      `M${n(-s)} 0A${n(s * 1.1)} ${n(s * 1.1)} 0 0 1 ${n(s)} 0L${n(s * 0.7)} ${n(s * 0.3)}A${n(s * 0.9)} ${n(s * 0.9)} 0 0 0 ${n(-s * 0.7)} ${n(s * 0.3)}Z`,
      b,
    ),
  ][r.integer(0, 3)];
  const bones = line(
    `M0 ${n(-s)}V${n(s)}M${n(-s)} 0Q0 ${n(-s * 0.5)} ${n(s)} 0`,
    "#5b4636",
    s * 0.03,
    'opacity=".55"',
  );
  const fringe = polygon(
    [
      [0, s * 0.86],
      [s * 0.24, s * 1.32],
      [-s * 0.24, s * 1.32],
    ],
    c,
  );
  return `${string}<g transform="translate(${n(x)} ${n(y)}) rotate(${tilt})">${fringe}${halves}${pattern}${bones}</g>`;
}

function roofs({ r, w, h }: Scene, colour: string): string {
  let body = "";
  for (const [row, lift] of [0.06, 0].entries()) {
    const shade = mix(colour, row === 0 ? "#ffffff" : "#000000", 0.22);
    for (let x = -w * r.between(0, 0.1); x < w; ) {
      const [width, top] = [w * r.between(0.14, 0.26), h * (0.87 - lift - r.between(0, 0.06))];
      body +=
        rect(x, top, width, h - top, shade) +
        rect(x - w * 0.006, top, width + w * 0.012, h * 0.014, mix(shade, "#ffffff", 0.18));
      const kind = r.integer(0, 3);
      if (kind === 0)
        body += rect(
          x + width * 0.2,
          top - h * 0.045,
          width * 0.26,
          h * 0.045,
          mix(shade, "#000000", 0.2),
          'rx="5"',
        );
      if (kind === 1)
        body += line(
          `M${n(x + width * 0.7)} ${n(top)}V${n(top - h * 0.06)}M${n(x + width * 0.62)} ${n(top - h * 0.05)}H${n(x + width * 0.78)}`,
          mix(shade, "#000000", 0.3),
          w * 0.003,
        );
      if (kind === 2 && row === 1)
        body += people(x + width * 0.4, top, h * 0.075, mix(shade, "#000000", 0.45));
      for (let i = 0; i < 3; i++)
        body += rect(
          x + width * (0.16 + i * 0.27),
          top + h * 0.045,
          width * 0.13,
          h * 0.05,
          r.chance(0.4) ? "#ffe3a3" : mix(shade, "#000000", 0.28),
          'rx="2"',
        );
      x += width;
    }
  }
  return body;
}

function people(x: number, ground: number, tall: number, colour: string): string {
  return [0, 1]
    .map((i) => {
      const [px, s] = [x + i * tall * 0.55, tall * (1 - i * 0.18)];
      return `<circle cx="${n(px)}" cy="${n(ground - s * 0.86)}" r="${n(s * 0.12)}" fill="${colour}"/>${path(`M${n(px - s * 0.13)} ${n(ground)}L${n(px - s * 0.12)} ${n(ground - s * 0.62)}Q${n(px)} ${n(ground - s * 0.82)} ${n(px + s * 0.12)} ${n(ground - s * 0.62)}L${n(px + s * 0.13)} ${n(ground)}Z`, colour)}${line(`M${n(px + s * 0.06)} ${n(ground - s * 0.62)}L${n(px + s * 0.34)} ${n(ground - s * 0.95)}`, colour, s * 0.08)}`;
    })
    .join("");
}
