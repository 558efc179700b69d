import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { filesIn } from "@/scripts/build/source-hash.mjs";
import { thirdPartyPackages } from "@/scripts/build/third-party.mjs";

/** The notices of third-party packages. tests/production-tree.test.ts has those that run. */

const notices = thirdPartyPackages();

test("every package that browsers load has a notice", async () => {
  const sources = ["app", "components", "lib"]
    .flatMap(filesIn)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const isLoaded = (file: string) =>
    /\.worker\.ts$|service-worker\/sw\.ts$/.test(file) ||
    readFileSync(file, "utf8").startsWith('"use client"');
  const { metafile } = await build({
    stdin: {
      contents: sources
        .filter(isLoaded)
        .map((file) => `import "./${file}";`)
        .join("\n"),
      resolveDir: ".",
    },
    outdir: "unwritten",
    write: false,
    bundle: true,
    metafile: true,
    platform: "browser",
    conditions: ["module", "style"],
    jsx: "automatic",
    define: { LIBHEIF: '""' },
    logLevel: "silent",
  });
  const places = Object.keys(metafile.inputs).map(
    (file) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1],
  );
  // What browsers load without an import.
  const named = [
    "libheif-js",
    "tailwindcss",
    "@fontsource-variable/inter",
    "@fontsource/bricolage-grotesque",
  ];
  const loaded = [...new Set([...places.flatMap((name) => name ?? []), ...named])];
  expect(loaded).toEqual(
    expect.arrayContaining(["@radix-ui/react-dialog", "mediabunny", "serwist", "tailwindcss"]),
  );
  const names = notices.map(({ name }) => name);
  expect(loaded.filter((name) => !names.includes(name))).toEqual([]);
});

test("those that ask for it come first, and each says its licence and where the source is", () => {
  expect(notices.slice(0, 2).map(({ name, licence, source }) => [name, licence, source])).toEqual([
    ["libheif-js", "LGPL-3.0", "https://github.com/catdad-experiments/libheif-js"],
    ["mediabunny", "MPL-2.0", "https://github.com/Vanilagy/mediabunny"],
  ]);
  expect(notices[0]?.text).toContain("GNU LESSER GENERAL PUBLIC LICENSE");
  expect(notices[1]?.text).toContain("Mozilla Public License Version 2.0");
  for (const { licence, source, text } of notices) {
    expect(source).toMatch(/^https:\/\/(?:github\.com\/[\w-]+\/[\w.-]+|www\.npmjs\.com\/package\/.+)$/);
    // It is part of a page, whose HTML is checked.
    expect(text).not.toMatch(/[^\S\n]$/m);
    // One without a text links to the text of its licence, by its name.
    expect(text ? licence : licence.replace(/^[\w.-]+$/, "one")).toMatch(text ? /./ : /^one$/);
  }
});
