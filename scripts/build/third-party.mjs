import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../cli/environment.mjs";
import { filesIn } from "./source-hash.mjs";

/** The page of the licences imports it. */
const FILE = path.join(ROOT, "lib/legal/third-party.generated.json");

/** Browsers get these, and their licences ask to say so and where their source is. */
const FIRST = ["libheif-js", "mediabunny"];

/**
 * For development and building: our sources name esbuild (app/workers), and what is shipped wants
 * the others next to it.
 */
const NOT_SHIPPED = /^(esbuild$|prisma$|@types\/|@next\/swc-)/;

const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** @param {string} file @returns {any} */
const readJson = (file) => JSON.parse(readFileSync(path.join(ROOT, file), "utf8"));

/**
 * Writes the notices of all packages that are shipped or that browsers get, for the page of the
 * licences: packages of the same text together, which Next.js would otherwise send many times.
 */
export function writeThirdParty() {
  /** @type {Map<string, { licence: string, text: string, packages: object[] }>} */
  const groups = new Map();
  for (const { licence, text, ...rest } of thirdPartyPackages()) {
    const group = groups.get(licence + text) ?? { licence, text, packages: [] };
    group.packages.push(rest);
    groups.set(licence + text, group);
  }
  const json = `${JSON.stringify([...groups.values()])}\n`;
  // Writing an unchanged file would make `next dev` compile again.
  if (!existsSync(FILE) || readFileSync(FILE, "utf8") !== json) writeFileSync(FILE, json);
}

/**
 * The packages that production runs or that browsers get, each with its licence as its authors
 * wrote it and the address of its source: those that our sources name, and what these depend on.
 * A package of which two versions are installed is there twice.
 * @returns {{ name: string, version: string, licence: string, source: string, text: string }[]}
 */
export function thirdPartyPackages() {
  const { packages } = readJson("package-lock.json");
  /** @type {Set<string>} */
  const places = new Set();
  /** @param {string} name @param {string} from the folder of the package that depends on it */
  const add = (name, from) => {
    const place = placeOf(name, from);
    if (!place || places.has(place) || NOT_SHIPPED.test(name)) return;
    places.add(place);
    const {
      dependencies,
      optionalDependencies,
      peerDependencies = {},
      peerDependenciesMeta,
    } = packages[place];
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta?.[peer]?.optional);
    for (const next of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
      add(next, place);
  };
  for (const name of rootPackages()) add(name, "");
  /** @param {string} name */
  const rank = (name) => (FIRST.indexOf(name) + FIRST.length + 1) % (FIRST.length + 1);
  const notices = [...places].map((place) => notice(place, packages[place]));
  return [...new Map(notices.map((one) => [`${one.name} ${one.version}`, one])).values()].sort(
    (a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1),
  );
}

/** What is installed for production, and what else our sources name: the build bundles it. */
function rootPackages() {
  const { dependencies, devDependencies } = readJson("package.json");
  const sources = ["app", "components", "lib"]
    .flatMap(filesIn)
    .filter((file) => /\.(tsx?|mjs|css)$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(ROOT, file), "utf8"))
    .join("\n");
  const bundled = Object.keys(devDependencies).filter((name) => new RegExp(`["/]${name}["/]`).test(sources));
  return [...Object.keys(dependencies), ...bundled];
}

/**
 * Where Node.js finds a package: undefined when it is not installed, as packages of other systems
 * are.
 * @param {string} name
 * @param {string} from
 * @returns {string | undefined}
 */
function placeOf(name, from) {
  const place = path.posix.join(from, "node_modules", name);
  if (existsSync(path.join(ROOT, place, "package.json"))) return place;
  return from ? placeOf(name, from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, "")) : undefined;
}

/**
 * @param {string} place
 * @param {{ version: string, license?: string }} locked
 */
function notice(place, { version, license }) {
  const name = place.replace(/^.*node_modules\//, "");
  const { repository, license: own } = readJson(`${place}/package.json`);
  const texts = readdirSync(path.join(ROOT, place), { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map((entry) => readFileSync(path.join(ROOT, place, entry.name), "utf8"))
    .map(tidy);
  const source =
    /(?:^|github[:.](?:com[:/])?)([\w-]+\/[\w.-]+?)(?:\.git)?(?:\/tree\/.*)?$/.exec(
      repository?.url ?? repository ?? "",
    )?.[1] ?? "";
  return {
    name,
    version,
    licence: license ?? own ?? "",
    source: source ? `https://github.com/${source}` : `https://www.npmjs.com/package/${name}/v/${version}`,
    text: texts.join("\n\n") || readmeLicence(place),
  };
}

/**
 * Without empty lines around it, and what is not seen at the end of a line. The first line may be a
 * centred title, whose indent stays.
 * @param {string} text
 */
function tidy(text) {
  return text
    .replace(/[^\S\n]+$/gm, "")
    .replace(/^\n+/, "")
    .trimEnd();
}

/**
 * What the readme of a package says of its licence, for one that has no file of it.
 * @param {string} place
 */
function readmeLicence(place) {
  const folder = path.join(ROOT, place);
  const readme = readdirSync(folder).find((file) => /^readme(\.md)?$/i.test(file));
  const text = readme ? readFileSync(path.join(folder, readme), "utf8") : "";
  const section = text.split(/^#+ */m).find((part) => /^licen[cs]/i.test(part)) ?? "";
  const body = tidy(section.slice(section.indexOf("\n"))).trim();
  // Many say "MIT", which we know.
  return body.includes(" ") ? body : "";
}
