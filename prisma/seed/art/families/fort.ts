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
  rect,
  type Scene,
  sky,
} from "../svg";

const moods = [
  { sky: ["#f4845f", "#f9b384", "#fde2b3"], sun: "#fff1d0", stone: "#8c4a4a", name: "at sunset" },
  { sky: ["#33306b", "#8c5a94", "#f3a683"], sun: "#ffe6c0", stone: "#2c2350", name: "at dusk" },
  { sky: ["#a7d3e8", "#e6f1ea", "#fdf1d7"], sun: "#fffaf0", stone: "#b98a5e", name: "in the morning" },
  { sky: ["#f6bd8b", "#f9d8ac", "#fbeed3"], sun: "#fff8e3", stone: "#a15c3b", name: "in golden light" },
] as const;

/** The fort on its rock above the town, towers and domes in a row. */
export const fort: Family = (scene) => {
  const { r, w, h } = scene;
  const mood = r.pick(moods);
  const sun = { x: w * r.between(0.2, 0.8), y: h * r.between(0.24, 0.34), size: Math.min(w, h) * 0.09 };
  let body =
    sky(scene, mood.sky) +
    glow(sun.x, sun.y, sun.size * 4, mood.sun, 0.6) +
    circle(sun.x, sun.y, sun.size, mood.sun);
  body += birds(scene, mix(mood.stone, "#000000", 0.2), r.integer(3, 7));
  const haze = mix(mood.stone, mood.sky[2], 0.68);
  body += path(
    hill(
      [
        [0, h * 0.62],
        [w * 0.3, h * 0.56],
        [w * 0.65, h * 0.61],
        [w, h * 0.55],
      ],
      h,
    ),
    haze,
  );
  const rock = h * 0.66;
  body += wall(scene, rock - h * 0.015, mood.stone);
  body += cliff(scene, rock, mood.stone, mood.sky[2]);
  body += town(scene, mix(mood.stone, "#000000", 0.42));
  return { body, alt: `A hill fort with domes and round towers ${mood.name}.` };
};

function wall(scene: Scene, ground: number, stone: string): string {
  const { r, w, h } = scene;
  const far = mix(stone, "#ffffff", 0.12);
  const face = gradient([far, stone]);
  let body = face.def;
  const count = r.integer(5, 7);
  const step = (w * 1.06) / count;
  const tall = h * 0.15;
  body += rect(-5, ground - tall * 0.62, w + 10, tall, face.fill);
  for (let x = 0; x < w; x += w * 0.016) body += rect(x, ground - tall * 0.67, w * 0.009, tall * 0.06, far);
  for (let x = w * 0.01; x < w; x += w * 0.033)
    body += path(
      `M${n(x)} ${n(ground)}v${n(-tall * 0.2)}q${n(w * 0.0075)} ${n(-tall * 0.14)} ${n(w * 0.015)} 0v${n(tall * 0.2)}Z`,
      mix(stone, "#000000", 0.22),
      'opacity=".6"',
    );
  body +=
    rect(0, ground - tall * 0.42, w, tall * 0.035, "#e9c46a", 'opacity=".5"') +
    rect(0, ground - tall * 0.48, w, tall * 0.02, "#5fa8a0", 'opacity=".55"');
  for (let i = 0; i < count; i++)
    body += tower(scene, step * (i + 0.3), ground, w * 0.062, tall * r.between(0.95, 1.2), stone);
  return body;
}

function tower({ w }: Scene, x: number, ground: number, width: number, tall: number, stone: string): string {
  const round = gradient(
    [mix(stone, "#ffffff", 0.26), stone, mix(stone, "#000000", 0.3)],
    "x1='0' y1='0' x2='1' y2='0'",
  );
  const top = ground - tall;
  const half = width / 2;
  let body =
    round.def +
    path(
      `M${n(x - half * 1.12)} ${n(ground + 4)}L${n(x - half)} ${n(top)}H${n(x + half)}L${n(x + half * 1.12)} ${n(ground + 4)}Z`,
      round.fill,
    );
  for (const at of [0.16, 0.3, 0.62])
    body += rect(
      x - half * 1.04,
      top + tall * at,
      width * 1.04,
      tall * 0.022,
      mix(stone, "#000000", 0.28),
      'opacity=".5"',
    );
  body += rect(x - half * 0.96, top + tall * 0.35, width * 0.96, tall * 0.05, "#3f9aa0", 'opacity=".55"');
  for (const at of [-0.5, 0, 0.5])
    body += path(
      `M${n(x + at * half - width * 0.07)} ${n(top + tall * 0.58)}v${n(-tall * 0.1)}q${n(width * 0.07)} ${n(-tall * 0.07)} ${n(width * 0.14)} 0v${n(tall * 0.1)}Z`,
      mix(stone, "#000000", 0.5),
    );
  // The pavilion: four slim columns under a ribbed dome.
  const [eave, dome] = [top - tall * 0.17, width * 0.46];
  for (const at of [-0.82, -0.28, 0.28, 0.82])
    body += rect(x + at * dome - width * 0.03, eave, width * 0.06, tall * 0.18, stone);
  body +=
    rect(x - half * 1.18, top - tall * 0.012, width * 1.18, tall * 0.035, mix(stone, "#ffffff", 0.2)) +
    rect(x - half * 1.1, eave - tall * 0.02, width * 1.1, tall * 0.03, mix(stone, "#000000", 0.15));
  body += path(
    `M${n(x - dome)} ${n(eave - tall * 0.015)}C${n(x - dome * 1.15)} ${n(eave - dome * 0.8)} ${n(x - dome * 0.35)} ${n(eave - dome * 1.05)} ${n(x)} ${n(eave - dome * 1.4)}C${n(x + dome * 0.35)} ${n(eave - dome * 1.05)} ${n(x + dome * 1.15)} ${n(eave - dome * 0.8)} ${n(x + dome)} ${n(eave - tall * 0.015)}Z`,
    round.fill,
  );
  return (
    body +
    rect(x - w * 0.0012, eave - dome * 1.75, w * 0.0024, dome * 0.4, mix(stone, "#000000", 0.3)) +
    circle(x, eave - dome * 1.5, w * 0.003, "#f2c14e")
  );
}

