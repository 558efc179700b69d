import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * The workers that prepare photos and videos in the browser, bundled while building, and libheif,
 * which one of them loads for HEIC photos. They are files of their own instead of parts of the
 * pages' scripts because each has a content policy of its own: a worker reads files of strangers,
 * so it may run nothing but these files and connect to nowhere.
 */

export const dynamic = "force-static";
export const dynamicParams = false;

// Needed while building only, so no function gets its files.
const LIBHEIF_FOLDER = join(/* turbopackIgnore: true */ process.cwd(), "node_modules/libheif-js");
const WORKERS: Record<string, string> = {
  "picture.js": "lib/uploads/client/picture.worker.ts",
  "video.js": "lib/uploads/client/video.worker.ts",
};
/** The LGPL asks for it, and the file as it is published has none. */
const LIBHEIF_NOTICE =
  "/*! libheif, LGPL-3.0. Its source: https://github.com/catdad-experiments/libheif-js */\n";
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Named with its version, so that browsers can store it for good. */
async function libheifFile(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(LIBHEIF_FOLDER, "package.json"), "utf8"));
  return `libheif-${version}.js`;
}

export async function generateStaticParams() {
  return [...Object.keys(WORKERS), await libheifFile()].map((file) => ({ file }));
}

export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const { file } = await params;
  const libheif = await libheifFile();
  const entryPoint = WORKERS[file];
  if (!entryPoint && file !== libheif) return new Response(null, { status: 404 });
  return new Response(
    entryPoint
      ? await bundle(entryPoint, `/workers/${libheif}`)
      : LIBHEIF_NOTICE + (await readFile(join(LIBHEIF_FOLDER, "libheif-wasm/libheif-bundle.js"), "utf8")),
    {
      headers: {
        "Content-Type": "text/javascript; charset=utf-8",
        "Cache-Control": entryPoint ? "no-cache" : `public, max-age=${YEAR_SECONDS}, immutable`,
        "Content-Security-Policy": "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'",
      },
    },
  );
}

async function bundle(entryPoint: string, libheif: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entryPoint],
    write: false,
    bundle: true,
    minify: true,
    // The licences of what is bundled ask for their notices to stay.
    legalComments: "eof",
    target: "es2022",
    // Leaves out what mediabunny has for Node.
    platform: "browser",
    define: { LIBHEIF: JSON.stringify(libheif) },
  });
  return outputFiles[0]?.text ?? "";
}
