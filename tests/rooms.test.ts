import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** Folders of lib import each other in one direction only (docs/map.md, `lib`). */

const IMPORTED = /(?:from|import|import\() ?"@\/(lib|components)\/([\w-]+)/g;

/** Imports between the folders of `home`, as `from > to`, each with a file that has it. */
function importsBetweenFolders(home: "lib" | "components"): Map<string, string> {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard", home], { encoding: "utf8" })
    .split("\n")
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.includes(".test.") && existsSync(file));
  expect(files.length).toBeGreaterThan(100);
  const imports = new Map<string, string>();
  for (const file of files) {
    const from = file.split("/")[1]?.replace(/\.ts$/, "");
    for (const [, target, to] of readFileSync(file, "utf8").matchAll(IMPORTED)) {
      if (target === home && to !== from) imports.set(`${from} > ${to}`, file);
    }
  }
  return imports;
}

test("a folder of lib imports only folders listed above it in docs/map.md", () => {
  const order = [...readFileSync("docs/map.md", "utf8").matchAll(/^\| `lib\/([\w-]+)(?:\.ts)?` \|/gm)].map(
    ([, name]) => name,
  );
  const violations = [...importsBetweenFolders("lib")].filter(([edge]) => {
    const [from, to] = edge.split(" > ");
    return order.indexOf(to) < 0 || order.indexOf(to) >= order.indexOf(from);
  });
  expect(violations).toEqual([]);
});

test("no two folders of components import each other", () => {
  const imports = importsBetweenFolders("components");
  const mutual = [...imports].filter(([edge]) => imports.has(edge.split(" > ").reverse().join(" > ")));
  expect(mutual).toEqual([]);
});
