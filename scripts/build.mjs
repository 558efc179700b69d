import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { enforceBudget } from "./build/js-budget.mjs";
import { filesIn, sourceHash } from "./build/source-hash.mjs";
import { ROOT } from "./cli/environment.mjs";
import { run } from "./cli/exec.mjs";
import { acquireLock } from "./cli/lock.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { stopOnSignals } from "./cli/shutdown.mjs";
import { ensureGenerated } from "./generate.mjs";
import { checkDatabase, checkEnvironment } from "./server/preflight.mjs";

const HASH_FILE = path.join(ROOT, ".next/build-hash");

/** What the last type check of a build left behind. */
const TYPES_CACHE = path.join(ROOT, ".next/cache/.tsbuildinfo");

/** The last line of a stamp that was not cut short. */
const COMPLETE = "complete";

/** What the server reads. */
const ARTIFACTS = [
  ".next/BUILD_ID",
  ".next/build-manifest.json",
  ".next/routes-manifest.json",
  ".next/server",
  ".next/static",
];

/** Everything a build is made from. */
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
  // Next.js reads these too.
  ".env",
  ".env.local",
];

/**
 * Makes the production build, unless there is one of these very sources.
 * @returns {Promise<string | void>} a note when there was nothing to do
 */
export async function ensureBuilt() {
  const release = await acquireLock(path.join(ROOT, "app"), 600_000);
  try {
    if (isBuilt(buildHash())) return "nothing changed";
    await build();
  } finally {
    release?.();
  }
}

/** @param {{ show?: boolean }} [options] */
async function build(options) {
  // What earlier versions wrote there would be in the way of its route.
  rmSync(path.join(ROOT, "public/sw.js"), { force: true });
  const hash = buildHash();
  // A build that is cut short leaves no stamp.
  rmSync(HASH_FILE, { force: true });
  // TypeScript 7 repeats from it errors that are long mended.
  rmSync(TYPES_CACHE, { force: true });
  await ensureGenerated();
  await run(process.execPath, ["node_modules/.bin/next", "build"], {
    ...options,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
  });
  // Vercel's adapter has taken the files by now, and compresses what it sends.
  if (!process.env.VERCEL) {
    enforceBudget();
    await compress();
  }
  writeFileSync(HASH_FILE, [hash, ...ARTIFACTS.flatMap(filesIn), COMPLETE].join("\n"));
}

/**
 * Lays beside each file what the server sends to browsers that take it (serve.mjs): once, and
 * better than anew for each.
 */
async function compress() {
  const files = filesIn(".next/static").filter((file) => /\.(js|css|svg)$/.test(file));
  await Promise.all(
    files.map(async (file) => {
      const whole = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(whole));
      await writeFile(`${file}.gz`, await promisify(gzip)(whole, { level: 9 }));
    }),
  );
}

/**
 * Whether the build is of these sources, and whole.
 * @param {string} hash
 */
function isBuilt(hash) {
  if (!existsSync(HASH_FILE)) return false;
  const lines = readFileSync(HASH_FILE, "utf8").split("\n");
  if (lines[0] !== hash || lines.at(-1) !== COMPLETE) return false;
  return lines.slice(1, -1).every((file) => existsSync(path.join(ROOT, file)));
}

/** What is public is baked into the build, so it counts as source. */
function buildHash() {
  const baked = Object.keys(process.env)
    .filter((name) => name.startsWith("NEXT_PUBLIC_"))
    .sort()
    .flatMap((name) => [name, process.env[name]]);
  return sourceHash(SOURCES, baked);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runCli(async () => {
    stopOnSignals(1);
    // Functions have no start of their own: what would stop it stops the deployment.
    if (process.env.VERCEL) {
      await ensureGenerated();
      await checkEnvironment();
      await checkDatabase();
    }
    await build({ show: true });
  });
}
