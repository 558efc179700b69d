import { circle, type Family, glow, gradient, line, mix, n, path, polygon, rect, type Scene } from "../svg";

const shows = [
  { dark: "#120a2a", beams: ["#ff4d9d", "#7b5cff", "#35c4ff"], crowd: "#08041a" },
  { dark: "#1b0d12", beams: ["#ffb703", "#ff5d2e", "#ff2e63"], crowd: "#0c0407" },
  { dark: "#06182a", beams: ["#2de2e6", "#3b82f6", "#a3ff7c"], crowd: "#020a14" },
] as const;

/** Fest night: beams of light, a band, and the first rows with their arms in the air. */
export const stage: Family = (scene) => {
  const { r, w, h } = scene;
  const show = r.pick(shows);
  const back = gradient([mix(show.dark, show.beams[1], 0.2), show.dark, mix(show.dark, show.beams[0], 0.22)]);
  const floor = h * 0.66;
  let body = back.def + rect(0, 0, w, h, back.fill) + glow(w / 2, floor, w * 0.55, show.beams[0], 0.55);
  body += beams(scene, show.beams) + screen(scene, floor, show);
  body +=
    rect(0, floor, w, h * 0.06, mix(show.dark, "#ffffff", 0.08)) +
    rect(0, floor, w, h * 0.006, show.beams[2], 'opacity=".9"');
  const places = r.shuffle([singer, guitarist, drummer, guitarist]).slice(0, 3);
  places.forEach((play, i) => {
    body += play(w * (0.3 + i * 0.2), floor + h * 0.004, h * 0.2, "#0a0714", show.beams[i] ?? "#fff");
  });
  body += truss(scene, show.beams) + confetti(scene, show.beams, floor) + crowd(scene, show);
  return { body, alt: "A band on stage at a college fest, beams of light over a cheering crowd." };
};

type Show = (typeof shows)[number];

function beams({ r, w, h }: Scene, colours: readonly string[]): string {
  let body = "";
  for (let i = 0; i < 9; i++) {
    const x = w * (0.06 + i * 0.11);
    const aim = x + w * r.between(-0.35, 0.35);
    const fill = gradient([colours[i % 3] ?? "#fff", "#00000000"]);
    const spread = w * r.between(0.04, 0.09);
    body +=
      fill.def.replace("#00000000", `${colours[i % 3]}" stop-opacity="0`) +
      polygon(
        [
          [x - 3, h * 0.05],
          [x + 3, h * 0.05],
          [aim + spread, h * 0.8],
          [aim - spread, h * 0.8],
        ],
        fill.fill,
        'opacity=".5"',
      );
  }
  return body;
}

function screen({ r, w, h }: Scene, floor: number, show: Show): string {
  const [x, y, sw, sh] = [w * 0.24, h * 0.17, w * 0.52, floor - h * 0.3];
  const face = gradient([show.beams[1], show.beams[0], show.beams[2]], "x1='0' y1='0' x2='1' y2='1'");
  let body = face.def + rect(x, y, sw, sh, face.fill, 'opacity=".55" rx="6"');
  const middle = y + sh * 0.5;
  for (let i = 0; i < 40; i++) {
    const tall = sh * r.between(0.06, 0.7) * Math.sin((i / 39) * Math.PI);
    body += rect(
      x + sw * (0.04 + (i / 40) * 0.92),
      middle - tall / 2,
      sw * 0.013,
      tall,
      "#ffffff",
      'opacity=".75" rx="2"',
    );
  }
  return body;
}

function truss({ w, h }: Scene, colours: readonly string[]): string {
  let d = "";
  for (let i = 0; i < 30; i++)
    d += `M${n((w * i) / 30)} ${n(h * 0.025)}L${n((w * (i + 0.5)) / 30)} ${n(h * 0.05)}L${n((w * (i + 1)) / 30)} ${n(h * 0.025)}`;
  let body = line(`${d}M0 ${n(h * 0.025)}H${w}M0 ${n(h * 0.05)}H${w}`, "#2a2438", h * 0.004);
  for (let i = 0; i < 9; i++) {
    const x = w * (0.06 + i * 0.11);
    body +=
      rect(x - w * 0.009, h * 0.045, w * 0.018, h * 0.03, "#17121f", 'rx="3"') +
      glow(x, h * 0.08, w * 0.035, colours[i % 3] ?? "#fff", 0.9) +
      circle(x, h * 0.076, w * 0.006, "#ffffff");
  }
  return body;
}

const torso = (x: number, ground: number, s: number, colour: string) =>
  circle(x, ground - s * 0.9, s * 0.1, colour) +
  path(
    `M${n(x - s * 0.15)} ${n(ground - s * 0.42)}Q${n(x - s * 0.17)} ${n(ground - s * 0.78)} ${n(x)} ${n(ground - s * 0.79)}Q${n(x + s * 0.17)} ${n(ground - s * 0.78)} ${n(x + s * 0.15)} ${n(ground - s * 0.42)}L${n(x + s * 0.17)} ${n(ground)}H${n(x + s * 0.05)}L${n(x)} ${n(ground - s * 0.36)}L${n(x - s * 0.05)} ${n(ground)}H${n(x - s * 0.17)}Z`,
    colour,
  );

