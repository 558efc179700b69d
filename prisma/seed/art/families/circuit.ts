import { circle, type Family, glow, gradient, group, line, mix, n, rect, type Scene } from "../svg";

const boards = [
  { ground: ["#0e4d3a", "#062b22"], trace: "#3fd08f", pad: "#e8c170", glow: "#7dffbf", name: "green" },
  { ground: ["#15245c", "#0a1033"], trace: "#5d8bff", pad: "#e9d8a6", glow: "#8fb5ff", name: "blue" },
  { ground: ["#3b1149", "#1c0726"], trace: "#d16bff", pad: "#ffd166", glow: "#ff9df5", name: "purple" },
  { ground: ["#20242c", "#0e1014"], trace: "#ff9f45", pad: "#d9dde5", glow: "#ffc27a", name: "black" },
] as const;

/** A robot's circuit board: a processor in the middle, with traces at multiples of 45 degrees. */
export const circuit: Family = (scene) => {
  const { r, w, h } = scene;
  const board = r.pick(boards);
  const cell = Math.min(w, h) / 26;
  const ground = gradient(board.ground, "x1='0' y1='0' x2='1' y2='1'");
  const chip = { x: w * r.between(0.42, 0.58), y: h * r.between(0.44, 0.56), half: cell * r.between(4, 5) };
  let body =
    ground.def + rect(0, 0, w, h, ground.fill) + holes(scene, cell, mix(board.ground[0], "#ffffff", 0.1));
  body += glow(chip.x, chip.y, Math.min(w, h) * 0.55, board.glow, 0.28);
  body += traces(scene, chip, cell, board);
  body += parts(scene, chip, cell, board);
  body += processor(chip, cell, board);
  return { body, alt: `A ${board.name} circuit board with a processor in the middle and glowing traces.` };
};

type Chip = { x: number; y: number; half: number };
type Board = (typeof boards)[number];

function holes({ w, h }: Scene, cell: number, colour: string): string {
  let body = "";
  for (let x = cell / 2; x < w; x += cell * 1.5)
    for (let y = cell / 2; y < h; y += cell * 1.5) body += circle(x, y, cell * 0.07, colour);
  return body;
}

function traces({ r, w, h }: Scene, chip: Chip, cell: number, board: Board): string {
  let body = "";
  const perSide = 9;
  for (let side = 0; side < 4; side++) {
    const reach = side % 2 === 0 ? h : w;
    let turned = "";
    for (let i = 0; i < perSide; i++) {
      const across = ((i + 0.5) / perSide - 0.5) * chip.half * 1.8;
      const outward = Math.sign(i - (perSide - 1) / 2) || (r.chance(0.5) ? 1 : -1);
      const spread = Math.abs(i - (perSide - 1) / 2);
      const straight = cell * (1 + (perSide / 2 - spread) * 0.9);
      const bend = cell * (1 + spread * 1.5) * r.between(0.7, 1.1);
      const end = r.chance(0.4) ? reach * 0.8 : cell * r.between(2, 8);
      const y1 = -chip.half - straight;
      const [x2, y2] = [across + outward * bend, y1 - bend];
      const d = `M${n(across)} ${n(-chip.half)}V${n(y1)}L${n(x2)} ${n(y2)}V${n(y2 - end)}`;
      const bright = r.chance(0.3);
      turned += line(d, bright ? board.glow : board.trace, cell * 0.2, `opacity="${bright ? 0.95 : 0.55}"`);
      turned +=
        circle(x2, y2 - end, cell * 0.36, board.pad) + circle(x2, y2 - end, cell * 0.16, board.ground[1]);
      if (bright) turned += glow(x2, y2 - end, cell * 1.6, board.glow, 0.5);
    }
    body += group(turned, `transform="translate(${n(chip.x)} ${n(chip.y)}) rotate(${side * 90})"`);
  }
  return body;
}

function parts({ r, w, h }: Scene, chip: Chip, cell: number, board: Board): string {
  let body = "";
  const taken: [number, number][] = [];
  for (let tries = 0; tries < 60 && taken.length < 9; tries++) {
    const [x, y] = [r.between(0.08, 0.92) * w, r.between(0.08, 0.92) * h];
    if (Math.hypot(x - chip.x, y - chip.y) < chip.half * 2.1) continue;
    if (taken.some(([tx, ty]) => Math.hypot(x - tx, y - ty) < cell * 4.6)) continue;
    taken.push([x, y]);
    body += [capacitor, smallChip, led, resistor][taken.length % 4]?.(x, y, cell, board, r.chance(0.5)) ?? "";
  }
  return body;
}

const capacitor = (x: number, y: number, cell: number) =>
  circle(x + cell * 0.12, y + cell * 0.16, cell * 1.2, "#000", 'opacity=".3"') +
  circle(x, y, cell * 1.2, "#c9ced8") +
  circle(x, y, cell * 1.02, "#9aa2b1") +
  line(
    `M${n(x - cell * 0.5)} ${n(y)}H${n(x + cell * 0.5)}M${n(x)} ${n(y - cell * 0.5)}V${n(y + cell * 0.5)}`,
    "#7d8595",
    cell * 0.12,
  );

