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
  rect,
  type Scene,
} from "../svg";

const rooms = [
  {
    wall: "#3b2a22",
    wood: "#8a5a35",
    books: ["#b23a48", "#e9c46a", "#2a6f97", "#52796f", "#e76f51", "#f1e3c8", "#6d597a"],
  },
  {
    wall: "#22323f",
    wood: "#c98d5a",
    books: ["#d1495b", "#edae49", "#66a182", "#2e6f95", "#f3e9d2", "#8d5a97", "#ee8959"],
  },
  {
    wall: "#e9dcc3",
    wood: "#a8703f",
    books: ["#264653", "#2a9d8f", "#e9c46a", "#e76f51", "#b5544a", "#6b705c", "#577590"],
  },
] as const;

/** Shelves full of books, a plant here, a globe there. */
export const library: Family = (scene) => {
  const { r, w, h } = scene;
  const room = r.pick(rooms);
  const shelves = Math.max(3, Math.round(h / (w * 0.26)));
  const margin = w * 0.05;
  const tall = (h - margin) / shelves;
  let body =
    rect(0, 0, w, h, mix(room.wood, "#000000", 0.25)) +
    rect(margin, margin, w - margin * 2, h, mix(room.wall, "#000000", 0.35));
  const things = r.shuffle(
    Array.from({ length: shelves }, (_, i) => ["plant", "globe", "mug", "clock", "none"][i % 5] ?? "none"),
  );
  for (let i = 0; i < shelves; i++)
    body += shelf(scene, margin, margin + i * tall, w - margin * 2, tall, room, things[i] ?? "none");
  const side = gradient([mix(room.wood, "#ffffff", 0.1), room.wood], "x1='0' y1='0' x2='1' y2='0'");
  body +=
    side.def +
    rect(0, 0, margin, h, side.fill) +
    rect(w - margin, 0, margin, h, side.fill) +
    rect(0, 0, w, margin, room.wood);
  body += glow(w * r.between(0.3, 0.7), h * 0.2, Math.max(w, h) * 0.75, "#ffdfa3", 0.32);
  return { body, alt: "Library shelves full of colourful books." };
};

type Room = (typeof rooms)[number];

function shelf(
  scene: Scene,
  x: number,
  y: number,
  width: number,
  tall: number,
  room: Room,
  thing: string,
): string {
  const { r } = scene;
  const board = tall * 0.09;
  const floor = y + tall - board;
  const gap = { from: x + width * r.between(0.12, 0.68), size: thing === "none" ? 0 : tall * 0.72 };
  let body = "";
  for (let at = x + width * 0.01; at < x + width * 0.985; ) {
    if (gap.size && at >= gap.from) {
      body += object(thing, at + gap.size / 2, floor, tall * 0.68, room);
      at += gap.size;
      gap.size = 0;
      continue;
    }
    const thick = width * r.between(0.018, 0.042);
    if (at + thick > x + width * 0.985) break;
    const height = (tall - board) * r.between(0.58, 0.88);
    const lean = r.chance(0.06) && at + thick + height * 0.2 < x + width * 0.96;
    const spine = book(scene, thick, height, r.pick(room.books));
    body += group(
      spine,
      lean
        ? `transform="translate(${n(at + height * 0.17)} ${n(floor - height * 0.985)}) rotate(10)"`
        : `transform="translate(${n(at)} ${n(floor - height)})"`,
    );
    at += thick + (lean ? height * 0.19 : 0.6);
  }
  const edge = gradient([mix(room.wood, "#ffffff", 0.18), room.wood]);
  return (
    body +
    edge.def +
    rect(x, floor, width, board, edge.fill) +
    rect(x, floor + board, width, tall * 0.05, "#000000", 'opacity=".28"')
  );
}

function book({ r }: Scene, thick: number, height: number, colour: string): string {
  const light = mix(colour, "#ffffff", 0.55);
  const face = gradient(
    [mix(colour, "#000000", 0.16), mix(colour, "#ffffff", 0.1), mix(colour, "#000000", 0.12)],
    "x1='0' y1='0' x2='1' y2='0'",
  );
  let body = face.def + rect(0, 0, thick, height, face.fill, `rx="${n(thick * 0.1)}"`);
  const kind = r.integer(0, 4);
  if (kind === 0)
    body +=
      rect(0, height * 0.12, thick, height * 0.025, light) +
      rect(0, height * 0.84, thick, height * 0.025, light);
  if (kind === 1)
    body += rect(thick * 0.22, height * 0.2, thick * 0.56, height * 0.34, light, 'rx="2" opacity=".85"');
  if (kind === 2)
    body +=
      rect(0, height * 0.7, thick, height * 0.18, mix(colour, "#000000", 0.3)) +
      circle(thick / 2, height * 0.79, thick * 0.2, light);
  if (kind === 3)
    body +=
      [0.15, 0.19, 0.23].map((at) => rect(0, height * at, thick, height * 0.012, light)).join("") +
      rect(thick * 0.36, height * 0.36, thick * 0.28, height * 0.4, light, 'opacity=".6"');
  return body;
}

