import {
  circle,
  ellipse,
  type Family,
  glow,
  gradient,
  group,
  line,
  mix,
  n,
  path,
  polygon,
  rect,
  type Scene,
} from "../svg";

const rooms = [
  {
    wall: ["#20264d", "#38407a"],
    desk: "#c28a58",
    screen: "#101528",
    code: ["#7dd3fc", "#fca5a5", "#fde68a", "#a7f3d0", "#c4b5fd"],
    lamp: "#f2a20c",
  },
  {
    wall: ["#f3e4cf", "#f8efe0"],
    desk: "#9c6b45",
    screen: "#22272f",
    code: ["#f472b6", "#facc15", "#34d399", "#60a5fa", "#e5e7eb"],
    lamp: "#e11d48",
  },
  {
    wall: ["#14433f", "#26695f"],
    desk: "#d9a566",
    screen: "#0d1b1e",
    code: ["#fbbf24", "#f87171", "#a3e635", "#67e8f9", "#ffffff"],
    lamp: "#ff7b54",
  },
  {
    wall: ["#3b2145", "#6a3b66"],
    desk: "#b67a54",
    screen: "#170d22",
    code: ["#f9a8d4", "#fcd34d", "#86efac", "#93c5fd", "#ddd6fe"],
    lamp: "#ffd166",
  },
] as const;

/** A desk late at night: the code compiles, the tea is still warm. */
export const desk: Family = (scene) => {
  const { r, w, h } = scene;
  const room = r.pick(rooms);
  const wall = gradient(room.wall);
  const top = h * 0.76;
  const s = Math.min(w * 0.84, h);
  const x = w * r.between(0.46, 0.54);
  let body = wall.def + rect(0, 0, w, h, wall.fill);
  body +=
    poster(scene, w * 0.14, h * 0.13, s * 0.17, room.code) +
    notes(scene, w * 0.74, h * 0.12, s * 0.09, room.code);
  body += glow(x, top - s * 0.3, s * 0.65, room.code[0], 0.3);
  const wood = gradient([mix(room.desk, "#ffffff", 0.14), mix(room.desk, "#000000", 0.22)]);
  body +=
    wood.def +
    rect(0, top, w, h - top, wood.fill) +
    rect(0, top, w, h * 0.012, mix(room.desk, "#ffffff", 0.3));
  body += lamp(x + s * 0.52, top, s, room.lamp) + plant(x - s * 0.5, top, s);
  body +=
    laptop(scene, x, top, s, room) +
    mug(x + s * 0.42, top + s * 0.075, s, room.code[1]) +
    books(x - s * 0.52, top + s * 0.09, s, room.code);
  return { body, alt: "A laptop full of code on a desk with a lamp, a plant and a mug." };
};

type Room = (typeof rooms)[number];