function singer(x: number, ground: number, s: number, colour: string): string {
  return (
    torso(x, ground, s, colour) +
    line(
      `M${n(x + s * 0.13)} ${n(ground - s * 0.7)}L${n(x + s * 0.3)} ${n(ground - s * 0.62)}L${n(x + s * 0.16)} ${n(ground - s * 0.86)}M${n(x - s * 0.13)} ${n(ground - s * 0.7)}L${n(x - s * 0.3)} ${n(ground - s * 0.98)}`,
      colour,
      s * 0.08,
    ) +
    line(`M${n(x + s * 0.22)} ${n(ground - s * 0.84)}V${n(ground)}`, colour, s * 0.025) +
    circle(x + s * 0.15, ground - s * 0.87, s * 0.04, colour)
  );
}

function guitarist(x: number, ground: number, s: number, colour: string, accent: string): string {
  return (
    torso(x, ground, s, colour) +
    line(
      `M${n(x - s * 0.24)} ${n(ground - s * 0.42)}L${n(x + s * 0.42)} ${n(ground - s * 0.72)}`,
      mix(accent, "#000000", 0.35),
      s * 0.04,
    ) +
    path(
      `M${n(x - s * 0.32)} ${n(ground - s * 0.36)}q${n(s * 0.02)} ${n(-s * 0.2)} ${n(s * 0.16)} ${n(-s * 0.16)}t${n(s * 0.16)} ${n(s * 0.02)}t${n(-s * 0.06)} ${n(s * 0.2)}t${n(-s * 0.26)} ${n(-s * 0.06)}Z`,
      accent,
    ) +
    line(
      `M${n(x + s * 0.13)} ${n(ground - s * 0.7)}L${n(x + s * 0.28)} ${n(ground - s * 0.64)}M${n(x - s * 0.13)} ${n(ground - s * 0.7)}L${n(x - s * 0.2)} ${n(ground - s * 0.52)}L${n(x - s * 0.1)} ${n(ground - s * 0.44)}`,
      colour,
      s * 0.075,
    )
  );
}

function drummer(x: number, ground: number, s: number, colour: string, accent: string): string {
  return (
    circle(x, ground - s * 0.82, s * 0.1, colour) +
    path(
      `M${n(x - s * 0.16)} ${n(ground - s * 0.2)}Q${n(x - s * 0.18)} ${n(ground - s * 0.7)} ${n(x)} ${n(ground - s * 0.7)}Q${n(x + s * 0.18)} ${n(ground - s * 0.7)} ${n(x + s * 0.16)} ${n(ground - s * 0.2)}Z`,
      colour,
    ) +
    line(
      `M${n(x - s * 0.13)} ${n(ground - s * 0.6)}L${n(x - s * 0.34)} ${n(ground - s * 0.76)}M${n(x + s * 0.13)} ${n(ground - s * 0.6)}L${n(x + s * 0.32)} ${n(ground - s * 0.55)}`,
      colour,
      s * 0.07,
    ) +
    circle(x, ground - s * 0.2, s * 0.2, mix(accent, "#000000", 0.3)) +
    circle(x, ground - s * 0.2, s * 0.16, mix(accent, "#ffffff", 0.55)) +
    rect(x - s * 0.42, ground - s * 0.36, s * 0.2, s * 0.36, mix(accent, "#000000", 0.2), 'rx="4"') +
    rect(x + s * 0.22, ground - s * 0.36, s * 0.2, s * 0.36, mix(accent, "#000000", 0.2), 'rx="4"') +
    line(
      `M${n(x - s * 0.5)} ${n(ground - s * 0.55)}H${n(x - s * 0.26)}M${n(x + s * 0.26)} ${n(ground - s * 0.58)}H${n(x + s * 0.5)}`,
      "#ffd98a",
      s * 0.03,
    )
  );
}

function confetti({ r, w }: Scene, colours: readonly string[], floor: number): string {
  return Array.from({ length: 90 }, () =>
    rect(
      0,
      0,
      w * r.between(0.004, 0.008),
      w * 0.004,
      r.pick([...colours, "#ffffff"]),
      `opacity="${n(r.between(0.5, 1))}" transform="translate(${n(r.between(0, w))} ${n(r.between(0.1, 1) * floor)}) rotate(${r.integer(0, 180)})"`,
    ),
  ).join("");
}

function crowd({ r, w, h }: Scene, show: Show): string {
  let body = "";
  for (const [row, base] of [0.86, 0.96, 1.07].entries()) {
    const colour = mix(show.crowd, show.beams[0], 0.3 - row * 0.14);
    const s = h * (0.045 + row * 0.014);
    for (let x = -s; x < w + s; x += s * 1.5) {
      const [px, py] = [x + r.between(-0.3, 0.3) * s, h * base - r.between(0, 0.5) * s];
      body +=
        circle(px, py - s * 0.75, s * 0.36, colour) +
        path(
          `M${n(px - s * 0.72)} ${n(h + 2)}V${n(py + s * 0.25)}Q${n(px - s * 0.6)} ${n(py - s * 0.32)} ${n(px)} ${n(py - s * 0.34)}Q${n(px + s * 0.6)} ${n(py - s * 0.32)} ${n(px + s * 0.72)} ${n(py + s * 0.25)}V${n(h + 2)}Z`,
          colour,
        );
      if (r.chance(0.4)) {
        const side = r.pick([-1, 1]);
        body += line(
          `M${n(px + side * s * 0.6)} ${n(py)}L${n(px + side * s * 0.75)} ${n(py - s * 0.9)}L${n(px + side * s * 0.55)} ${n(py - s * 1.7)}`,
          colour,
          s * 0.24,
        );
        if (r.chance(0.3))
          body += rect(
            px + side * s * 0.55 - s * 0.16,
            py - s * 2.15,
            s * 0.32,
            s * 0.5,
            "#dfe9ff",
            'rx="2"',
          );
      }
    }
  }
  return body;
}
