import type { Random } from "./random";
import { circle, ellipse, glow, gradient, group, line, mix, n, path, rect } from "./svg";

/** Friendly, flat portraits with varied faces, hair, glasses, beards, scarves and skin tones. */

const grounds = [
  ["#ffd9a0", "#ffb86b"],
  ["#bfe3f2", "#8cc5e3"],
  ["#d9d2ff", "#b3a6f5"],
  ["#c9efd6", "#93d6ae"],
  ["#ffd3d8", "#ffa9b4"],
  ["#fdf0c4", "#f7d774"],
  ["#d3dcff", "#a3b4fb"],
  ["#f6d6ee", "#e3a9d3"],
] as const;
const skins = ["#f3cfae", "#e6b48a", "#d49a6a", "#bd8154", "#a06a43", "#7f5235", "#61402b"] as const;
const hairs = ["#16131a", "#221a1c", "#2f221f", "#3b2a22", "#4a3326"] as const;
const shirts = [
  "#3046e6",
  "#e4572e",
  "#2a9d8f",
  "#8338ec",
  "#f2a20c",
  "#d6336c",
  "#1f7a8c",
  "#475569",
  "#f4f1ea",
  "#386641",
] as const;

type Face = { r: Random; skin: string; shade: string; hair: string; shirt: string; longHair: boolean };

/** The body of a 500 × 500 portrait. */
export function avatar(r: Random): string {
  const skin = r.pick(skins);
  const longHair = r.chance(0.5);
  const face: Face = {
    r,
    skin,
    shade: mix(skin, "#7a2e1d", 0.24),
    hair: r.pick(hairs),
    shirt: r.pick(shirts),
    longHair,
  };
  const [from, to] = r.pick(grounds);
  const ground = gradient([from, to]);
  const style = longHair ? r.integer(0, 4) : r.integer(5, 9);
  const covered = longHair && r.chance(0.12);
  const turban = !longHair && r.chance(0.12);
  const wide = r.between(96, 106);
  let body = ground.def + rect(0, 0, 500, 500, ground.fill) + glow(250, 200, 260, "#ffffff", 0.5);
  if (covered) body += scarfBack(face.shirt);
  else if (!turban) body += hairBack(face, style);
  body += shoulders(face) + neck(face);
  body += ears(face, wide, longHair) + head(face, wide);
  body += features(face);
  if (covered) body += scarfFront(r.pick(shirts));
  else if (turban) body += turbanOn(r.pick(shirts)) + beard(face, wide, 1);
  else {
    if (!longHair) body += beard(face, wide, r.integer(0, 4));
    body += hairFront(face, style, wide);
  }
  if (r.chance(0.34)) body += glasses(r);
  return body;
}

const head = ({ skin, shade }: Face, wide: number) =>
  path(
    `M${n(250 - wide)} 205C${n(250 - wide)} 120 ${n(250 + wide)} 120 ${n(250 + wide)} 205C${n(250 + wide)} 282 ${n(250 + wide * 0.62)} 342 250 346C${n(250 - wide * 0.62)} 342 ${n(250 - wide)} 282 ${n(250 - wide)} 205Z`,
    skin,
  ) +
  ellipse(250 - wide * 0.56, 268, 22, 15, shade, 'opacity=".38"') +
  ellipse(250 + wide * 0.56, 268, 22, 15, shade, 'opacity=".38"');

function ears({ skin, shade, r }: Face, wide: number, earrings: boolean): string {
  const both = (draw: (x: number, side: number) => string) =>
    draw(250 - wide + 1, -1) + draw(250 + wide - 1, 1);
  let body =
    both((x) => ellipse(x, 226, 18, 26, skin)) +
    both((x, side) => line(`M${n(x + side * 5)} 214q${side * 8} 10 0 22`, shade, 4, 'opacity=".7"'));
  if (earrings && r.chance(0.7))
    body += both(
      (x, side) => circle(x + side * 3, 258, 7, "#f2c14e") + circle(x + side * 3, 271, 4.5, "#f2c14e"),
    );
  return body;
}