function laptop({ r }: Scene, x: number, top: number, s: number, room: Room): string {
  const [sw, sh] = [s * 0.6, s * 0.39];
  const y = top - sh - s * 0.015;
  let body =
    rect(x - sw / 2, y, sw, sh, "#c7ccd6", `rx="${n(s * 0.018)}"`) +
    rect(
      x - sw / 2 + s * 0.012,
      y + s * 0.012,
      sw - s * 0.024,
      sh - s * 0.024,
      room.screen,
      `rx="${n(s * 0.01)}"`,
    );
  for (const [i, colour] of ["#ff5f57", "#febc2e", "#28c840"].entries())
    body += circle(x - sw / 2 + s * (0.034 + i * 0.02), y + s * 0.034, s * 0.0065, colour);
  const row = s * 0.0225;
  let indent = 0;
  for (let i = 0; i < 13; i++) {
    let at = x - sw / 2 + s * (0.055 + indent * 0.026);
    body += rect(
      x - sw / 2 + s * 0.028,
      y + s * 0.062 + i * row,
      s * 0.01,
      s * 0.007,
      "#ffffff",
      'opacity=".25" rx="2"',
    );
    for (let k = r.integer(1, 4); k > 0; k--) {
      const long = s * r.between(0.025, 0.11);
      if (at + long > x + sw / 2 - s * 0.05) break;
      body += rect(
        at,
        y + s * 0.06 + i * row,
        long,
        s * 0.0105,
        r.pick(room.code),
        `rx="${n(s * 0.005)}" opacity=".92"`,
      );
      at += long + s * 0.012;
    }
    indent = Math.max(0, Math.min(4, indent + r.pick([-1, 0, 0, 1, 1])));
  }
  const base = gradient(["#e6e9ef", "#a7aebb"]);
  body +=
    base.def +
    path(
      `M${n(x - sw * 0.56)} ${n(top + s * 0.045)}L${n(x - sw * 0.5)} ${n(top - s * 0.012)}H${n(x + sw * 0.5)}L${n(x + sw * 0.56)} ${n(top + s * 0.045)}Z`,
      base.fill,
    ) +
    rect(x - sw * 0.56, top + s * 0.044, sw * 1.12, s * 0.012, "#8d95a3", `rx="${n(s * 0.006)}"`);
  for (let i = 0; i < 3; i++)
    body += line(
      `M${n(x - sw * (0.45 + i * 0.012))} ${n(top + s * (0.002 + i * 0.011))}H${n(x + sw * (0.45 + i * 0.012))}`,
      "#6d7583",
      s * 0.006,
      `stroke-dasharray="${n(s * 0.022)} ${n(s * 0.008)}" opacity=".7"`,
    );
  return body;
}

function lamp(x: number, top: number, s: number, colour: string): string {
  const head = group(
    path(`M${n(-s * 0.05)} 0H${n(s * 0.05)}L${n(s * 0.1)} ${n(s * 0.11)}H${n(-s * 0.1)}Z`, colour),
    `transform="translate(${n(x - s * 0.13)} ${n(top - s * 0.5)}) rotate(28)"`,
  );
  return (
    polygon(
      [
        [x - s * 0.24, top - s * 0.4],
        [x - s * 0.1, top - s * 0.36],
        [x - s * 0.12, top],
        [x - s * 0.52, top],
      ],
      "#fff2c4",
      'opacity=".16"',
    ) +
    ellipse(x, top + s * 0.012, s * 0.085, s * 0.018, mix(colour, "#000000", 0.35)) +
    line(
      `M${n(x)} ${n(top)}L${n(x + s * 0.07)} ${n(top - s * 0.27)}L${n(x - s * 0.12)} ${n(top - s * 0.5)}`,
      mix(colour, "#000000", 0.25),
      s * 0.014,
    ) +
    circle(x + s * 0.07, top - s * 0.27, s * 0.014, mix(colour, "#000000", 0.4)) +
    head +
    glow(x - s * 0.18, top - s * 0.385, s * 0.16, "#fff4cf", 0.8)
  );
}

function plant(x: number, top: number, s: number): string {
  let body = "";
  for (const [angle, long, colour] of [
    [-52, 0.24, "#3f8f62"],
    [-26, 0.32, "#57a773"],
    [2, 0.36, "#3f8f62"],
    [28, 0.31, "#6cbf84"],
    [54, 0.23, "#57a773"],
  ] as const) {
    body += path(
      `M0 0C${n(s * 0.06)} ${n(-s * long * 0.35)} ${n(s * 0.045)} ${n(-s * long * 0.8)} 0 ${n(-s * long)}C${n(-s * 0.045)} ${n(-s * long * 0.8)} ${n(-s * 0.06)} ${n(-s * long * 0.35)} 0 0Z`,
      colour,
      `transform="translate(${n(x)} ${n(top - s * 0.1)}) rotate(${angle})"`,
    );
  }
  return (
    body +
    path(
      `M${n(x - s * 0.085)} ${n(top - s * 0.13)}H${n(x + s * 0.085)}L${n(x + s * 0.065)} ${n(top + s * 0.012)}H${n(x - s * 0.065)}Z`,
      "#f4efe6",
    ) +
    rect(x - s * 0.085, top - s * 0.13, s * 0.17, s * 0.022, "#e0d7c8")
  );
}

