import { circle, ellipse, type Family, glow, gradient, line, mix, n, path, rect, type Scene } from "../svg";

const tables = [
  { wall: ["#f6c58f", "#f9dfb8"], table: "#8c4a2f", cloth: "#c8553d", cup: "#c9713f", accent: "#2a6f6b" },
  { wall: ["#7fb7be", "#d3ece6"], table: "#5d4037", cloth: "#f2a65a", cup: "#d98a4e", accent: "#c8553d" },
  { wall: ["#3c3b6e", "#8f6f9e"], table: "#33232f", cloth: "#e0a458", cup: "#cf7b48", accent: "#f2c57c" },
  { wall: ["#f3d9dc", "#fbefe6"], table: "#9c6644", cloth: "#6a8d73", cup: "#c9713f", accent: "#b5525c" },
] as const;

/** Chai in a clay cup at the window, with steam and something to dip. */
export const chai: Family = (scene) => {
  const { r, w, h } = scene;
  const table = r.pick(tables);
  const top = h * 0.68;
  const size = Math.min(w, h) * 0.36;
  const x = w * r.between(0.42, 0.56);
  let body = backdrop(scene, table, top);
  const wood = gradient([mix(table.table, "#ffffff", 0.16), mix(table.table, "#000000", 0.2)]);
  body += wood.def + rect(0, top, w, h - top, wood.fill);
  for (let i = 0; i < 5; i++)
    body += line(
      `M0 ${n(top + (h - top) * (0.15 + i * 0.19))}Q${n(w * 0.5)} ${n(top + (h - top) * (0.13 + i * 0.2))} ${n(w)} ${n(top + (h - top) * (0.16 + i * 0.19))}`,
      "#000000",
      h * 0.003,
      'opacity=".14"',
    );
  const ground = h * 0.86;
  body +=
    ellipse(x, ground, size * 0.85, size * 0.2, mix(table.cloth, "#000000", 0.2)) +
    ellipse(x, ground - size * 0.02, size * 0.83, size * 0.19, table.cloth) +
    ellipse(
      x,
      ground - size * 0.02,
      size * 0.66,
      size * 0.145,
      "none",
      `stroke="#fff3df" stroke-width="${n(size * 0.018)}" stroke-dasharray="${n(size * 0.05)} ${n(size * 0.04)}"`,
    );
  body += kulhad(x, ground, size, table.cup) + steam(scene, x, ground - size * 1.02, size);
  body += r.chance(0.5)
    ? biscuits(x + size * 0.95, ground + size * 0.1, size)
    : samosa(x - size * 1.0, ground + size * 0.08, size);
  if (r.chance(0.6)) body += book(x - size * (r.chance(0.5) ? 1.35 : 1.2), h * 0.78, size, table.accent);
  return { body, alt: "Steaming chai in a clay cup on a wooden table by the window." };
};

type Table = (typeof tables)[number];

