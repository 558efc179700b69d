import { readFileSync } from "node:fs";

type Locked = { integrity?: string; inBundle?: boolean; optionalDependencies?: Record<string, string> };

const packages: Record<string, Locked> = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
const installed = Object.entries(packages).filter(([place]) => place !== "");

test("every locked package has the hash by which npm knows it", () => {
  // Those in the archive of another are covered by that one's hash.
  const without = installed.filter(([, { integrity, inBundle }]) => !integrity && !inBundle);
  expect(without.map(([place]) => place)).toEqual([]);
});

test("the lock file has the packages of every platform", () => {
  const names = new Set(installed.map(([place]) => place.split("node_modules/").at(-1)));
  const optional = installed.flatMap(([, locked]) => Object.keys(locked.optionalDependencies ?? {}));
  expect(optional.filter((name) => !names.has(name))).toEqual([]);
});