function mug(x: number, y: number, s: number, colour: string): string {
  return (
    line(
      `M${n(x + s * 0.05)} ${n(y - s * 0.085)}q${n(s * 0.045)} 0 ${n(s * 0.045)} ${n(s * 0.03)}t${n(-s * 0.045)} ${n(s * 0.03)}`,
      colour,
      s * 0.014,
    ) +
    rect(x - s * 0.055, y - s * 0.11, s * 0.11, s * 0.12, colour, `rx="${n(s * 0.014)}"`) +
    ellipse(x, y - s * 0.11, s * 0.055, s * 0.013, mix(colour, "#ffffff", 0.4)) +
    ellipse(x, y - s * 0.109, s * 0.045, s * 0.009, "#5b3a29") +
    line(
      `M${n(x - s * 0.015)} ${n(y - s * 0.14)}q${n(-s * 0.02)} ${n(-s * 0.025)} 0 ${n(-s * 0.05)}t0 ${n(-s * 0.045)}M${n(x + s * 0.02)} ${n(y - s * 0.14)}q${n(-s * 0.02)} ${n(-s * 0.025)} 0 ${n(-s * 0.05)}`,
      "#ffffff",
      s * 0.007,
      'opacity=".6"',
    )
  );
}

function books(x: number, y: number, s: number, colours: readonly string[]): string {
  return [0, 1, 2]
    .map(
      (i) =>
        rect(
          x - s * (0.12 - i * 0.012),
          y - i * s * 0.034,
          s * (0.24 - i * 0.03),
          s * 0.032,
          mix(colours[(i + 1) % 5] ?? "#fff", "#000000", 0.12),
          `rx="${n(s * 0.006)}"`,
        ) +
        rect(x + s * 0.05, y - i * s * 0.034 + s * 0.007, s * 0.045, s * 0.018, "#fffaf0", 'opacity=".8"'),
    )
    .join("");
}

function poster({ r }: Scene, x: number, y: number, s: number, colours: readonly string[]): string {
  const [a = "#fff", b = "#000", c = "#888"] = r.shuffle(colours);
  return (
    rect(x, y, s, s * 1.3, "#fdf8ee") +
    rect(x + s * 0.07, y + s * 0.07, s * 0.86, s * 1.16, mix(a, "#ffffff", 0.25)) +
    circle(x + s * 0.5, y + s * 0.5, s * 0.26, b) +
    polygon(
      [
        [x + s * 0.07, y + s * 1.23],
        [x + s * 0.45, y + s * 0.62],
        [x + s * 0.7, y + s * 0.95],
        [x + s * 0.93, y + s * 0.72],
        [x + s * 0.93, y + s * 1.23],
      ],
      mix(c, "#000000", 0.2),
    )
  );
}

function notes({ r }: Scene, x: number, y: number, s: number, colours: readonly string[]): string {
  return [0, 1, 2, 3]
    .map((i) => {
      const [nx, ny] = [x + (i % 2) * s * 1.2, y + Math.floor(i / 2) * s * 1.25];
      const lines = [0.3, 0.48, 0.66]
        .map((at) =>
          rect(s * 0.16, s * at, s * r.between(0.35, 0.68), s * 0.055, "#000000", 'opacity=".28" rx="2"'),
        )
        .join("");
      return group(
        rect(0, 0, s, s, mix(colours[i % 5] ?? "#fff", "#ffffff", 0.35)) + lines,
        `transform="translate(${n(nx)} ${n(ny)}) rotate(${r.integer(-6, 6)})"`,
      );
    })
    .join("");
}
