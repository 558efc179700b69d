import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { thirdPartyPackages } from "./build/third-party.mjs";
import { CliError } from "./cli/cli-error.mjs";
import { ROOT } from "./cli/environment.mjs";
import { runCli } from "./cli/run-cli.mjs";

/**
 * `node scripts/release.mjs 0.1.0 ghcr.io/owner/campus-circle release` writes what the page of a
 * release has (.github/workflows/release.yml) into the folder `release`: its text, `notes.md`, and
 * below `files` what Compose needs and the licences of the packages.
 */
await runCli(async () => {
  process.chdir(ROOT);
  const [version = "", image = "", folder = ""] = process.argv.slice(2);
  if (!version || !image || !folder)
    throw new CliError("node scripts/release.mjs <version> <image> <folder>");
  const files = path.join(folder, "files");
  mkdirSync(files, { recursive: true });
  const name = `campus-circle-${version}`;
  writeFileSync(
    path.join(folder, "notes.md"),
    `Image: \`${image}:${version}\` (amd64, arm64). To install or upgrade: \`${name}-compose.tar.gz\`, and
docs/deployment.md and docs/operations.md.\n\n${sectionOf(version)}\n`,
  );
  writeFileSync(path.join(files, "third-party-licences.txt"), thirdPartyLicences());
  writeCompose(path.join(folder, name), path.join(files, `${name}-compose.tar.gz`), version, image);
});

/**
 * What CHANGELOG.md says of a version.
 * @param {string} version
 */
function sectionOf(version) {
  const sections = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
  const section = sections.find((text) => text.startsWith(`[${version}]`));
  if (!section) throw new CliError(`CHANGELOG.md has no section [${version}].`);
  return section.slice(section.indexOf("\n")).trim();
}

/** The packages of the image and of what browsers get, as the page of the licences has them. */
function thirdPartyLicences() {
  return thirdPartyPackages()
    .map(({ name, version, licence, source, text }) => `${name} ${version} (${licence}) ${source}\n\n${text}`)
    .join(`\n\n${"─".repeat(80)}\n\n`);
}

/**
 * What someone needs who installs the image without a clone, with the image's address filled in.
 * @param {string} folder
 * @param {string} archive
 * @param {string} version
 * @param {string} image
 */
function writeCompose(folder, archive, version, image) {
  mkdirSync(path.join(folder, "deploy"), { recursive: true });
  for (const file of ["compose.yaml", "deploy/Caddyfile", "deploy/postgres.sql"]) {
    writeFileSync(path.join(folder, file), readFileSync(file));
  }
  const settings = readFileSync("deploy/compose.env.example", "utf8")
    .replace(/^IMAGE=.*/m, `IMAGE=${image}`)
    .replace(/^VERSION=.*/m, `VERSION=${version}`);
  writeFileSync(path.join(folder, "deploy/compose.env.example"), settings);
  execFileSync("tar", ["-czf", archive, "-C", path.dirname(folder), path.basename(folder)]);
}
