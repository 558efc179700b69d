import { circle, type Family, glow, gradient, group, line, mix, n, path, type Scene, sky } from "../svg";

const moods = [
  {
    sky: ["#fde8c8", "#f9c89b"],
    sun: "#e4572e",
    far: "#8fd0cf",
    near: "#0f4c5c",
    foam: "#fff6e5",
    name: "a red sun",
  },
  {
    sky: ["#bfe3f2", "#e9f5f2"],
    sun: "#fff7df",
    far: "#7fc8d8",
    near: "#1b5e8c",
    foam: "#ffffff",
    name: "a pale sun",
  },
  {
    sky: ["#2d1e55", "#c85a7c"],
    sun: "#ffd39a",
    far: "#a1578e",
    near: "#1a1140",
    foam: "#ffd9c7",
    name: "an evening sun",
  },
  {
    sky: ["#f7d6d0", "#fbeee6"],
    sun: "#f28482",
    far: "#b8d8ba",
    near: "#2f6f6a",
    foam: "#ffffff",
    name: "a rosy sun",
  },
] as const;

/** Rolling waves, row behind row, with lines of foam. */
export const waves: Family = (scene) => {
  const { r, w, h } = scene;
  const mood = r.pick(moods);
  const sun = {
    x: w * r.between(0.25, 0.75),
    y: h * r.between(0.3, 0.4),
    size: Math.min(w, h) * r.between(0.13, 0.18),
  };
  let body =
    sky(scene, mood.sky) +
    glow(sun.x, sun.y, sun.size * 2.6, mood.sun, 0.45) +
    circle(sun.x, sun.y, sun.size, mood.sun);
  const rows = r.integer(5, 7);
  for (let i = 0; i < rows; i++)
    body += row(scene, i, rows, mix(mood.far, mood.near, i / (rows - 1)), mood.foam);
  if (r.chance(0.6)) body += boat(scene, mood);
  return { body, alt: `Rolling waves in front of ${mood.name}.` };
};

function row({ r, w, h, turn = 0 }: Scene, i: number, rows: number, colour: string, foam: string): string {
  const y = h * (0.42 + (i / rows) * 0.5);
  const height = h * (0.025 + (i / rows) * 0.035);
  const length = w / (5.5 - (i / rows) * 2.5);
  // Neighbouring rows roll in opposite directions, by exactly one wave per loop.
  const phase = r.between(0, length) + length * turn * (i % 2 === 0 ? 1 : -1);
  let d = "";
  let crest = "";
  for (let x = -length * 2 - phase; x < w + length * 2; x += length) {
    const [a, b, c] = [x + length * 0.3, x + length * 0.55, x + length];
    d += `${d ? "" : `M${n(x)} ${n(y)}`}C${n(a)} ${n(y)} ${n(x + length * 0.35)} ${n(y - height)} ${n(b)} ${n(y - height)}C${n(x + length * 0.72)} ${n(y - height)} ${n(x + length * 0.68)} ${n(y)} ${n(c)} ${n(y)}`;
    crest += `M${n(x + length * 0.34)} ${n(y - height * 0.7)}Q${n(b)} ${n(y - height * 1.25)} ${n(x + length * 0.7)} ${n(y - height * 0.55)}`;
  }
  const fill = gradient([mix(colour, "#ffffff", 0.14), colour]);
  let body =
    fill.def +
    path(`${d}L${n(w * 2)} ${h}L${-w} ${h}Z`, fill.fill) +
    line(crest, foam, h * 0.0035, 'opacity=".75"');
  for (let k = 0; k < 2; k++) {
    const [at, yy, size] = [
      r.between(0, length),
      y + height * r.between(0.6, 1.6),
      length * r.between(0.08, 0.2),
    ];
    let ripples = "";
    for (let x = at - length * 2 - phase; x < w + length; x += length * (k + 1)) {
      ripples += `M${n(x)} ${n(yy)}q${n(size / 2)} ${n(-size * 0.18)} ${n(size)} 0`;
    }
    body += line(ripples, foam, h * 0.0028, 'opacity=".4"');
  }
  return body;
}

function boat({ r, w, h, turn = 0 }: Scene, mood: (typeof moods)[number]): string {
  const [x, y, s] = [w * r.between(0.2, 0.7), h * 0.535, Math.min(w, h) * 0.07];
  const hull =
    path(
      `M${n(x - s)} ${n(y - s * 0.25)}H${n(x + s)}L${n(x + s * 0.7)} ${n(y + s * 0.15)}H${n(x - s * 0.7)}Z`,
      mood.near,
    ) +
    path(`M${n(x)} ${n(y - s * 1.8)}V${n(y - s * 0.32)}H${n(x - s * 0.75)}Z`, mood.foam) +
    path(`M${n(x + s * 0.1)} ${n(y - s * 1.5)}V${n(y - s * 0.32)}H${n(x + s * 0.7)}Z`, mood.sun);
  const swell = Math.sin(turn * 2 * Math.PI);
  return group(
    hull,
    `transform="translate(0 ${n(swell * s * 0.12)}) rotate(${n(swell * 4)} ${n(x)} ${n(y)})"`,
  );
}
