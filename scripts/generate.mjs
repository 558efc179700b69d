import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { writeRouteTable } from "./build/route-table.mjs";
import { sourceHash } from "./build/source-hash.mjs";
import { writeThirdParty } from "./build/third-party.mjs";
import { ROOT } from "./cli/environment.mjs";
import { run } from "./cli/exec.mjs";
import { runCli } from "./cli/run-cli.mjs";

const HASH_FILE = path.join(ROOT, "prisma/generated/.source-hash");

/**
 * Generates the table of API routes, the notices of third parties, and the Prisma client from
 * prisma/schema.prisma unless it is up to date.
 * @returns {Promise<string | void>} a note when there was nothing to do
 */
export async function ensureGenerated() {
  writeRouteTable();
  writeThirdParty();
  const hash = sourceHash(["prisma/schema.prisma", "node_modules/prisma/package.json"]);
  if (existsSync(HASH_FILE) && readFileSync(HASH_FILE, "utf8") === hash) return "nothing to do";
  await run(process.execPath, ["node_modules/.bin/prisma", "generate"], {
    // The command would download its engine first, although generating does not use it: any
    // existing program will do.
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" },
  });
  writeFileSync(HASH_FILE, hash);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await runCli(async () => console.log((await ensureGenerated()) ?? "generated prisma/generated/client"));
}
