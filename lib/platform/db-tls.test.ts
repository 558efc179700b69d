import { chmodSync, chownSync, copyFileSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { rootCertificates } from "node:tls";
import { db } from "@/lib/platform/db";
import { disconnect } from "@/lib/platform/db-connections";
import { resetEnvForTests } from "@/lib/platform/env";
import { RealtimeListener } from "@/lib/platform/realtime-listener";
import { run } from "@/scripts/cli/exec.mjs";
import { createDatabase } from "@/scripts/embedded/database.mjs";
import { startPostgres } from "@/scripts/embedded/postgres.mjs";
import { checkDatabase } from "@/scripts/server/preflight.mjs";
import { failureOutput, query } from "@/tests/commands";

/**
 * A PostgreSQL of its own, whose certificate is signed by an authority that no machine trusts and
 * names `localhost` only. (`tests/tls` has both; they are valid until 2126.)
 */

// PostgreSQL has to be created and started.
jest.setTimeout(60_000);

const AUTHORITY = path.resolve("tests/tls/authority.pem");
const PEM = readFileSync(AUTHORITY, "utf8");
const own = { ...process.env };
const listeners: RealtimeListener[] = [];
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let address = "";

beforeAll(async () => {
  const dataDir = path.join(process.env.DATA_DIR ?? "", "tls");
  postgres = await startPostgres(dataDir);
  const plain = postgres.url("postgres");
  await enableTls(path.join(dataDir, "postgres"), plain);
  await createDatabase(plain, "secure");
  address = postgres.url("secure").replace("127.0.0.1", "localhost");
});

afterAll(async () => {
  await postgres.stop();
});

afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.close()));
  await disconnect();
  process.env = { ...own };
  resetEnvForTests();
});

async function enableTls(cluster: string, url: string): Promise<void> {
  const { uid, gid } = statSync(cluster);
  for (const name of ["server.key", "server.pem"]) {
    const file = path.join(cluster, name);
    copyFileSync(path.join("tests/tls", name), file);
    // PostgreSQL rejects a key that others can read.
    chmodSync(file, 0o600);
    chownSync(file, uid, gid);
  }
  await query(url, "ALTER SYSTEM SET ssl_cert_file = 'server.pem'");
  await query(url, "ALTER SYSTEM SET ssl = on");
  await query(url, "SELECT pg_reload_conf()");
}

function configure(authority: string, url = address): void {
  Object.assign(process.env, { DATABASE_URL: url, DIRECT_DATABASE_URL: "", DATABASE_CA: authority });
  resetEnvForTests();
}

async function isEncrypted(): Promise<boolean> {
  const rows = await db().sql<{ ssl: boolean }>`
    SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()`;
  return rows[0]?.ssl ?? false;
}

const migrate = () => run(process.execPath, ["scripts/migrate.mjs"], { env: process.env });

function isListening(): Promise<boolean> {
  const ignore = () => undefined;
  const handlers = {
    onHint: ignore,
    onReconnect: ignore,
    onDisconnect: ignore,
  };
  const listener = new RealtimeListener(address, handlers);
  listeners.push(listener);
  return listener.isConnected(3_000);
}

test.each([
  ["as text", PEM],
  ["with escaped line breaks", PEM.replaceAll("\n", "\\n")],
  ["as a file", AUTHORITY],
])("with DATABASE_CA %s the app, its listener and the commands connect", async (_, authority) => {
  configure(authority);
  expect(await migrate()).toMatch(/applied|nothing to apply/);
  await checkDatabase();
  expect(await isEncrypted()).toBe(true);
  expect(await isListening()).toBe(true);
});

test("DATABASE_CA wins over what the address says", async () => {
  configure(PEM, `${address}?sslmode=disable`);
  expect(await isEncrypted()).toBe(true);
});

test.each([
  ["no authority is named", "", "?sslmode=verify-full"],
  ["another authority is named", rootCertificates[0] ?? "", ""],
])("nothing is sent when %s, and the start says what to set", async (_, authority, query) => {
  configure(authority, address + query);
  await expect(db().sql`SELECT 1`).rejects.toThrow();
  await expect(checkDatabase()).rejects.toThrow(
    /^The connection to the database is not secure \(.*\): set DATABASE_CA/,
  );
  expect(await failureOutput(migrate())).toContain("certificate");
});

test("nothing is sent to a server of another name", async () => {
  configure(PEM, address.replace("localhost", "127.0.0.1"));
  await expect(checkDatabase()).rejects.toThrow("does not match certificate's altnames");
});

test("a server without TLS is rejected", async () => {
  configure(PEM, process.env.TEST_DATABASE_URL);
  await expect(checkDatabase()).rejects.toThrow("does not support SSL connections");
});
