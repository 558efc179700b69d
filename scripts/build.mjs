import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { integrationAddresses } from "../lib/platform/db-connection.mjs";
import { filesIn, sourceHash } from "./build/source-hash.mjs";
import { ROOT } from "./cli/environment.mjs";
import { run } from "./cli/exec.mjs";
import { acquireLock } from "./cli/lock.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { stopOnSignals } from "./cli/shutdown.mjs";
import { isPreview, providePreviewDatabase } from "./embedded/preview.mjs";
import { ensureGenerated } from "./generate.mjs";
import { checkDatabase, checkEnvironment } from "./server/preflight.mjs";

const HASH_FILE = path.join(ROOT, ".next/build-hash");

/** The incremental state of the last build's type check. */
const TYPES_CACHE = path.join(ROOT, ".next/cache/.tsbuildinfo");

/** The last line of a hash file that was written completely. */
const END_MARK = "complete";

/** The build's files that the server reads. */
const ARTIFACTS = [
  ".next/BUILD_ID",
  ".next/build-manifest.json",
  ".next/routes-manifest.json",
  ".next/server",
  ".next/static",
];

/** Everything that goes into a build. Settings do not: they are read when the server starts. */
const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "prisma/schema.prisma",
  "middleware.ts",
  "instrumentation.ts",
  "instrumentation-client.ts",
  "scripts/build.mjs",
  "next.config.ts",
  "postcss.config.mjs",
  "tsconfig.json",
  "package-lock.json",
  // Next.js reads these as well.
  ".env",
  ".env.local",
];

/**
 * Builds for production, unless there is a build of exactly these sources.
 * @returns {Promise<string | void>} a note when there was nothing to do
 */
export async function ensureBuilt() {
  const release = await acquireLock(path.join(ROOT, "app"), 600_000);
  try {
    if (isBuilt(sourceHash(SOURCES))) return "nothing changed";
    await build();
  } finally {
    release?.();
  }
}

/** @param {{ show?: boolean }} [options] */
async function build(options) {
  const hash = sourceHash(SOURCES);
  // An interrupted build leaves no hash file.
  rmSync(HASH_FILE, { force: true });
  // From this state, TypeScript 7 reports errors that have long been fixed.
  rmSync(TYPES_CACHE, { force: true });
  await ensureGenerated();
  await nextBuild([], options);
  // On Vercel an adapter has taken the files away by now, and Vercel compresses responses itself.
  if (process.env.VERCEL) return;
  await compress();
  writeFileSync(HASH_FILE, [hash, ...ARTIFACTS.flatMap(filesIn), END_MARK].join("\n"));
}

/**
 * @param {string[]} args
 * @param {{ show?: boolean, env?: NodeJS.ProcessEnv }} [options]
 */
export function nextBuild(args, { show = false, env = process.env } = {}) {
  return run(process.execPath, ["node_modules/.bin/next", "build", ...args], {
    show,
    env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
}

/**
 * Writes compressed copies next to each static file for the server to send (server/serve.mjs):
 * once, and better than for each request.
 */
async function compress() {
  const files = filesIn(".next/static").filter((file) => /\.(js|css|svg)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}

/**
 * Whether there is a complete build of these sources.
 * @param {string} hash
 */
function isBuilt(hash) {
  if (!existsSync(HASH_FILE)) return false;
  const lines = readFileSync(HASH_FILE, "utf8").split("\n");
  if (lines[0] !== hash || lines.at(-1) !== END_MARK) return false;
  return lines.slice(1, -1).every((file) => existsSync(path.join(ROOT, file)));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runCli(async () => {
    stopOnSignals(1);
    // Serverless functions have no start-up of their own, so the checks at start run in the
    // deployment's build.
    if (process.env.VERCEL) {
      Object.assign(process.env, integrationAddresses(process.env));
      await ensureGenerated();
      await checkEnvironment();
      if (isPreview()) await providePreviewDatabase();
      await checkDatabase();
    }
    await build({ show: true });
    // Functions have no folder of ours.
    if (process.env.VERCEL) return;
    const { writeProductionTree } = await import("./build/production-tree.mjs");
    console.log(`.next/production: ${await writeProductionTree(path.join(ROOT, ".next/production"))}`);
  });
}