const neck = ({ skin, shade }: Face) =>
  path("M205 300H295V372Q250 420 205 372Z", skin) +
  path("M206 322Q250 372 294 322V344Q250 388 206 344Z", shade, 'opacity=".55"');

function shoulders({ r, shirt, skin }: Face): string {
  const dark = mix(shirt, "#000000", 0.18);
  const light = mix(shirt, "#ffffff", 0.24);
  let body = path("M60 500C62 424 130 392 196 380Q250 420 304 380C370 392 438 424 440 500Z", shirt);
  const kind = r.integer(0, 4);
  if (kind === 0)
    body +=
      path("M196 380L250 440L230 470L176 392Z", light) + path("M304 380L250 440L270 470L324 392Z", light);
  if (kind === 1) body += path("M188 382Q250 440 312 382L324 386Q250 462 176 386Z", dark);
  if (kind === 2)
    body +=
      path("M196 380L250 462L304 380Q250 420 196 380Z", skin) + line("M194 381L250 464L306 381", light, 9);
  if (kind === 3)
    body +=
      path("M182 384Q176 350 206 352Q250 404 294 352Q324 350 318 384Q250 450 182 384Z", dark) +
      line("M226 428V474M274 428V474", light, 5);
  if (kind === 4)
    body +=
      line("M250 420V500", dark, 5) +
      [446, 474].map((y) => circle(250, y, 5, light)).join("") +
      path("M208 384Q250 424 292 384L298 400Q250 444 202 400Z", light);
  return body;
}

function features({ r, hair, shade, skin }: Face): string {
  const brow = mix(hair, skin, 0.12);
  const lift = r.between(-4, 5);
  const happy = r.chance(0.18);
  const eye = (x: number) =>
    happy
      ? line(`M${x - 15} 226Q${x} 210 ${x + 15} 226`, "#241a1a", 6.5)
      : ellipse(x, 222, 10.5, 12.5, "#241a1a") + circle(x + 4, 217, 3.8, "#ffffff");
  let body = eye(209) + eye(291);
  body +=
    line(`M186 ${n(194 - lift)}Q209 ${n(183 - lift)} 230 ${n(194 - lift * 0.4)}`, brow, 8) +
    line(`M270 ${n(194 - lift * 0.4)}Q291 ${n(183 - lift)} 314 ${n(194 - lift)}`, brow, 8);
  body += line(
    r.pick(["M250 226Q240 256 252 260", "M246 258Q252 264 260 257", "M250 232Q238 262 256 262"]),
    shade,
    5.5,
  );
  const mouth = r.integer(0, 3);
  if (mouth === 0) body += line("M218 290Q250 318 282 290", mix(shade, "#5a1818", 0.45), 7);
  if (mouth === 1)
    body +=
      path("M212 286Q250 292 288 286Q282 328 250 328Q218 328 212 286Z", "#7a2330") +
      path("M219 289Q250 294 281 289Q280 301 250 302Q220 301 219 289Z", "#ffffff") +
      ellipse(250, 320, 17, 8, "#e0777d");
  if (mouth === 2) body += line("M222 294Q256 310 284 288", mix(shade, "#5a1818", 0.45), 7);
  if (mouth === 3)
    body += path(
      "M220 288Q250 296 280 288Q270 316 250 316Q230 316 220 288Z",
      "#ffffff",
      `stroke="${mix(shade, "#5a1818", 0.45)}" stroke-width="5" stroke-linejoin="round"`,
    );
  return body + (r.chance(0.1) ? circle(250, 172, 5, "#b3202c") : "");
}

function glasses(r: Random): string {
  const colour = r.pick(["#1d1a20", "#5b3a29", "#2b3a67", "#8a1c3a"]);
  const square = r.chance(0.4);
  const lens = (x: number) =>
    square
      ? rect(x - 33, 196, 66, 52, "#ffffff", `fill-opacity=".18" rx="14" stroke="${colour}" stroke-width="7"`)
      : circle(x, 222, 33, "#ffffff", `fill-opacity=".18" stroke="${colour}" stroke-width="7"`);
  return lens(207) + lens(293) + line("M240 218Q250 211 260 218M174 214L150 206M326 214L350 206", colour, 7);
}

