import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "..");
const folders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map((entry) => (path === "." ? entry.name : `${path}/${entry.name}`));

describe("docs/map.md", () => {
  const map = readFileSync(join(root, "docs/map.md"), "utf8");
  const named = new Set([...map.matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1]));

  it.each([
    ...folders(".").filter(
      (name) =>
        !["node_modules", "backups", "coverage", "test-results", "playwright-report", "screenshots"].includes(
          name,
        ),
    ),
    ...["app", "lib", "components"].flatMap(folders),
  ])("names %s", (folder) => {
    expect(named).toContain(folder);
  });

  it("names nothing that does not exist", () => {
    const present = new Set(
      [".", "app", "lib", "components"].flatMap((path) =>
        readdirSync(join(root, path)).map((name) => (path === "." ? name : `${path}/${name}`)),
      ),
    );
    expect([...named].filter((name) => name !== undefined && !present.has(name))).toEqual([]);
  });
});
