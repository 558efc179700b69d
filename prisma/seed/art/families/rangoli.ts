import { circle, ellipse, type Family, glow, group, n, path, rect, type Scene } from "../svg";

const schemes = [
  { ground: "#2b1242", colours: ["#ff4d6d", "#ffb703", "#fb8500", "#f72585", "#4cc9f0", "#fff1d0"] },
  { ground: "#0b3b3c", colours: ["#ffd166", "#ef476f", "#06d6a0", "#f78c6b", "#fff3d6", "#26c6da"] },
  { ground: "#f6ead6", colours: ["#c1121f", "#f48c06", "#2a6f97", "#e85d75", "#386641", "#7b2d8b"] },
  { ground: "#7a1f2b", colours: ["#ffe5b4", "#ffb703", "#ff7b54", "#f9c74f", "#ffffff", "#f28482"] },
] as const;

/** A rangoli of coloured powder, ring by ring, with lamps around it. */
export const rangoli: Family = (scene) => {
  const { r, w, h } = scene;
  const scheme = r.pick(schemes);
  const folds = r.pick([8, 10, 12, 16]);
  const radius = Math.min(w, h) * 0.43;
  const colours = r.shuffle(scheme.colours);
  const light = scheme.ground === "#f6ead6";
  let rings = circle(0, 0, radius * 1.02, light ? "#ffffff" : "#000000", 'opacity=".18"');
  const steps = [1, 0.8, 0.62, 0.45, 0.29];
  steps.forEach((outer, i) => {
    const inner = steps[i + 1] ?? 0.12;
    const [a, b, c] = [0, 1, 2].map((k) => colours[(i + k) % colours.length] ?? "#fff");
    const drawn = ring(
      scene,
      r.integer(0, 3),
      folds,
      radius * outer,
      radius * inner,
      [a, b, c] as [string, string, string],
      i % 2,
    );
    const angle = (scene.turn ?? 0) * (360 / folds) * (i % 2 === 0 ? 1 : -1);
    rings += group(drawn, `transform="rotate(${n(angle)})"`);
  });
  const [core = "#fff", heart = "#ffb703"] = colours;
  rings +=
    circle(0, 0, radius * 0.13, heart) +
    circle(0, 0, radius * 0.085, core) +
    circle(0, 0, radius * 0.04, scheme.ground);
  const body =
    rect(0, 0, w, h, scheme.ground) +
    glow(w / 2, h / 2, Math.max(w, h) * 0.7, "#ffd9a0", light ? 0.4 : 0.22) +
    speckles(scene, colours) +
    group(rings, `transform="translate(${n(w / 2)} ${n(h / 2)})"`) +
    corners(scene, scheme.colours[1]);
  return { body, alt: `A round rangoli with ${folds} petals in festive colours, lamps in the corners.` };
};

function ring(
  { r }: Scene,
  kind: number,
  folds: number,
  outer: number,
  inner: number,
  [a, b, c]: [string, string, string],
  odd: number,
): string {
  const step = 360 / folds;
  const middle = (outer + inner) / 2;
  const half = Math.tan((Math.PI / folds) * 0.92) * middle;
  const petal = (tip: number, root: number, width: number, colour: string) =>
    path(
      `M0 ${n(-root)}C${n(width)} ${n(-root - (tip - root) * 0.25)} ${n(width * 0.9)} ${n(-tip + (tip - root) * 0.3)} 0 ${n(-tip)}C${n(-width * 0.9)} ${n(-tip + (tip - root) * 0.3)} ${n(-width)} ${n(-root - (tip - root) * 0.25)} 0 ${n(-root)}Z`,
      colour,
    );
  const motif =
    [
      petal(outer, inner * 0.9, half * 1.25, a) +
        petal(outer * 0.93, inner, half * 0.75, b) +
        petal(outer * 0.84, inner * 1.04, half * 0.32, c),
      circle(0, -middle, half * 0.92, a) +
        circle(0, -middle, half * 0.6, b) +
        circle(0, -middle, half * 0.28, c),
      path(`M${n(-half)} ${n(-inner)}L0 ${n(-outer)}L${n(half)} ${n(-inner)}Z`, a) +
        path(
          `M${n(-half * 0.55)} ${n(-inner * 1.02)}L0 ${n(-outer * 0.92)}L${n(half * 0.55)} ${n(-inner * 1.02)}Z`,
          b,
        ) +
        circle(0, -inner * 1.12, half * 0.2, c),
      petal(outer, inner, half * 0.8, a) +
        petal(outer * 0.9, inner * 1.05, half * 0.45, b) +
        group(circle(0, -outer * 0.95, half * 0.22, c), `transform="rotate(${n(step / 2)})"`),
    ][kind] ?? "";
  let body = circle(0, 0, inner * 1.02, b, 'opacity=".25"');
  for (let i = 0; i < folds; i++) body += group(motif, `transform="rotate(${n((i + odd / 2) * step)})"`);
  const dots = folds * 2;
  for (let i = 0; i < dots; i++)
    body += group(
      circle(0, -outer * 1.005, outer * 0.014, c),
      `transform="rotate(${n((i + 0.5) * (360 / dots))})"`,
    );
  return body + circle(0, 0, inner, "none", `stroke="${r.pick([a, c])}" stroke-width="${n(outer * 0.012)}"`);
}

function speckles({ r, w, h }: Scene, colours: readonly string[]): string {
  return Array.from({ length: 140 }, () =>
    circle(
      r.between(0, w),
      r.between(0, h),
      r.between(0.5, 2.2),
      r.pick(colours),
      `opacity="${n(r.between(0.1, 0.4))}"`,
    ),
  ).join("");
}

function corners({ w, h, turn = 0 }: Scene, flame: string): string {
  const size = Math.min(w, h) * 0.05;
  return [
    [0.08, 0.07],
    [0.92, 0.07],
    [0.08, 0.93],
    [0.92, 0.93],
  ]
    .map(([x = 0, y = 0]) => {
      const [cx, cy] = [x * w, y * h];
      return (
        glow(cx, cy - size * 0.4, size * (3 + 0.4 * Math.sin(turn * 6 * Math.PI)), flame, 0.6) +
        path(
          `M${n(cx - size)} ${n(cy)}Q${n(cx)} ${n(cy + size * 1.3)} ${n(cx + size)} ${n(cy)}Z`,
          "#a0522d",
        ) +
        ellipse(cx, cy, size, size * 0.28, "#7a3b1d") +
        path(
          `M${n(cx)} ${n(cy - size * 1.2)}C${n(cx + size * 0.5)} ${n(cy - size * 0.5)} ${n(cx + size * 0.3)} ${n(cy)} ${n(cx)} ${n(cy)}C${n(cx - size * 0.3)} ${n(cy)} ${n(cx - size * 0.5)} ${n(cy - size * 0.5)} ${n(cx)} ${n(cy - size * 1.2)}Z`,
          "#ffd166",
        ) +
        ellipse(cx, cy - size * 0.3, size * 0.14, size * 0.3, "#fff6d8")
      );
    })
    .join("");
}