function beard({ r, hair }: Face, wide: number, kind: number): string {
  if (kind === 1) {
    const full = path(
      `M${n(250 - wide)} 222Q${n(250 - wide * 0.86)} 262 ${n(250 - wide * 0.55)} 268Q250 256 ${n(250 + wide * 0.55)} 268Q${n(250 + wide * 0.86)} 262 ${n(250 + wide)} 222C${n(250 + wide)} 308 ${n(250 + wide * 0.62)} 368 250 370C${n(250 - wide * 0.62)} 368 ${n(250 - wide)} 308 ${n(250 - wide)} 222Z`,
      hair,
    );
    return (
      full +
      path("M216 287Q250 281 284 287Q278 316 250 316Q222 316 216 287Z", "#7a2330") +
      path("M222 289Q250 284 278 289Q276 299 250 299Q224 299 222 289Z", "#ffffff")
    );
  }
  if (kind === 2) return line("M222 278Q236 270 250 276Q264 270 278 278", hair, 9);
  if (kind === 3)
    return (
      path("M226 330Q250 322 274 330Q270 358 250 360Q230 358 226 330Z", hair) +
      (r.chance(0.5) ? line("M222 278Q236 270 250 276Q264 270 278 278", hair, 8) : "")
    );
  return "";
}

function hairBack({ hair }: Face, style: number): string {
  const deep = mix(hair, "#000000", 0.22);
  return (
    [
      path(
        "M136 210C126 66 374 66 364 210C372 290 384 350 392 428Q350 446 318 420H182Q150 446 108 428C116 350 128 290 138 210Z",
        deep,
      ),
      path(
        "M138 214C130 66 370 66 362 214C366 268 372 306 362 336Q330 352 300 330H200Q170 352 138 336C128 306 134 268 140 214Z",
        deep,
      ),
      circle(250, 74, 48, hair) +
        circle(244, 66, 30, mix(hair, "#ffffff", 0.07)) +
        path("M144 220C136 80 364 80 356 220V250H144Z", deep),
      path("M138 214C130 66 370 66 362 214C380 240 340 330 384 398Q366 432 330 408L170 330Z", deep) +
        path("M320 250C372 290 344 352 372 404Q384 440 356 452Q324 438 330 392Q300 320 320 250Z", hair),
      [
        [150, 150],
        [190, 108],
        [250, 92],
        [310, 108],
        [350, 150],
        [366, 206],
        [362, 262],
        [346, 312],
        [134, 206],
        [138, 262],
        [154, 312],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 46, deep))
        .join(""),
    ][style] ?? ""
  );
}

