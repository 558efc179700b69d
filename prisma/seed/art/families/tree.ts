import {
  birds,
  circle,
  ellipse,
  type Family,
  glow,
  gradient,
  hill,
  mix,
  n,
  path,
  type Scene,
  sky,
} from "../svg";

const seasons = [
  {
    sky: ["#fbe3b9", "#fdf3dd"],
    leaves: ["#d1495b", "#edae49", "#e76f51", "#f4a261", "#c8553d"],
    bark: "#5b3a29",
    ground: "#c98b4f",
    name: "autumn",
  },
  {
    sky: ["#cfe8ef", "#f3f8f2"],
    leaves: ["#f4a6b8", "#f7c6d0", "#e87f9a", "#fbdfe5", "#f19bb0"],
    bark: "#5a4250",
    ground: "#9ec5a1",
    name: "blossom",
  },
  {
    sky: ["#a9dcee", "#eef8f0"],
    leaves: ["#4f9d69", "#68b684", "#3a7d5c", "#8cc7a1", "#2f6b4f"],
    bark: "#5f4632",
    ground: "#7fb069",
    name: "summer",
  },
  {
    sky: ["#f6b28b", "#fde7c8"],
    leaves: ["#e4572e", "#f3a712", "#d8752b", "#f6c667", "#b23a48"],
    bark: "#3f2a2a",
    ground: "#8f5a3c",
    name: "late autumn",
  },
] as const;

/** One big old tree on a hill, shedding its leaves. */
export const tree: Family = (scene) => {
  const { r, w, h } = scene;
  const season = r.pick(seasons);
  const base = { x: w * r.between(0.42, 0.58), y: h * 0.8 };
  const tall = Math.min(h * r.between(0.18, 0.2), w * 0.24);
  const crowns: [number, number][] = [];
  const wood = branch(scene, base.x, base.y, -Math.PI / 2, tall, tall * 0.17, 0, season.bark, crowns);
  let body = sky(scene, season.sky) + glow(w * r.between(0.15, 0.85), h * 0.28, h * 0.4, "#ffffff", 0.6);
  body += birds(scene, season.bark, r.integer(2, 5));
  body += land(scene, season.ground, base.y);
  body += ellipse(
    base.x,
    base.y + h * 0.012,
    tall * 1.2,
    h * 0.022,
    mix(season.ground, "#000000", 0.35),
    'opacity=".45"',
  );
  body += wood + leaves(scene, crowns, season.leaves, tall) + falling(scene, season.leaves, base.y);
  return { body, alt: `A big tree on a hill in ${season.name}, leaves in the air.` };
};

function branch(
  scene: Scene,
  x: number,
  y: number,
  angle: number,
  length: number,
  width: number,
  depth: number,
  bark: string,
  ends: [number, number][],
): string {
  const { r } = scene;
  const [ex, ey] = [x + Math.cos(angle) * length, y + Math.sin(angle) * length];
  const bend = r.between(-0.12, 0.12) * length;
  const [px, py] = [Math.cos(angle + Math.PI / 2), Math.sin(angle + Math.PI / 2)];
  const tip = width * 0.66;
  const foot = depth === 0 ? width * 1.7 : width;
  let body = path(
    `M${n(x + (px * foot) / 2)} ${n(y + (py * foot) / 2)}Q${n((x + ex) / 2 + px * (bend + width * 0.36))} ${n((y + ey) / 2 + py * (bend + width * 0.36))} ${n(ex + (px * tip) / 2)} ${n(ey + (py * tip) / 2)}L${n(ex - (px * tip) / 2)} ${n(ey - (py * tip) / 2)}Q${n((x + ex) / 2 + px * (bend - width * 0.36))} ${n((y + ey) / 2 + py * (bend - width * 0.36))} ${n(x - (px * foot) / 2)} ${n(y - (py * foot) / 2)}Z`,
    bark,
  );
  body += circle(ex, ey, tip / 2, bark);
  if (depth >= 2) ends.push([ex, ey]);
  if (depth === 4) return body;
  const forks = depth === 0 ? 3 : 2;
  for (let i = 0; i < forks; i++) {
    const spread = (i - (forks - 1) / 2) * (depth === 0 ? 0.62 : 0.85);
    body += branch(
      scene,
      ex,
      ey,
      angle + spread + r.between(-0.18, 0.18),
      length * r.between(0.62, 0.8),
      tip * 0.86,
      depth + 1,
      bark,
      ends,
    );
  }
  return body;
}

function leaves({ r }: Scene, crowns: [number, number][], colours: readonly string[], tall: number): string {
  const back: string[] = [];
  const front: string[] = [];
  for (const [x, y] of crowns) {
    for (let i = 0; i < 7; i++) {
      const [dx, dy] = [r.between(-0.34, 0.34) * tall, r.between(-0.32, 0.22) * tall];
      const size = tall * r.between(0.06, 0.13);
      (i < 3 ? back : front).push(
        circle(x + dx, y + dy, i < 3 ? size * 1.3 : size, r.pick(colours), `opacity="${i < 3 ? 0.95 : 0.8}"`),
      );
    }
  }
  return back.join("") + front.join("");
}

function falling({ r, w, h }: Scene, colours: readonly string[], ground: number): string {
  return Array.from({ length: 46 }, (_, i) => {
    const landed = i > 22;
    const [x, y] = [
      r.between(0.02, 0.98) * w,
      landed ? r.between(ground + h * 0.02, h * 0.98) : r.between(h * 0.35, ground),
    ];
    const s = h * r.between(0.006, 0.011);
    return path(
      `M0 ${n(-s)}Q${n(s * 0.9)} 0 0 ${n(s)}Q${n(-s * 0.9)} 0 0 ${n(-s)}Z`,
      r.pick(colours),
      `transform="translate(${n(x)} ${n(y)}) rotate(${r.integer(0, 180)})"`,
    );
  }).join("");
}

function land({ r, w, h }: Scene, colour: string, top: number): string {
  const far = hill(
    [
      [0, top - h * 0.05],
      [w * 0.3, top - h * r.between(0.08, 0.13)],
      [w * 0.7, top - h * 0.03],
      [w, top - h * 0.1],
    ],
    h,
  );
  const near = hill(
    [
      [0, top + h * 0.06],
      [w * 0.5, top - h * 0.005],
      [w, top + h * 0.05],
    ],
    h,
  );
  const fill = gradient([mix(colour, "#ffffff", 0.12), mix(colour, "#000000", 0.18)]);
  return path(far, mix(colour, "#ffffff", 0.4)) + fill.def + path(near, fill.fill);
}
