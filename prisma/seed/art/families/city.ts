import { circle, type Family, glow, gradient, line, mix, n, rect, type Scene, sky, stars } from "../svg";

const moods = [
  { sky: ["#0b1033", "#2b2a6e", "#8f4f96"], far: "#4b3d86", near: "#0b0d26", light: "#ffd36b" },
  { sky: ["#06202e", "#0f4a5e", "#4fa39a"], far: "#2a7379", near: "#04161f", light: "#ffe29a" },
  { sky: ["#1a1030", "#5b2a5e", "#f0785a"], far: "#84405f", near: "#170c26", light: "#ffc46b" },
  { sky: ["#0d1b3e", "#24478f", "#7fa6dd"], far: "#4668ab", near: "#081229", light: "#fff0b3" },
] as const;

/** A skyline at night, three rows deep, with light still on in many windows. */
export const city: Family = (scene) => {
  const { r, w, h } = scene;
  const mood = r.pick(moods);
  const moon = {
    x: r.between(0.15, 0.85) * w,
    y: r.between(0.14, 0.28) * h,
    size: Math.min(w, h) * r.between(0.05, 0.08),
  };
  let body = sky(scene, mood.sky) + stars(scene, 120, 0.55);
  body += glow(moon.x, moon.y, moon.size * 4, "#ffffff", 0.35) + circle(moon.x, moon.y, moon.size, "#fdf6df");
  body += circle(
    moon.x + moon.size * 0.3,
    moon.y - moon.size * 0.2,
    moon.size * 0.16,
    "#e9dfc0",
    'opacity=".7"',
  );
  body += circle(
    moon.x - moon.size * 0.3,
    moon.y + moon.size * 0.25,
    moon.size * 0.22,
    "#e9dfc0",
    'opacity=".6"',
  );
  const ground = h * 0.9;
  for (const [row, depth] of [0, 0.5, 1].entries()) {
    body += skyline(
      scene,
      ground,
      [0.42, 0.36, 0.27][row] ?? 0.3,
      mix(mood.far, mood.near, depth),
      mood.light,
      row,
    );
  }
  body += river(scene, ground, mood);
  return { body, alt: "A city skyline at night under the moon, many windows lit." };
};

function skyline(
  { r, w, h }: Scene,
  ground: number,
  tallest: number,
  colour: string,
  light: string,
  row: number,
): string {
  let body = "";
  for (let x = -w * r.between(0, 0.06); x < w; ) {
    const width = w * r.between(0.055, 0.12) * (1 + row * 0.2);
    const height = h * tallest * r.between(0.45, 1.1);
    const top = ground - height;
    const side = gradient([mix(colour, "#ffffff", 0.07), colour]);
    body += side.def + rect(x, top, width + 1, height, side.fill);
    const roof = r.integer(0, 4);
    if (roof === 0)
      body +=
        line(`M${n(x + width / 2)} ${n(top)}V${n(top - h * 0.06)}`, colour, w * 0.003) +
        circle(x + width / 2, top - h * 0.06, w * 0.003, "#ff6b6b");
    if (roof === 1) body += rect(x + width * 0.25, top - h * 0.02, width * 0.5, h * 0.021, colour);
    if (roof === 2)
      body += `<polygon points="${n(x)},${n(top)} ${n(x + width)},${n(top)} ${n(x + width)},${n(top - h * 0.035)}" fill="${colour}"/>`;
    if (roof === 3)
      body +=
        rect(x + width * 0.6, top - h * 0.028, width * 0.2, h * 0.02, colour, 'rx="3"') +
        rect(x + width * 0.69, top - h * 0.01, width * 0.03, h * 0.012, colour);
    body += windows({ r, w, h }, x, top, width, height, light, row);
    x += width + (r.chance(0.2) ? w * 0.01 : 0);
  }
  return body;
}

function windows(
  { r, w }: Scene,
  x: number,
  top: number,
  width: number,
  height: number,
  light: string,
  row: number,
): string {
  const size = w * ([0.0055, 0.008, 0.011][row] ?? 0.01);
  const columns = Math.floor((width - size * 2) / (size * 2.2));
  const rows = Math.floor((height - size * 3) / (size * 2.8));
  const share = r.between(0.25, 0.6);
  let body = "";
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      if (!r.chance(share)) continue;
      const colour = r.chance(0.12) ? "#bfe3ff" : light;
      body += rect(
        x + size * 1.4 + i * size * 2.2,
        top + size * 2 + j * size * 2.8,
        size,
        size * 1.4,
        colour,
        `opacity="${n(r.between(0.4, 0.95))}"`,
      );
    }
  }
  return body;
}

function river({ r, w, h }: Scene, ground: number, mood: (typeof moods)[number]): string {
  const water = gradient([mix(mood.near, mood.sky[2], 0.35), mood.near]);
  let body = water.def + rect(0, ground, w, h - ground, water.fill);
  for (let i = 0; i < 46; i++) {
    const y = r.between(ground + 4, h);
    const length = r.between(0.01, 0.05) * w;
    body += rect(
      r.between(0, w),
      y,
      length,
      h * 0.003,
      r.chance(0.5) ? mood.light : mood.sky[2],
      `opacity="${n(r.between(0.15, 0.5))}" rx="1"`,
    );
  }
  return body;
}