function cliff({ r, w, h }: Scene, top: number, stone: string, haze: string): string {
  const points: [number, number][] = Array.from({ length: 9 }, (_, i) => [
    (i / 8) * w,
    top + r.between(-0.008, 0.02) * h,
  ]);
  const fill = gradient([mix(stone, haze, 0.15), mix(stone, haze, 0.5)]);
  let body = fill.def + path(hill(points, h), fill.fill);
  for (let i = 0; i < 26; i++) {
    const [x, y] = [r.between(0, w), top + r.between(0.03, 0.2) * h];
    body += path(
      `M${n(x)} ${n(y)}l${n(w * r.between(0.01, 0.03))} ${n(h * r.between(0.04, 0.1))}l${n(-w * 0.022)} ${n(h * 0.012)}Z`,
      "#000000",
      'opacity=".07"',
    );
  }
  for (let i = 0; i < 30; i++)
    body += ellipse(
      r.between(0, w),
      top + r.between(0.05, 0.2) * h,
      w * r.between(0.012, 0.03),
      h * r.between(0.008, 0.018),
      mix("#5c7a4a", haze, 0.3),
      'opacity=".55"',
    );
  return body;
}

function town({ r, w, h }: Scene, colour: string): string {
  let body = "";
  for (let x = -w * 0.02; x < w; ) {
    const [width, top] = [w * r.between(0.05, 0.1), h * r.between(0.865, 0.925)];
    body += rect(x, top, width + 1, h - top, mix(colour, "#ffffff", r.between(0, 0.08)));
    if (r.chance(0.25))
      body += path(
        `M${n(x + width * 0.2)} ${n(top)}a${n(width * 0.3)} ${n(width * 0.34)} 0 0 1 ${n(width * 0.6)} 0Z`,
        colour,
      );
    for (let i = 0; i < 4; i++)
      if (r.chance(0.5))
        body += rect(
          x + width * (0.15 + (i % 2) * 0.45),
          top + h * (0.018 + Math.floor(i / 2) * 0.035),
          width * 0.16,
          h * 0.014,
          "#ffd98a",
          'opacity=".85"',
        );
    x += width;
  }
  for (let i = 0; i < 5; i++)
    body += palm(
      r.between(0.03, 0.97) * w,
      h * r.between(0.93, 0.99),
      h * r.between(0.1, 0.16),
      mix(colour, "#000000", 0.3),
      r.between(-0.1, 0.1),
    );
  return body;
}

function palm(x: number, ground: number, tall: number, colour: string, lean: number): string {
  const [tx, ty] = [x + lean * tall, ground - tall];
  let body = path(
    `M${n(x - tall * 0.022)} ${n(ground)}Q${n(x)} ${n(ground - tall * 0.5)} ${n(tx - tall * 0.012)} ${n(ty)}H${n(tx + tall * 0.012)}Q${n(x + tall * 0.03)} ${n(ground - tall * 0.5)} ${n(x + tall * 0.026)} ${n(ground)}Z`,
    colour,
  );
  for (const [dx, dy] of [
    [-0.34, 0.06],
    [-0.26, -0.14],
    [-0.06, -0.2],
    [0.18, -0.17],
    [0.33, -0.02],
    [0.26, 0.14],
    [-0.22, 0.16],
  ] as const) {
    body += path(
      `M${n(tx)} ${n(ty)}Q${n(tx + dx * tall * 0.55)} ${n(ty + (dy - 0.13) * tall)} ${n(tx + dx * tall)} ${n(ty + dy * tall)}Q${n(tx + dx * tall * 0.5)} ${n(ty + (dy - 0.03) * tall)} ${n(tx)} ${n(ty)}Z`,
      colour,
    );
  }
  return body;
}
