import { createHash } from "node:crypto";
import path from "node:path";
import { build } from "esbuild";
import { ROOT } from "./environment.mjs";
import { filesIn } from "./source-hash.mjs";

/** Where pages look for it; made here, and not committed. */
export const WORKER = "public/sw.js";

/**
 * Makes the service worker from lib/offline/service-worker. With a build it knows the build's files; without one (`npm run dev`) it keeps
 * nothing and only shows what is pushed.
 * @param {{ withBuild: boolean }} how
 */
export async function buildWorker({ withBuild }) {
  const files = withBuild ? filesIn(".next/static") : [];
  // Letters of other alphabets come with the first page that has them.
  const assets = files
    .filter((file) => /\.(js|css|woff2)$/.test(file) && !/latin_ext/.test(file))
    .map((file) => `/_next/${file.slice(".next/".length).split(path.sep).join("/")}`);
  await build({
    absWorkingDir: ROOT,
    entryPoints: ["lib/offline/service-worker/sw.ts"],
    outfile: WORKER,
    bundle: true,
    minify: true,
    legalComments: "none",
    target: "es2022",
    tsconfig: "lib/offline/service-worker/tsconfig.json",
    define: {
      "process.env.NODE_ENV": '"production"',
      ASSETS: JSON.stringify(assets),
      BUILD: JSON.stringify(createHash("sha256").update(assets.join()).digest("hex").slice(0, 12)),
    },
  });
}