function backdrop(scene: Scene, table: Table, top: number): string {
  const { r, w, h } = scene;
  const wall = gradient(table.wall);
  let body = wall.def + rect(0, 0, w, h, wall.fill);
  const [fx, fy, fw, fh] = [w * 0.14, h * 0.06, w * 0.72, top - h * 0.13];
  const outside = r.pick([
    ["#9fd3e8", "#e8f4ea"],
    ["#f7b787", "#fde3bd"],
    ["#6c86b8", "#b9c9e0"],
  ]);
  const view = gradient(outside);
  body += view.def + rect(fx, fy, fw, fh, view.fill);
  const green = mix("#5a9a73", outside[0] ?? "#9fd3e8", 0.35);
  for (let i = 0; i < 7; i++)
    body += circle(
      fx + fw * (i / 6),
      fy + fh * r.between(0.8, 0.92),
      fw * r.between(0.09, 0.14),
      i % 2 ? green : mix(green, "#ffffff", 0.16),
    );
  body += glow(fx + fw * r.between(0.25, 0.75), fy + fh * 0.3, fw * 0.4, "#ffffff", 0.55);
  if (outside[0] === "#6c86b8")
    for (let i = 0; i < 60; i++) {
      const [rx, ry] = [fx + r.between(0, fw), fy + r.between(0, fh * 0.95)];
      body += line(`M${n(rx)} ${n(ry)}l${n(-fw * 0.006)} ${n(fh * 0.035)}`, "#ffffff", 1.6, 'opacity=".5"');
    }
  const frame = mix(table.table, "#ffffff", 0.1);
  // Repeats the wall around the view, so that round treetops end at the frame.
  body +=
    wall.def.replace(/id="[^"]+"/, 'id="wall"') +
    path(
      `M0 0H${w}V${n(top)}H0ZM${n(fx)} ${n(fy)}V${n(fy + fh)}H${n(fx + fw)}V${n(fy)}Z`,
      "url(#wall)",
      'fill-rule="evenodd"',
    );
  body +=
    rect(fx, fy, fw, fh, "none", `stroke="${frame}" stroke-width="${n(w * 0.018)}"`) +
    rect(fx + fw / 2 - w * 0.006, fy, w * 0.012, fh, frame) +
    rect(fx, fy + fh * 0.42, fw, w * 0.012, frame);
  return body + rect(fx - w * 0.03, fy + fh, fw + w * 0.06, h * 0.028, mix(frame, "#ffffff", 0.15), 'rx="4"');
}

function kulhad(x: number, ground: number, size: number, clay: string): string {
  const [topHalf, footHalf, tall] = [size * 0.42, size * 0.28, size * 0.92];
  const top = ground - tall;
  const face = gradient(
    [mix(clay, "#000000", 0.28), mix(clay, "#ffffff", 0.22), clay, mix(clay, "#000000", 0.34)],
    "x1='0' y1='0' x2='1' y2='0'",
  );
  let body = ellipse(
    x + size * 0.06,
    ground - size * 0.01,
    footHalf * 1.35,
    size * 0.08,
    "#000000",
    'opacity=".28"',
  );
  body +=
    face.def +
    path(
      `M${n(x - topHalf)} ${n(top)}C${n(x - topHalf * 0.92)} ${n(top + tall * 0.45)} ${n(x - footHalf * 1.15)} ${n(top + tall * 0.6)} ${n(x - footHalf)} ${n(ground - size * 0.04)}Q${n(x)} ${n(ground + size * 0.05)} ${n(x + footHalf)} ${n(ground - size * 0.04)}C${n(x + footHalf * 1.15)} ${n(top + tall * 0.6)} ${n(x + topHalf * 0.92)} ${n(top + tall * 0.45)} ${n(x + topHalf)} ${n(top)}Z`,
      face.fill,
    );
  for (const at of [0.2, 0.27])
    body += line(
      `M${n(x - topHalf * 0.95)} ${n(top + tall * at)}Q${n(x)} ${n(top + tall * (at + 0.09))} ${n(x + topHalf * 0.95)} ${n(top + tall * at)}`,
      mix(clay, "#fff0d8", 0.7),
      size * 0.014,
      'opacity=".8"',
    );
  for (let i = -3; i <= 3; i++)
    body += circle(
      x + i * topHalf * 0.25,
      top + tall * (0.41 - Math.abs(i) * 0.012),
      size * 0.018,
      mix(clay, "#fff0d8", 0.75),
    );
  body +=
    ellipse(x, top, topHalf, size * 0.1, mix(clay, "#ffffff", 0.28)) +
    ellipse(x, top + size * 0.008, topHalf * 0.9, size * 0.082, "#8b4f2b") +
    ellipse(x, top + size * 0.02, topHalf * 0.86, size * 0.068, "#c98a52");
  return (
    body +
    ellipse(x - topHalf * 0.25, top + size * 0.012, topHalf * 0.36, size * 0.025, "#e3b07c") +
    circle(x + topHalf * 0.3, top + size * 0.03, size * 0.012, "#edc79b") +
    circle(x + topHalf * 0.42, top + size * 0.016, size * 0.008, "#edc79b")
  );
}

