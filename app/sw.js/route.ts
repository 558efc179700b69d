import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { build } from "esbuild";

/**
 * The service worker, bundled from lib/offline/service-worker. `next build` renders this route
 * once, after the files that the worker has to know are written. In development it knows none,
 * keeps nothing and only shows what is pushed.
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
    legalComments: "none",
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

/** Letters of other alphabets come with the first page that has them. */
function builtFiles(): string[] {
  return readdirSync(".next/static", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(js|css|woff2)$/.test(file) && !/latin_ext/.test(file))
    .map((file) => `/_next/static/${file.replaceAll("\\", "/")}`)
    .sort();
}
