import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { build } from "esbuild";

/**
 * The service worker, bundled from lib/offline/service-worker. `next build` renders this route
 * once, after it has written the files the worker precaches. In development the worker caches
 * nothing and only shows push messages.
 */

export const dynamic = "force-static";

export async function GET(): Promise<Response> {
  // biome-ignore lint/style/noProcessEnv: replaced when building; lib/platform/env.ts is for settings
  const assets = process.env.NODE_ENV === "production" ? builtFiles() : [];
  const { outputFiles } = await build({
    entryPoints: ["lib/offline/service-worker/sw.ts"],
    write: false,
    bundle: true,
    minify: true,
    // The licences of what is bundled ask for their notices to stay.
    legalComments: "eof",
    target: "es2022",
    tsconfig: "lib/offline/service-worker/tsconfig.json",
    define: {
      "process.env.NODE_ENV": '"production"',
      ASSETS: JSON.stringify(assets),
      BUILD: JSON.stringify(createHash("sha256").update(assets.join()).digest("hex").slice(0, 12)),
    },
  });
  return new Response(outputFiles[0]?.text, {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
}

/** The files to precache. Extended fonts are left out; they are cached once a page uses them. */
function builtFiles(): string[] {
  return readdirSync(".next/static", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(js|css|woff2)$/.test(file) && !/latin_ext/.test(file))
    .map((file) => `/_next/static/${file.replaceAll("\\", "/")}`)
    .sort();
}