function object(thing: string, x: number, floor: number, size: number, room: Room): string {
  if (thing === "plant") {
    let body = "";
    for (const [angle, long] of [
      [-60, 0.7],
      [-32, 0.95],
      [-8, 1.05],
      [18, 1],
      [44, 0.85],
      [68, 0.6],
    ] as const) {
      body += path(
        `M0 0C${n(size * 0.14)} ${n(-size * long * 0.3)} ${n(size * 0.1)} ${n(-size * long * 0.62)} 0 ${n(-size * long * 0.74)}C${n(-size * 0.1)} ${n(-size * long * 0.62)} ${n(-size * 0.14)} ${n(-size * long * 0.3)} 0 0Z`,
        angle % 4 === 0 ? "#4f9d69" : "#68b684",
        `transform="translate(${n(x)} ${n(floor - size * 0.3)}) rotate(${angle})"`,
      );
    }
    return (
      body +
      path(
        `M${n(x - size * 0.22)} ${n(floor - size * 0.36)}H${n(x + size * 0.22)}L${n(x + size * 0.16)} ${n(floor)}H${n(x - size * 0.16)}Z`,
        "#e07a5f",
      ) +
      rect(x - size * 0.25, floor - size * 0.4, size * 0.5, size * 0.08, "#c8613f", 'rx="3"')
    );
  }
  if (thing === "globe") {
    const [cy, radius] = [floor - size * 0.55, size * 0.3];
    return (
      line(`M${n(x)} ${n(cy + radius)}V${n(floor - size * 0.06)}`, "#caa24a", size * 0.05) +
      ellipse(x, floor - size * 0.04, size * 0.22, size * 0.05, "#caa24a") +
      circle(x, cy, radius, "#4d96c9") +
      path(
        `M${n(x - radius * 0.7)} ${n(cy - radius * 0.4)}q${n(radius * 0.5)} ${n(-radius * 0.5)} ${n(radius * 0.8)} ${n(-radius * 0.1)}t${n(-radius * 0.3)} ${n(radius * 0.6)}t${n(-radius * 0.5)} ${n(-radius * 0.5)}Z`,
        "#84b26a",
      ) +
      ellipse(x + radius * 0.3, cy + radius * 0.35, radius * 0.34, radius * 0.24, "#84b26a") +
      circle(x - radius * 0.3, cy - radius * 0.4, radius * 0.2, "#ffffff", 'opacity=".25"') +
      line(
        `M${n(x - radius * 0.86)} ${n(cy - radius * 0.86)}A${n(radius * 1.2)} ${n(radius * 1.2)} 0 0 0 ${n(x + radius * 0.5)} ${n(cy + radius * 1.08)}`,
        "#caa24a",
        size * 0.035,
      )
    );
  }
  if (thing === "mug") {
    const [mw, mh] = [size * 0.34, size * 0.4];
    return (
      line(
        `M${n(x + mw / 2)} ${n(floor - mh * 0.75)}q${n(mw * 0.42)} 0 ${n(mw * 0.42)} ${n(mh * 0.25)}t${n(-mw * 0.42)} ${n(mh * 0.25)}`,
        "#f1e3c8",
        size * 0.06,
      ) +
      rect(x - mw / 2, floor - mh, mw, mh, "#f1e3c8", `rx="${n(mw * 0.12)}"`) +
      rect(x - mw / 2, floor - mh * 0.62, mw, mh * 0.2, room.books[0]) +
      line(
        `M${n(x - mw * 0.15)} ${n(floor - mh * 1.2)}q${n(-mw * 0.16)} ${n(-mh * 0.16)} 0 ${n(-mh * 0.32)}t0 ${n(-mh * 0.3)}M${n(x + mw * 0.15)} ${n(floor - mh * 1.2)}q${n(-mw * 0.16)} ${n(-mh * 0.16)} 0 ${n(-mh * 0.32)}`,
        "#ffffff",
        size * 0.025,
        'opacity=".55"',
      )
    );
  }
  const [cy, radius] = [floor - size * 0.36, size * 0.32];
  return (
    line(
      `M${n(x - radius * 0.6)} ${n(floor)}l${n(radius * 0.2)} ${n(-radius * 0.3)}M${n(x + radius * 0.6)} ${n(floor)}l${n(-radius * 0.2)} ${n(-radius * 0.3)}`,
      "#d94f4f",
      size * 0.06,
    ) +
    circle(x - radius * 0.6, cy - radius * 0.9, radius * 0.3, "#d94f4f") +
    circle(x + radius * 0.6, cy - radius * 0.9, radius * 0.3, "#d94f4f") +
    circle(x, cy, radius, "#d94f4f") +
    circle(x, cy, radius * 0.78, "#fff6e3") +
    line(
      `M${n(x)} ${n(cy - radius * 0.5)}V${n(cy)}L${n(x + radius * 0.34)} ${n(cy + radius * 0.16)}`,
      "#3a2b2b",
      size * 0.035,
    )
  );
}
