import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { BUILT, ROOT } from "./environment.mjs";

/**
 * Runs a program that is written in TypeScript, as its sources are now. Production has neither
 * sources nor esbuild, and runs what the build made of them.
 * @param {keyof typeof import("../build/programs.mjs").PROGRAMS} name
 * @returns {Promise<any>} what it exports
 */
export async function importBuilt(name) {
  if (existsSync(path.join(ROOT, "node_modules/esbuild"))) {
    const { buildPrograms } = await import("../build/programs.mjs");
    await buildPrograms([name]);
  }
  return import(pathToFileURL(path.join(BUILT, `${name}.mjs`)).href);
}
