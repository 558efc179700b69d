import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { disconnect } from "@/lib/platform/db-connections";
import { resetEnvForTests } from "@/lib/platform/env";
import { thirdPartyPackages } from "@/scripts/build/third-party.mjs";
import { NO_PROVIDERS } from "@/scripts/cli/environment.mjs";
import { freePort } from "@/scripts/cli/ports.mjs";
import { spawnSupervised } from "@/scripts/cli/supervised.mjs";
import { createDatabase } from "@/scripts/embedded/database.mjs";
import { startPostgres } from "@/scripts/embedded/postgres.mjs";
import { createMember, type Member } from "@/tests/factories";
import { untilReady } from "@/tests/until-ready";

/**
 * What production runs (scripts/build/production-tree.mjs), outside the repository, where nothing
 * but its own packages can be found. Needs a build, like instances.test.ts. `NODE_OF_PRODUCTION`
 * names another Node than the one that runs the tests.
 */

jest.setTimeout(240_000);

const FOLDER = mkdtempSync(path.join(tmpdir(), "campus-circle-"));
const TREE = path.join(FOLDER, "tree");
const LOG = path.join(FOLDER, "server.log");
const NODE = process.env.NODE_OF_PRODUCTION || process.execPath;

/** What to stop at the end, the last first. */
const stops: (() => Promise<unknown>)[] = [];
let environment: NodeJS.ProcessEnv;
let address: string;

/** Runs a command of the folder and returns what it prints. */
async function command(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(NODE, args, { cwd: TREE, env: environment });
  return stdout;
}

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ["scripts/build/production-tree.mjs", TREE]);
  const postgres = await startPostgres(path.join(FOLDER, "data"), { fsync: "off" });
  stops.push(postgres.stop);
  await createDatabase(postgres.url("postgres"), "campus");
  const database = postgres.url("campus");
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  // The factories write to the same database, with the same secret.
  Object.assign(process.env, { DATABASE_URL: database, DIRECT_DATABASE_URL: database });
  resetEnvForTests();
  stops.push(disconnect);
  environment = {
    ...process.env,
    ...NO_PROVIDERS,
    RESEND_API_KEY: "re_1",
    MAIL_FROM: "Campus Circle <hello@campus.example>",
    RESEND_BASE_URL: "http://127.0.0.1:9",
    APP_URL: address,
    NODE_ENV: "production",
    EMBEDDED: "",
    LOG_LEVEL: "warn",
    DATA_DIR: path.join(FOLDER, "media"),
    PORT: String(port),
  };
  await command("scripts/migrate.mjs");
  const log = openSync(LOG, "a");
  const server: ChildProcess = spawnSupervised(NODE, ["scripts/start.mjs"], {
    cwd: TREE,
    env: environment,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const exit = once(server, "exit");
  stops.push(async () => {
    server.kill("SIGTERM");
    await exit;
  });
  await untilReady(address, server, LOG);
});

afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  rmSync(FOLDER, { recursive: true, force: true, maxRetries: 10 });
});

async function call(method: string, url: string, body: unknown, { token }: Partial<Member> = {}) {
  const response = await fetch(address + url, {
    method,
    headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${answer.message}`);
  return answer;
}

test.each([
  "/",
  "/up",
  "/privacy",
  "/licences",
  "/login-page",
  "/sw.js",
  "/workers/video.js",
  "/opengraph-image",
])("it serves %s", async (url) => {
  const response = await fetch(address + url);
  expect(response.status).toBe(200);
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
});

test("it takes a password, and signs in with it", async () => {
  const member = await createMember();
  const password = "a long walk by the lake";
  await call("PUT", "/api/auth/password", { password }, member);
  expect(await call("POST", "/api/auth/login", { email: member.user.email, password })).toHaveProperty(
    "accessToken",
  );
});

test("it takes a picture, and shows it", async () => {
  const author = await createMember();
  const { uploadUrl } = await call("POST", "/api/upload/signature", { mediaType: "image" }, author);
  const file = readFileSync("public/icons/icon-192.png");
  const { pathname, search } = new URL(uploadUrl);
  const headers = { "Content-Range": `bytes 0-${file.length - 1}/${file.length}` };
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(file)]), "icon.png");
  const sent = await fetch(address + pathname + search, { method: "POST", headers, body });
  const { secure_url, width } = await sent.json();
  expect(width).toBe(192);
  expect((await fetch(address + new URL(secure_url).pathname)).status).toBe(200);
});

test("its commands work", async () => {
  const { user } = await createMember();
  expect(await command("scripts/program.mjs", "member", "show", user.email)).toContain(user.name);
  expect(await command("scripts/program.mjs", "check-counters")).toContain("All counters match their rows.");
  const backup = path.join(FOLDER, "campus.tar.gz");
  await command("scripts/backup.mjs", backup);
  expect(await command("scripts/restore.mjs", backup, "--replace", "--yes")).toContain("Restored.");
  expect(await command("scripts/server/vapid-keys.mjs")).toContain("VAPID_PRIVATE_KEY");
});

test("it has neither sources nor what builds and tests, and a notice for each package", () => {
  for (const name of ["app", "components", "docs", "tests", "scripts/build", "node_modules/typescript"])
    expect([name, existsSync(path.join(TREE, name))]).toEqual([name, false]);
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  const shipped = Object.keys(packages).filter((place) => place && existsSync(path.join(TREE, place)));
  expect(shipped).toEqual(expect.arrayContaining(["node_modules/next", "node_modules/sharp"]));
  expect(shipped.filter((place) => packages[place].dev)).toEqual([]);
  const notices = thirdPartyPackages().map(({ name, version }) => `${name} ${version}`);
  const namesOf = (place: string) => `${place.replace(/^.*node_modules\//, "")} ${packages[place].version}`;
  expect(shipped.map(namesOf).filter((name) => !notices.includes(name))).toEqual([]);
});
