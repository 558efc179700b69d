import {
  circle,
  ellipse,
  type Family,
  glow,
  gradient,
  line,
  mix,
  n,
  path,
  rect,
  type Scene,
  sky,
} from "../svg";

const moods = [
  {
    sky: ["#3d5a80", "#7f9fb8", "#b8cbd2"],
    far: "#5d7a8c",
    ground: "#3e5566",
    umbrella: ["#e63946", "#ffb703", "#f1faee"],
    lamp: "#ffdf9e",
  },
  {
    sky: ["#2b2d52", "#5b5f97", "#a5a3c8"],
    far: "#4d4f82",
    ground: "#2c2e52",
    umbrella: ["#ffb627", "#ff6f91", "#7ae7c7"],
    lamp: "#ffe8a8",
  },
  {
    sky: ["#2f5d5a", "#6fa29a", "#bcd8cb"],
    far: "#4f827a",
    ground: "#30544f",
    umbrella: ["#f2545b", "#f5cb5c", "#fffcf2"],
    lamp: "#fff0b8",
  },
] as const;

/** The first rain: umbrellas on a shining path. */
export const monsoon: Family = (scene) => {
  const { r, w, h } = scene;
  const mood = r.pick(moods);
  let body = sky(scene, mood.sky);
  const horizon = h * 0.7;
  for (let i = 0; i < 13; i++)
    body += circle(
      w * (i / 12) + r.between(-0.03, 0.03) * w,
      horizon - h * r.between(0.03, 0.08),
      h * r.between(0.08, 0.15),
      mix(mood.far, mood.sky[2], r.between(0, 0.3)),
    );
  const floor = gradient([mix(mood.ground, mood.sky[2], 0.5), mood.ground]);
  body += floor.def + rect(0, horizon, w, h - horizon, floor.fill);
  body += puddles(scene, horizon, mood);
  body += lamp(scene, w * r.between(0.1, 0.2), horizon + h * 0.1, h * 0.56, mood);
  const count = r.integer(1, 3);
  const order = r.shuffle(mood.umbrella);
  for (let i = 0; i < count; i++) {
    const x = w * (count === 1 ? r.between(0.5, 0.62) : 0.36 + (i / Math.max(1, count - 1)) * 0.42);
    body += walker(
      scene,
      x,
      horizon + h * (0.14 + (i % 2) * 0.03),
      h * r.between(0.4, 0.46),
      order[i % order.length] ?? "#e63946",
      mix(mood.ground, "#000000", 0.4),
    );
  }
  body += rain(scene);
  const who = count === 1 ? "Somebody walks under an umbrella" : `${count} friends walk under umbrellas`;
  return { body, alt: `${who} in the monsoon rain.` };
};

type Mood = (typeof moods)[number];

function lamp({ w }: Scene, x: number, ground: number, tall: number, mood: Mood): string {
  const iron = mix(mood.ground, "#000000", 0.45);
  const top = ground - tall;
  return (
    glow(x + w * 0.045, top + tall * 0.07, tall * 0.5, mood.lamp, 0.75) +
    rect(x - w * 0.004, top, w * 0.008, tall, iron) +
    line(`M${n(x)} ${n(top)}q0 ${n(-tall * 0.04)} ${n(w * 0.045)} ${n(-tall * 0.02)}`, iron, w * 0.006) +
    path(
      `M${n(x + w * 0.025)} ${n(top + tall * 0.035)}q${n(w * 0.02)} ${n(-tall * 0.06)} ${n(w * 0.04)} 0Z`,
      iron,
    ) +
    circle(x + w * 0.045, top + tall * 0.045, w * 0.012, mood.lamp) +
    ellipse(x + w * 0.03, ground + tall * 0.12, w * 0.012, tall * 0.12, mood.lamp, 'opacity=".35"')
  );
}