function hairFront({ hair, r }: Face, style: number, wide: number): string {
  const shine = mix(hair, "#ffffff", 0.13);
  const [left, right] = [250 - wide - 4, 250 + wide + 4];
  const strand = (d: string) => line(d, shine, 6, 'opacity=".55"');
  const flip = r.chance(0.5);
  // Every style is one outline over the top of the head (`dome`), closed by its own hairline.
  const dome = (height: number, from = 222) =>
    `M${n(left)} ${from}C${n(left - 8)} ${height} ${n(right + 8)} ${height} ${n(right)} ${from}`;
  const drawings = [
    path(`${dome(58)}C${n(right - 6)} 186 322 160 288 142C262 172 190 184 ${n(left)} 222Z`, hair) +
      strand("M200 132Q228 112 268 112"),
    path(
      `${dome(60)}Q${n(right - 6)} 192 ${n(right - 14)} 176Q250 196 ${n(left + 14)} 176Q${n(left + 6)} 192 ${n(left)} 222Z`,
      hair,
    ) + strand("M196 140Q250 112 304 140"),
    path(`${dome(62)}Q${n(right - 10)} 168 250 148Q${n(left + 10)} 168 ${n(left)} 222Z`, hair) +
      strand("M206 128Q250 112 294 128"),
    path(`${dome(58)}C${n(right - 4)} 184 318 152 214 142C200 170 176 192 ${n(left)} 222Z`, hair) +
      strand("M232 118Q282 114 314 146"),
    path(`${dome(52)}Q${n(right - 8)} 180 250 168Q${n(left + 8)} 180 ${n(left)} 222Z`, hair) +
      [
        [166, 160],
        [200, 126],
        [250, 112],
        [300, 126],
        [334, 160],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 38, hair))
        .join("") +
      circle(212, 112, 11, shine, 'opacity=".4"'),
    path(
      `${dome(48, 210)}Q${n(right - 12)} 178 ${n(right - 26)} 166Q262 178 ${n(left + 52)} 156Q${n(left + 22)} 180 ${n(left)} 210Z`,
      hair,
    ) + strand("M220 112Q268 96 312 124"),
    path(
      `${dome(74, 208)}Q${n(right - 12)} 184 ${n(right - 18)} 172Q250 150 ${n(left + 18)} 172Q${n(left + 12)} 184 ${n(left)} 208Z`,
      hair,
    ),
    path(`${dome(56, 212)}Q${n(right - 6)} 182 250 168Q${n(left + 6)} 182 ${n(left)} 212Z`, hair) +
      [
        [160, 158],
        [176, 124],
        [210, 100],
        [250, 92],
        [290, 100],
        [324, 124],
        [340, 158],
      ]
        .map(([x = 0, y = 0]) => circle(x, y, 30, hair))
        .join("") +
      circle(222, 98, 9, shine, 'opacity=".4"'),
    path(
      `M${n(left)} 214C${n(left - 8)} 146 168 92 236 78C240 92 232 100 226 106C270 62 338 76 ${n(right - 14)} 116C${n(right + 14)} 148 ${n(right + 4)} 188 ${n(right)} 214Q${n(right - 12)} 186 ${n(right - 22)} 168Q250 172 ${n(left + 22)} 168Q${n(left + 12)} 186 ${n(left)} 214Z`,
      hair,
    ) + strand("M206 126Q240 106 276 110"),
    path(
      `${dome(56, 210)}Q${n(right - 12)} 184 ${n(right - 20)} 172C300 152 262 180 232 152C214 170 ${n(left + 22)} 164 ${n(left)} 210Z`,
      hair,
    ) + strand("M210 120Q254 98 300 120"),
  ];
  const drawn = drawings[style] ?? "";
  return flip && style !== 3 ? group(drawn, 'transform="translate(500 0) scale(-1 1)"') : drawn;
}

const scarfBack = (colour: string) =>
  path(
    "M130 220C118 78 382 78 370 220C376 320 400 372 420 430Q250 500 80 430C100 372 124 320 130 220Z",
    mix(colour, "#000000", 0.12),
  );

const scarfFront = (colour: string) =>
  path(
    "M138 226C126 82 374 82 362 226C368 300 330 356 268 376C330 366 352 400 340 430Q250 470 150 424Q140 380 196 366C148 340 132 292 138 226ZM160 224C160 292 200 344 250 346C300 344 340 292 340 224C340 124 160 124 160 224Z",
    colour,
    'fill-rule="evenodd"',
  ) +
  line("M176 132Q250 84 324 132", mix(colour, "#ffffff", 0.25), 5, 'opacity=".7"') +
  line("M196 372Q260 396 330 384", mix(colour, "#000000", 0.22), 5, 'opacity=".6"');

const turbanOn = (colour: string) =>
  path("M136 204C100 30 400 30 364 204Q330 150 250 158Q170 150 136 204Z", colour) +
  path(
    "M136 204C150 170 200 160 250 96C300 160 350 170 364 204Q330 166 250 172Q170 166 136 204Z",
    mix(colour, "#000000", 0.13),
  ) +
  line(
    "M146 172Q190 150 238 88M142 146Q176 124 206 84M354 172Q310 150 262 88M358 146Q324 124 294 84",
    mix(colour, "#ffffff", 0.22),
    6,
    'opacity=".7"',
  ) +
  polygonGem(mix(colour, "#ffffff", 0.65));

const polygonGem = (colour: string) => path("M250 122L261 138L250 154L239 138Z", colour);
