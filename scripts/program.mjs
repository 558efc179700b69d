import { importBuilt } from "./cli/built.mjs";

/** Runs a program of scripts/build/programs.mjs: `npm run member`, `npm run check:counters`. */
const [name] = process.argv.splice(2, 1);
await importBuilt(/** @type {"member"} */ (name));
