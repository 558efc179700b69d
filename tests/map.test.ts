import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** docs/map.md names every folder at the top, in app, in lib and in components. */

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => existsSync(file));
const places = new Set(
  files.flatMap((file) => {
    const [top = "", folder = "", ...rest] = file.split("/");
    if (top.startsWith(".") || folder === "") return [];
    return ["app", "lib", "components"].includes(top) && rest.length > 0 ? [top, `${top}/${folder}`] : [top];
  }),
);
const named = [...readFileSync("docs/map.md", "utf8").matchAll(/^\| `([^`]+)` \|/gm)].map(
  ([, name = ""]) => name,
);

test("every folder is in docs/map.md", () => {
  expect([...places].filter((place) => !named.includes(place))).toEqual([]);
});

test("docs/map.md names nothing that does not exist", () => {
  expect(named.filter((name) => !places.has(name) && !files.includes(name))).toEqual([]);
});
