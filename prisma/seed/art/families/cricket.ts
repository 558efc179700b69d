import {
  circle,
  cloud,
  ellipse,
  type Family,
  glow,
  gradient,
  group,
  hill,
  line,
  mix,
  n,
  path,
  polygon,
  rect,
  type Scene,
  sky,
} from "../svg";

const days = [
  {
    sky: ["#6cb8e6", "#d9eff7"],
    grass: ["#7cc46b", "#4a9b4e"],
    trees: "#2f7d57",
    night: false,
    name: "on a bright day",
  },
  {
    sky: ["#f59e6b", "#fde0b0"],
    grass: ["#a2b95a", "#5f8f3f"],
    trees: "#58704a",
    night: false,
    name: "late in the afternoon",
  },
  {
    sky: ["#0d1740", "#34539a"],
    grass: ["#58b368", "#237a4b"],
    trees: "#10294a",
    night: true,
    name: "under floodlights",
  },
] as const;

/** A close-up of the stumps: the pitch stretches to the other end, and the ball is on its way. */
export const cricket: Family = (scene) => {
  const { r, w, h } = scene;
  const day = r.pick(days);
  const horizon = h * 0.4;
  const middle = w * r.between(0.44, 0.56);
  let body = sky(scene, day.sky);
  if (!day.night)
    for (let i = 0; i < 3; i++)
      body += cloud(
        r,
        r.between(-0.1, 0.8) * w,
        r.between(0.08, 0.26) * h,
        w * r.between(0.16, 0.28),
        "#ffffff",
        0.75,
      );
  body += path(
    hill(
      [
        [0, horizon - h * 0.05],
        [w * 0.2, horizon - h * 0.08],
        [w * 0.42, horizon - h * 0.045],
        [w * 0.7, horizon - h * 0.085],
        [w, horizon - h * 0.05],
      ],
      horizon + 2,
    ),
    day.trees,
  );
  body += stands(scene, horizon, day.night);
  if (day.night) body += lamps(scene, horizon);
  body += field(scene, horizon, middle, day.grass);
  body += stumps(middle, horizon + h * 0.075, h * 0.035) + stumps(middle, h * 0.93, h * 0.42);
  body += ball(scene, middle);
  return { body, alt: `Cricket stumps and a ball in flight ${day.name}.` };
};

function stands({ r, w, h }: Scene, horizon: number, night: boolean): string {
  const colours = night ? ["#2b3f78", "#3b559c", "#4f6db8"] : ["#e63946", "#f1faee", "#457b9d", "#ffb703"];
  let body = rect(0, horizon - h * 0.032, w, h * 0.034, night ? "#16244f" : "#f4f1ea");
  for (let i = 0; i < 220; i++)
    body += circle(r.between(0, w), horizon - h * r.between(0.006, 0.029), h * 0.0034, r.pick(colours));
  return body + rect(0, horizon - h * 0.006, w, h * 0.008, "#ffffff");
}

function lamps({ w, h }: Scene, horizon: number): string {
  return [0.1, 0.9]
    .map((at) => {
      const [x, top] = [at * w, h * 0.1];
      let body =
        glow(x, top, h * 0.34, "#e8f1ff", 0.55) +
        rect(x - w * 0.005, top, w * 0.01, horizon - top, "#0a1530");
      for (let i = -2; i <= 2; i++)
        for (let j = 0; j < 3; j++)
          body += circle(x + i * w * 0.018, top + (j - 1) * w * 0.018, w * 0.007, "#ffffff");
      return body;
    })
    .join("");
}

function field(
  { w, h }: Scene,
  horizon: number,
  middle: number,
  [light, dark]: readonly [string, string],
): string {
  const fill = gradient([light, dark]);
  let body = fill.def + rect(0, horizon, w, h - horizon, fill.fill);
  for (let i = 0; i < 12; i += 2) {
    const at = (k: number) => (k / 12 - 0.5) * 1;
    body += polygon(
      [
        [middle + at(i) * w * 1.1, horizon],
        [middle + at(i + 1) * w * 1.1, horizon],
        [middle + at(i + 1) * w * 5, h],
        [middle + at(i) * w * 5, h],
      ],
      "#ffffff",
      'opacity=".09"',
    );
  }
  const strip = gradient(["#e6cf9f", "#cfae72"]);
  const half = (y: number) => ((y - horizon) / (h - horizon)) * w * 0.27 + w * 0.012;
  const top = horizon + h * 0.045;
  body +=
    strip.def +
    polygon(
      [
        [middle - half(top), top],
        [middle + half(top), top],
        [middle + half(h), h],
        [middle - half(h), h],
      ],
      strip.fill,
    );
  for (const y of [horizon + h * 0.085, h * 0.8]) {
    const reach = half(y) * 1.04;
    body += line(
      `M${n(middle - reach)} ${n(y)}H${n(middle + reach)}`,
      "#ffffff",
      Math.max(1.5, (y - horizon) * 0.016),
      'opacity=".9"',
    );
  }
  return body;
}

function stumps(x: number, ground: number, tall: number): string {
  const [gap, width] = [tall * 0.2, tall * 0.085];
  const wood = gradient(["#f6d9a0", "#d9a35c", "#b97f3d"], "x1='0' y1='0' x2='1' y2='0'");
  let body = ellipse(x + tall * 0.1, ground, tall * 0.5, tall * 0.04, "#000000", 'opacity=".22"') + wood.def;
  for (const i of [-1, 0, 1])
    body += rect(x + i * gap - width / 2, ground - tall, width, tall, wood.fill, `rx="${n(width * 0.4)}"`);
  for (const i of [-1, 0])
    body += rect(
      x + i * gap + width * 0.1,
      ground - tall - width * 0.5,
      gap - width * 0.2,
      width * 0.62,
      "#8a5a2b",
      `rx="${n(width * 0.3)}"`,
    );
  return body;
}

function ball({ r, w, h }: Scene, middle: number): string {
  const size = Math.min(w, h) * 0.042;
  const side = r.pick([-1, 1]);
  const [x, y] = [middle + side * w * r.between(0.16, 0.28), h * r.between(0.5, 0.62)];
  const trail = Array.from({ length: 9 }, (_, i) =>
    circle(
      x + side * i * size * 0.95,
      y - i * size * 0.55 + i * i * size * 0.03,
      size * (0.8 - i * 0.075),
      "#ffffff",
      `opacity="${n(0.34 - i * 0.035)}"`,
    ),
  ).join("");
  const leather = gradient(["#e2504a", "#8f1d22"], "x1='0' y1='0' x2='1' y2='1'");
  const seam =
    line(
      `M${n(-size * 0.18)} ${n(-size * 0.98)}Q${n(size * 0.3)} 0 ${n(-size * 0.18)} ${n(size * 0.98)}`,
      "#fbe9d7",
      size * 0.07,
    ) +
    line(
      `M${n(size * 0.02)} ${n(-size * 0.98)}Q${n(size * 0.5)} 0 ${n(size * 0.02)} ${n(size * 0.98)}`,
      "#fbe9d7",
      size * 0.07,
      `stroke-dasharray="${n(size * 0.1)} ${n(size * 0.12)}"`,
    );
  return (
    trail +
    leather.def +
    circle(x, y, size, leather.fill) +
    group(seam, `transform="translate(${n(x)} ${n(y)}) rotate(${r.integer(-40, 40)})"`) +
    circle(x - size * 0.35, y - size * 0.4, size * 0.2, "#ffffff", 'opacity=".35"') +
    circle(x, y, size, "none", `stroke="${mix("#8f1d22", "#000000", 0.2)}" stroke-opacity=".3"`)
  );
}
