import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./environment.mjs";

/** Programs of ours that are written in TypeScript, as JavaScript (scripts/build/programs.mjs). */

/**
 * Where a program is built. As deep as its source, which finds the project's folder from itself.
 * @param {string} name
 */
export const builtFile = (name) => path.join(ROOT, "scripts/built", `${name}.mjs`);

/**
 * Runs a program here, as its sources are now. Production has neither sources nor esbuild, and runs
 * what the build made of them.
 * @param {keyof typeof import("../build/programs.mjs").PROGRAMS} name
 * @returns {Promise<any>} what it exports
 */
export async function importBuilt(name) {
  if (existsSync(path.join(ROOT, "node_modules/esbuild"))) {
    const { buildPrograms } = await import("../build/programs.mjs");
    await buildPrograms([name]);
  }
  return import(pathToFileURL(builtFile(name)).href);
}