function steam({ r }: Scene, x: number, y: number, size: number): string {
  return [-0.2, 0.02, 0.22]
    .map((at, i) => {
      const [sx, tall, sway] = [
        x + at * size,
        size * r.between(0.55, 0.8),
        size * r.between(0.08, 0.13) * (i % 2 ? 1 : -1),
      ];
      return line(
        `M${n(sx)} ${n(y)}C${n(sx + sway)} ${n(y - tall * 0.25)} ${n(sx - sway)} ${n(y - tall * 0.45)} ${n(sx)} ${n(y - tall * 0.65)}S${n(sx + sway * 0.8)} ${n(y - tall * 0.9)} ${n(sx + sway * 0.3)} ${n(y - tall)}`,
        "#ffffff",
        size * 0.05,
        'opacity=".55"',
      );
    })
    .join("");
}

function biscuits(x: number, y: number, size: number): string {
  return [0, 1, 2]
    .map((i) => {
      const [bx, by] = [x + i * size * 0.05, y - i * size * 0.075];
      const holes = [-0.14, 0, 0.14]
        .map((at) => circle(bx + at * size, by - size * 0.01, size * 0.012, "#b9813f"))
        .join("");
      return (
        ellipse(bx, by + size * 0.03, size * 0.25, size * 0.085, "#b9813f") +
        ellipse(bx, by, size * 0.25, size * 0.085, "#e6b870") +
        holes
      );
    })
    .join("");
}

function samosa(x: number, y: number, size: number): string {
  const piece = (sx: number, sy: number, s: number) =>
    path(
      `M${n(sx - s)} ${n(sy)}Q${n(sx - s * 0.5)} ${n(sy - s * 0.75)} ${n(sx)} ${n(sy - s * 1.15)}Q${n(sx + s * 0.5)} ${n(sy - s * 0.75)} ${n(sx + s)} ${n(sy)}Q${n(sx)} ${n(sy + s * 0.3)} ${n(sx - s)} ${n(sy)}Z`,
      "#d9923b",
    ) +
    line(
      `M${n(sx - s * 0.8)} ${n(sy - s * 0.02)}Q${n(sx)} ${n(sy + s * 0.14)} ${n(sx + s * 0.8)} ${n(sy - s * 0.02)}`,
      "#b5702a",
      s * 0.07,
    ) +
    path(
      `M${n(sx)} ${n(sy - s * 1.1)}Q${n(sx + s * 0.42)} ${n(sy - s * 0.7)} ${n(sx + s * 0.85)} ${n(sy - s * 0.06)}Q${n(sx + s * 0.4)} ${n(sy - s * 0.1)} ${n(sx)} ${n(sy - s * 1.1)}Z`,
      "#eab05f",
      'opacity=".6"',
    );
  return (
    ellipse(x, y + size * 0.03, size * 0.44, size * 0.1, "#000000", 'opacity=".2"') +
    ellipse(x, y, size * 0.44, size * 0.1, "#f7f1e6") +
    ellipse(x, y - size * 0.01, size * 0.34, size * 0.07, "#e7ddca") +
    piece(x + size * 0.12, y - size * 0.02, size * 0.18) +
    piece(x - size * 0.12, y + size * 0.015, size * 0.19)
  );
}

function book(x: number, y: number, size: number, colour: string): string {
  return (
    rect(x - size * 0.42, y + size * 0.02, size * 0.84, size * 0.12, colour, 'rx="3"') +
    rect(x - size * 0.4, y + size * 0.04, size * 0.82, size * 0.07, "#fbf4e4") +
    rect(x - size * 0.42, y, size * 0.84, size * 0.035, mix(colour, "#ffffff", 0.15), 'rx="3"') +
    rect(x - size * 0.36, y - size * 0.1, size * 0.76, size * 0.1, mix(colour, "#f2c57c", 0.7), 'rx="3"')
  );
}
