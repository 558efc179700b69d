import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "yaml";
import { run } from "@/scripts/cli/exec.mjs";
import { failureOutput } from "@/tests/commands";

/** Deployment files, which nothing here runs. docs/deployment.md explains them. */

const read = (file: string) => readFileSync(file, "utf8");
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = ""]) => name);

const dockerfile = read("Dockerfile");
const compose = read("compose.yaml");
type Service = {
  image: string;
  environment?: Record<string, string | null>;
  volumes?: (string | { target: string })[];
  networks: string[];
  cap_add?: string[];
  [rule: string]: unknown;
};
const { services, networks }: { services: Record<string, Service>; networks: Record<string, object> } = parse(
  compose,
  { merge: true },
);
/** Files and folders of the repository that containers mount. */
const mounted = Object.values(services)
  .flatMap(({ volumes = [] }) => volumes)
  .flatMap((volume) => (typeof volume === "string" && volume.startsWith("./") ? volume.slice(2) : []))
  .map((volume) => volume.split(":", 1).join());
const settingsOf = (service: string) => Object.keys(services[service]?.environment ?? {});
const unit = read("deploy/campus-circle.service");

/** The names that .env.example lists, and those that are not the app's. */
const listed = matches(read(".env.example"), /^# ([A-Z][A-Z0-9_]+)=/gm);
const known = new Set([...listed, "NODE_ENV", "BACKUP_IDENTITY"]);

test("every setting they pass on is one of the app's", () => {
  const names = [
    ...["app", "migrate", "restore", "backup"].flatMap(settingsOf),
    ...matches(dockerfile, /\b([A-Z_]+)=/g),
    ...matches(dockerfile, /^ARG (\w+)/gm),
    ...matches(unit, /[ =]([A-Z_]{3,})=/g),
  ];
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});

test("containers take every optional setting that needs no file and no build", () => {
  const example = read(".env.example");
  const section = example.slice(example.indexOf("── Optional"), example.indexOf("── For tests"));
  // A certificate would have to be mounted; the owner's address is for migrations alone; a limit is
  // any of many; the rest is for other ways to run.
  const others = ["DATABASE_CA", "DATABASE_OWNER_URL", "LIMIT_LIKE", "SHOW_GALLERY"];
  const optional = matches(section, /^# ([A-Z][A-Z0-9_]+)=/gm).filter((name) => !others.includes(name));
  // A build argument alone is gone when the app runs. Backups are made next to it.
  const passedOn = new Set([...settingsOf("app"), ...settingsOf("backup")]);
  expect(optional.length).toBeGreaterThan(8);
  expect(optional.filter((name) => !passedOn.has(name))).toEqual([]);
});

test("the lines of deploy/compose.env.example are what compose.yaml asks for, and its release is this one", () => {
  const lines = read("deploy/compose.env.example").trim().split("\n");
  expect(lines.length).toBeLessThanOrEqual(9);
  const values = Object.fromEntries(lines.map((line) => line.split("=", 2)));
  // `${NAME:?…}`: nothing starts without them. The others of the file choose the image, and the mail
  // server, for which there may be a key of Resend instead.
  const needed = [...new Set(matches(compose, /\$\{([A-Z_]+):\?/g))];
  expect(Object.keys(values).sort()).toEqual([...needed, "IMAGE", "SMTP_URL", "VERSION"].sort());
  const { version } = JSON.parse(read("package.json"));
  for (const service of ["app", "migrate", "restore", "backup"])
    expect(services[service]?.image).toBe(`\${IMAGE:-${values.IMAGE}}:\${VERSION:-${version}}`);
  expect(values.VERSION).toBe(version);
});

test("every file they name exists", () => {
  const copied = matches(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((files) => files.split(" "));
  const built = matches(dockerfile, /^COPY --from=build (.+) \S+$/gm)
    .flatMap((files) => files.split(" "))
    .map((file) => file.replace("/app/", ""))
    .filter((file) => !file.startsWith(".next/"));
  const run = matches(dockerfile + compose + unit, /(scripts\/\w+\.mjs)/g);
  const files = [...copied, ...built, ...mounted, ...run];
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test("the image gives its user the folders that Compose mounts", () => {
  const volumes = ["app", "restore", "backup"].flatMap((name) => services[name]?.volumes ?? []);
  const targets = new Set(
    volumes.flatMap((volume) => (typeof volume === "string" ? volume.split(":").at(-1) : [])),
  );
  const [folders = ""] = matches(dockerfile, /install -d -o node -g node (.+)$/gm);
  expect(targets).toEqual(new Set(["/data", "/backups"]));
  expect(folders.split(" ")).toEqual(expect.arrayContaining([...targets]));
});

test("the systemd unit has no setting that commands beside it would lack", () => {
  const [folder] = matches(unit, /^StateDirectory=(.+)$/gm);
  const own = `NODE_ENV=production DATA_DIR=/var/lib/${folder}`;
  expect(matches(unit, /^Environment=(.+)$/gm)).toEqual([own]);
  expect(read("docs/deployment.md")).toContain(
    `DATA_DIR=/var/lib/${folder} >> /etc/campus-circle/environment`,
  );
});

test("alerts and their documents name metrics that exist", () => {
  const source = ["metrics", "outcomes"].map((file) => read(`lib/metrics/server/${file}.ts`)).join();
  const existing = matches(source, /"(campus_circle_\w+)"/g);
  const { groups }: { groups: { rules: { expr: string }[] }[] } = parse(read("deploy/prometheus-rules.yml"));
  const named = groups
    .flatMap(({ rules }) => rules)
    .flatMap(({ expr }) => matches(expr, /(campus_circle_\w+?)(?:_count|_bucket)?\b/g));
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !existing.includes(name))).toEqual([]);
  const listed = read("docs/observability.md");
  const undocumented = existing.filter(
    (name) => !listed.includes(`\`${name.replace("campus_circle_", "")}\``),
  );
  expect(undocumented).toEqual([]);
});

test("every container is confined, and the database is out of reach of all but the app", () => {
  for (const service of Object.values(services)) {
    expect(service).toMatchObject({
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      read_only: true,
      pids_limit: expect.any(Number),
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      logging: { options: { "max-size": expect.any(String) } },
    });
  }
  const reached = Object.entries(services).map(([name, service]) => [
    name,
    service.networks,
    service.cap_add,
  ]);
  expect(reached).toEqual([
    ["app", ["front", "back"], undefined],
    ["migrate", ["back"], undefined],
    ["restore", ["back"], undefined],
    ["backup", ["back"], undefined],
    ["postgres", ["back"], ["CHOWN", "DAC_OVERRIDE", "FOWNER", "SETGID", "SETUID"]],
    ["caddy", ["front"], ["NET_BIND_SERVICE"]],
  ]);
  expect(networks.back).toEqual({ internal: true });
});

test("each container has the secrets that it needs, and no other", () => {
  const isSecret = (name: string) => /SECRET|PASSWORD|PEPPER|KEY|TOKEN|IDENTITY|_URL$/.test(name);
  const secretsOf = (service: string) => settingsOf(service).filter(isSecret).sort();
  const database = ["DATABASE_URL", "DIRECT_DATABASE_URL"];
  expect(secretsOf("migrate")).toEqual(["DATABASE_OWNER_URL", ...database]);
  const backup = ["BACKUP_SECRET", "CLOUDINARY_URL", ...database, "S3_URL"];
  expect(secretsOf("backup")).toEqual(backup);
  // Whether there is another media host, without its keys.
  expect(services.backup?.environment).toMatchObject({
    CLOUDINARY_URL: `\${CLOUDINARY_URL:+elsewhere}`,
    S3_URL: `\${S3_URL:+elsewhere}`,
  });
  const restoring = ["BACKUP_IDENTITY", "DATABASE_OWNER_URL", "NEXTAUTH_SECRET", "PASSWORD_PEPPER"];
  expect(secretsOf("restore")).toEqual([...backup, ...restoring].sort());
  for (const name of ["BACKUP_SECRET", "BACKUP_IDENTITY", "DATABASE_OWNER_URL", "POSTGRES_PASSWORD"])
    expect(settingsOf("app")).not.toContain(name);
});

describe("a workflow", () => {
  type Job = {
    permissions?: Record<string, string>;
    environment?: string;
    env?: object;
    steps: { uses?: string; run?: string; with?: Record<string, unknown>; env?: object }[];
  };
  const workflows: [string, { permissions: object; jobs: Record<string, Job> }][] = readdirSync(
    ".github/workflows",
  ).map((file) => [file, parse(read(`.github/workflows/${file}`))]);

  test.each(workflows)(
    "gives nothing that can write to code of ours or a package's (%s)",
    (_file, workflow) => {
      for (const { permissions = workflow.permissions, steps } of Object.values(workflow.jobs)) {
        const mayWrite = Object.entries(permissions).some(
          ([scope, right]) => right === "write" && scope === "contents",
        );
        const runsCode = steps.some(({ run = "" }) => /\b(npm|npx|node)\b|\.ci\//.test(run));
        expect(mayWrite && runsCode).toBe(false);
      }
    },
  );

  test.each(workflows)(
    "hands secrets only to the default branch's code, with approval (%s)",
    (_file, workflow) => {
      for (const job of Object.values(workflow.jobs)) {
        if (!JSON.stringify(job).includes("secrets.")) continue;
        expect(job.environment).toEqual(expect.any(String));
        // A job of an environment is a deployment itself: this name would start the workflow again.
        expect(job.environment).not.toMatch(/^preview/i);
        for (const { uses, with: settings } of job.steps) {
          if (uses?.startsWith("actions/checkout@"))
            expect(settings?.ref).toBe(`\${{ github.event.repository.default_branch }}`);
        }
      }
    },
  );
});

test("the systemd unit gives the app no rights, and V8 its memory to compile", () => {
  const rules = ["CapabilityBoundingSet=", "NoNewPrivileges=true", "SystemCallFilter=@system-service"];
  expect(unit.split("\n")).toEqual(
    expect.arrayContaining([...rules, "UMask=0077", "RestrictNamespaces=true", "ProtectSystem=strict"]),
  );
  expect(unit).toMatch(/^MemoryMax=\d/m);
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
});

test("the image builds and runs on one version of Node.js, which CI tests", () => {
  const versions = new Set(matches(dockerfile, /^FROM node:(\d+)/gm));
  expect(versions.size).toBe(1);
  const tested = readdirSync(".github/workflows").map((file) => read(`.github/workflows/${file}`));
  expect(tested.join()).toContain(`"${[...versions][0]}"`);
});

test("the cron of vercel.json runs once a day, as often as the free plan allows", () => {
  const { crons } = JSON.parse(read("vercel.json"));
  expect(crons).toEqual([
    { path: "/api/cron/upkeep", schedule: expect.stringMatching(/^\d+ \d+ \* \* \*$/) },
  ]);
});

test("the page of a release has the changelog's section, all that Compose mounts, and the licences", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "campus-circle-release-"));
  const write = (version: string) =>
    run(process.execPath, ["scripts/release.mjs", version, "ghcr.io/someone/circle", folder]);
  expect(await failureOutput(write("9.9.9"))).toContain("CHANGELOG.md has no section [9.9.9].");
  await write("Unreleased");
  expect(read(`${folder}/notes.md`)).toMatch(/`ghcr\.io\/someone\/circle:Unreleased`.+### Added/s);
  const archive = `${folder}/files/campus-circle-Unreleased-compose.tar.gz`;
  const entries = execFileSync("tar", ["-tzf", archive], { encoding: "utf8" });
  for (const file of ["compose.yaml", "deploy/compose.env.example", ...mounted])
    expect(entries).toContain(`campus-circle-Unreleased/${file}\n`);
  expect(read(`${folder}/campus-circle-Unreleased/deploy/compose.env.example`)).toContain(
    "IMAGE=ghcr.io/someone/circle\n",
  );
  // Those that browsers get and that ask for it.
  const licences = read(`${folder}/files/third-party-licences.txt`);
  expect(licences).toMatch(/^libheif-js \S+ \(LGPL-3\.0\).+^mediabunny \S+ \(MPL-2\.0\)/ms);
  rmSync(folder, { recursive: true });
});
