import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What the documents name exists: files, headings they link to, and commands. */

const PAGES = [
  ...readdirSync(".").filter((name) => name.endsWith(".md") && name !== "CHANGELOG.md"),
  ...readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
/** What the repository has at its top, whatever else lies there. */
const ROOTS = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .trim()
  .split("\n")
  .map((file) => file.split("/", 1).join());
const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

const found = (page: string, pattern: RegExp) =>
  [...readFileSync(page, "utf8").matchAll(pattern)].map(([, text = ""]) => text);

/** The anchors of a page, as GitHub makes them of its headings. */
const anchorsOf = (page: string) =>
  found(page, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

/** `lib/{a,b}.ts` names two files. */
function expand(path: string): string[] {
  const [all, list = ""] = /\{([^{}]+,[^{}]+)\}/.exec(path) ?? [];
  return all ? list.split(",").flatMap((part) => expand(path.replace(all, part))) : [path];
}

describe.each(PAGES)("%s", (page) => {
  test("links to pages and headings that exist", () => {
    const broken = found(page, /\]\(([^)\s]+)\)/g).filter((link) => {
      if (/^(https?|mailto):/.test(link)) return false;
      const [path = "", anchor] = link.split("#");
      const target = path ? join(dirname(page), path) : page;
      return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  test("names files that exist", () => {
    const missing = found(page, /`([\w@.[\](){},/-]+)`/g)
      .filter((path) => path.includes("/") && ROOTS.includes(path.split("/")[0] ?? ""))
      .flatMap(expand)
      .filter((path) => !existsSync(path) && !existsSync(`${path}.ts`) && !existsSync(`${path}.tsx`));
    expect(missing).toEqual([]);
  });

  test("names commands that exist", () => {
    const unknown = found(page, /npm run ([a-z][\w:-]*)/g).filter((name) => !(name in scripts));
    expect(unknown).toEqual([]);
  });
});