function walker({ r }: Scene, x: number, ground: number, tall: number, colour: string, coat: string): string {
  const s = tall;
  const light = mix(colour, "#ffffff", 0.2);
  const dark = mix(colour, "#000000", 0.18);
  const head = ground - s * 0.62;
  let body = ellipse(x, ground + s * 0.015, s * 0.2, s * 0.022, "#000000", 'opacity=".3"');
  body += path(
    `M${n(x - s * 0.055)} ${n(ground - s * 0.2)}L${n(x - s * 0.085)} ${n(ground)}H${n(x - s * 0.02)}L${n(x)} ${n(ground - s * 0.17)}L${n(x + s * 0.05)} ${n(ground)}H${n(x + s * 0.115)}L${n(x + s * 0.065)} ${n(ground - s * 0.2)}Z`,
    mix(coat, "#000000", 0.3),
  );
  body +=
    path(
      `M${n(x - s * 0.115)} ${n(ground - s * 0.17)}Q${n(x - s * 0.105)} ${n(ground - s * 0.52)} ${n(x)} ${n(ground - s * 0.54)}Q${n(x + s * 0.105)} ${n(ground - s * 0.52)} ${n(x + s * 0.115)} ${n(ground - s * 0.17)}Z`,
      coat,
    ) + circle(x, head, s * 0.068, r.pick(["#8d5a3c", "#b87a52", "#6e4530"]));
  body += path(
    `M${n(x - s * 0.072)} ${n(head + s * 0.01)}Q${n(x - s * 0.085)} ${n(head - s * 0.09)} ${n(x)} ${n(head - s * 0.082)}Q${n(x + s * 0.085)} ${n(head - s * 0.09)} ${n(x + s * 0.072)} ${n(head + s * 0.01)}Q${n(x)} ${n(head - s * 0.05)} ${n(x - s * 0.072)} ${n(head + s * 0.01)}Z`,
    "#1d1a20",
  );
  body += rect(
    x - s * 0.16,
    ground - s * 0.44,
    s * 0.07,
    s * 0.18,
    mix(colour, "#000000", 0.35),
    `rx="${n(s * 0.02)}"`,
  );
  body += line(`M${n(x + s * 0.06)} ${n(ground - s * 0.42)}V${n(ground - s * 0.98)}`, "#2a2530", s * 0.014);
  const [ux, uy, half] = [x + s * 0.06, ground - s * 0.7, s * 0.33];
  const scallop = (from: number, to: number, fill: string) =>
    path(
      `M${n(ux)} ${n(uy - half * 0.92)}C${n(ux + from * half * 0.75)} ${n(uy - half * 0.85)} ${n(ux + from * half)} ${n(uy - half * 0.4)} ${n(ux + from * half)} ${n(uy)}Q${n(ux + ((from + to) / 2) * half)} ${n(uy - half * 0.14)} ${n(ux + to * half)} ${n(uy)}C${n(ux + to * half)} ${n(uy - half * 0.4)} ${n(ux + to * half * 0.75)} ${n(uy - half * 0.85)} ${n(ux)} ${n(uy - half * 0.92)}Z`,
      fill,
    );
  return (
    body +
    scallop(-1, -0.5, dark) +
    scallop(-0.5, 0, colour) +
    scallop(0, 0.5, light) +
    scallop(0.5, 1, colour) +
    circle(ux, uy - half * 0.95, s * 0.014, dark)
  );
}

function puddles({ r, w, h }: Scene, horizon: number, mood: Mood): string {
  return Array.from({ length: 7 }, () => {
    const [x, y, s] = [r.between(0, w), r.between(horizon + h * 0.05, h * 0.97), w * r.between(0.04, 0.1)];
    return (
      ellipse(x, y, s, s * 0.16, mix(mood.sky[2], "#ffffff", 0.25), 'opacity=".4"') +
      ellipse(x, y, s * 0.5, s * 0.08, "none", 'stroke="#ffffff" stroke-opacity=".6" stroke-width="1.5"') +
      ellipse(x, y, s * 0.24, s * 0.04, "none", 'stroke="#ffffff" stroke-opacity=".7" stroke-width="1.5"')
    );
  }).join("");
}

function rain({ r, w, h }: Scene): string {
  let d = "";
  let bold = "";
  for (let i = 0; i < 240; i++) {
    const [x, y, s] = [r.between(0, w * 1.1), r.between(-0.02, 1) * h, h * r.between(0.02, 0.05)];
    const drop = `M${n(x)} ${n(y)}l${n(-s * 0.22)} ${n(s)}`;
    if (i % 5 === 0) bold += drop;
    else d += drop;
  }
  return line(d, "#ffffff", w * 0.0014, 'opacity=".38"') + line(bold, "#ffffff", w * 0.0026, 'opacity=".45"');
}
