import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { BUILT, ROOT } from "../cli/environment.mjs";

/** What production runs and is written in TypeScript. */
export const PROGRAMS = {
  "check-counters": "scripts/database/check-counters.ts",
  "check-environment": "scripts/server/check-environment.ts",
  member: "scripts/database/member.ts",
  reapply: "scripts/backup/reapply.ts",
};

/**
 * Makes JavaScript of programs: one file each, which Node runs as it is. Their packages stay
 * outside.
 * @param {(keyof typeof PROGRAMS)[]} names
 */
export async function buildPrograms(names) {
  for (const name of names) {
    const { outputFiles } = await build({
      absWorkingDir: ROOT,
      entryPoints: [PROGRAMS[name]],
      write: false,
      bundle: true,
      packages: "external",
      platform: "node",
      format: "esm",
      target: "node20",
      // It throws wherever no framework removes it.
      alias: { "server-only": "./node_modules/server-only/empty.js" },
      plugins: [asOnTheServer],
    });
    const file = path.join(BUILT, `${name}.mjs`);
    mkdirSync(path.dirname(file), { recursive: true });
    // Another command may be starting the same program.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, outputFiles[0]?.text ?? "");
    renameSync(draft, file);
  }
}

/**
 * Next.js names none of its files as exports, so Node needs the whole name. And `cache` is
 * only in the React that Next.js gives to server components.
 * @type {import("esbuild").Plugin}
 */
const asOnTheServer = {
  name: "as-on-the-server",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^next\/[a-z-]+$/ }, ({ path: name }) => ({ path: `${name}.js`, external: true }));
    onResolve({ filter: /^react(\/jsx-runtime)?$/ }, ({ path: name }) => ({
      path: path.join(ROOT, `node_modules/react/${path.basename(name)}.react-server.js`),
    }));
  },
};