function smallChip(x: number, y: number, cell: number, board: Board, upright: boolean): string {
  let body = "";
  for (let i = -2; i <= 2; i++)
    body += rect(
      x + i * cell * 0.6 - cell * 0.13,
      y - cell * 1.5,
      cell * 0.26,
      cell * 3,
      board.pad,
      'rx="2"',
    );
  body +=
    rect(x - cell * 1.7, y - cell, cell * 3.4, cell * 2, "#14161b", `rx="${n(cell * 0.2)}"`) +
    circle(x - cell * 1.2, y + cell * 0.5, cell * 0.18, "#3a3f4a");
  body +=
    rect(x - cell * 0.6, y - cell * 0.3, cell * 1.7, cell * 0.16, "#596070") +
    rect(x - cell * 0.6, y + cell * 0.1, cell * 1.1, cell * 0.16, "#596070");
  return group(body, upright ? `transform="rotate(90 ${n(x)} ${n(y)})"` : "");
}

function led(x: number, y: number, cell: number, board: Board, red: boolean): string {
  const colour = red ? "#ff5d6c" : board.glow;
  return (
    glow(x, y, cell * 3, colour, 0.7) +
    circle(x, y, cell * 0.75, colour, 'opacity=".9"') +
    circle(x - cell * 0.2, y - cell * 0.2, cell * 0.25, "#ffffff", 'opacity=".9"')
  );
}

function resistor(x: number, y: number, cell: number, board: Board, upright: boolean): string {
  const bands = ["#7a3b1d", "#d1495b", "#30638e", board.pad]
    .map((colour, i) => rect(x + (i - 1.6) * cell * 0.55, y - cell * 0.42, cell * 0.22, cell * 0.84, colour))
    .join("");
  const body =
    line(`M${n(x - cell * 2.2)} ${n(y)}H${n(x + cell * 2.2)}`, "#c9ced8", cell * 0.14) +
    rect(x - cell * 1.4, y - cell * 0.42, cell * 2.8, cell * 0.84, "#e6cfa5", `rx="${n(cell * 0.4)}"`) +
    bands;
  return group(body, upright ? `transform="rotate(90 ${n(x)} ${n(y)})"` : "");
}

function processor({ x, y, half }: Chip, cell: number, board: Board): string {
  const face = gradient(["#2b303b", "#13161c"], "x1='0' y1='0' x2='1' y2='1'");
  let body = "";
  for (let i = 0; i < 9; i++) {
    const at = ((i + 0.5) / 9 - 0.5) * half * 1.8;
    body += rect(
      x + at - cell * 0.16,
      y - half - cell * 0.5,
      cell * 0.32,
      half * 2 + cell,
      board.pad,
      'rx="2"',
    );
    body += rect(
      x - half - cell * 0.5,
      y + at - cell * 0.16,
      half * 2 + cell,
      cell * 0.32,
      board.pad,
      'rx="2"',
    );
  }
  body += rect(
    x - half + cell * 0.2,
    y - half + cell * 0.3,
    half * 2,
    half * 2,
    "#000",
    `rx="${n(cell * 0.5)}" opacity=".35"`,
  );
  body += face.def + rect(x - half, y - half, half * 2, half * 2, face.fill, `rx="${n(cell * 0.5)}"`);
  body += rect(
    x - half * 0.68,
    y - half * 0.68,
    half * 1.36,
    half * 1.36,
    "none",
    `rx="${n(cell * 0.4)}" stroke="${board.glow}" stroke-opacity=".35" stroke-width="${n(cell * 0.12)}"`,
  );
  // A small robot face on the processor.
  const s = half * 0.36;
  body +=
    line(`M${n(x)} ${n(y - s * 0.9)}V${n(y - s * 1.35)}`, board.glow, cell * 0.16) +
    circle(x, y - s * 1.45, s * 0.13, board.glow);
  body +=
    rect(x - s, y - s * 0.9, s * 2, s * 1.6, board.glow, `rx="${n(s * 0.4)}"`) +
    rect(x - s * 0.78, y - s * 0.65, s * 1.56, s * 1.1, "#13161c", `rx="${n(s * 0.28)}"`);
  body +=
    circle(x - s * 0.36, y - s * 0.16, s * 0.17, board.glow) +
    circle(x + s * 0.36, y - s * 0.16, s * 0.17, board.glow);
  body += line(
    `M${n(x - s * 0.3)} ${n(y + s * 0.18)}Q${n(x)} ${n(y + s * 0.38)} ${n(x + s * 0.3)} ${n(y + s * 0.18)}`,
    board.glow,
    cell * 0.12,
  );
  return body;
}
