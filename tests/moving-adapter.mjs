import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Does inside `next build` what a host's adapter (NEXT_ADAPTER_PATH) may do: takes the static files
 * away, and packs each function with the files it was traced to need.
 * @type {import("next").NextAdapter}
 */
const adapter = {
  name: "moving",
  onBuildComplete: ({ outputs, distDir, repoRoot }) => {
    const { pages, appPages, appRoutes, pagesApi, middleware, staticFiles, prerenders } = outputs;
    const functions = [...pages, ...appPages, ...appRoutes, ...pagesApi, ...(middleware ? [middleware] : [])];
    const files = new Set(functions.flatMap(({ filePath, assets }) => [filePath, ...Object.values(assets)]));
    const output = path.join(distDir, "moved");
    mkdirSync(output, { recursive: true });
    writeFileSync(
      path.join(output, "report.json"),
      JSON.stringify(
        {
          functions: functions.length,
          prerendered: prerenders.map(({ pathname }) => pathname),
          missing: [...files, ...staticFiles.map(({ filePath }) => filePath)].filter(
            (file) => !existsSync(file),
          ),
          files: [...files].map((file) => path.relative(repoRoot, file)).sort(),
        },
        null,
        1,
      ),
    );
    renameSync(path.join(distDir, "static"), path.join(output, "static"));
  },
};

export default adapter;
