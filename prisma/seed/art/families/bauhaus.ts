import { circle, type Family, group, n, path, rect } from "../svg";

const palettes = [
  ["#f2ead8", "#d6402b", "#1d4e89", "#f2b134", "#1b1b1e"],
  ["#fdf0d5", "#003049", "#c1121f", "#669bbc", "#f77f00"],
  ["#eef0f2", "#3046e6", "#f2a20c", "#15171c", "#e11d48"],
  ["#faf3dd", "#2a9d8f", "#e76f51", "#264653", "#e9c46a"],
  ["#fff1e6", "#5f0f40", "#fb8b24", "#0f4c5c", "#e36414"],
] as const;

/** Tiles of circles, quarters and stripes, like a poster from the 1920s. */
export const bauhaus: Family = ({ r, w, h }) => {
  const [ground, ...colours] = r.pick(palettes);
  const columns = r.pick([3, 4, 4, 5]);
  const size = w / columns;
  const rows = Math.ceil(h / size);
  let body = rect(0, 0, w, h, ground);
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const [a = "#000", b = "#fff", c = "#888"] = r.shuffle([...colours, ground]);
      const turn = r.integer(0, 3) * 90;
      const tile = rect(0, 0, size + 0.5, size + 0.5, a) + shape(r.integer(0, 8), size, b, c);
      body += group(
        tile,
        `transform="translate(${n(i * size)} ${n(j * size)}) rotate(${turn} ${n(size / 2)} ${n(size / 2)})"`,
      );
    }
  }
  return { body, alt: `An abstract pattern of circles, quarters and stripes in ${colours.length} colours.` };
};

function shape(kind: number, s: number, b: string, c: string): string {
  const quarter = (radius: number, colour: string) =>
    path(`M0 0H${n(radius)}A${n(radius)} ${n(radius)} 0 0 1 0 ${n(radius)}Z`, colour);
  const stripes = [0, 1, 2, 3].map((i) => rect(0, i * (s / 4), s, s / 8, b)).join("");
  return (
    [
      quarter(s, b) + quarter(s * 0.5, c),
      circle(s / 2, s / 2, s * 0.36, b) + circle(s / 2, s / 2, s * 0.16, c),
      path(`M0 0H${n(s)}L0 ${n(s)}Z`, b),
      path(`M0 ${n(s / 2)}A${n(s / 2)} ${n(s / 2)} 0 0 1 ${n(s)} ${n(s / 2)}Z`, b) +
        path(`M0 ${n(s)}A${n(s / 2)} ${n(s / 2)} 0 0 1 ${n(s)} ${n(s)}Z`, c),
      stripes,
      path(`M0 0A${n(s)} ${n(s)} 0 0 1 ${n(s)} ${n(s)}H0Z`, b) + circle(s * 0.28, s * 0.72, s * 0.14, c),
      quarter(s, b) + group(quarter(s * 0.62, c), `transform="rotate(180 ${n(s / 2)} ${n(s / 2)})"`),
      rect(0, 0, s / 2, s / 2, b) +
        rect(s / 2, s / 2, s / 2, s / 2, b) +
        circle(s * 0.75, s * 0.25, s * 0.15, c),
      [0.94, 0.7, 0.46, 0.22].map((part, i) => quarter(s * part, i % 2 === 0 ? b : c)).join(""),
    ][kind] ?? ""
  );
}
