import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { CatalogAdapterFactory, CatalogPool } from "@/scripts/catalog-adapter";
import { withoutConcurrently } from "@/scripts/migrations.mjs";
import { ProgramFailed, run } from "@/scripts/programs.mjs";
import { databaseOfWorker, nameOfWorker, testServer } from "@/tests/database";
import { useTestDatabase } from "@/tests/world";

// Some run whole commands.
jest.setTimeout(60_000);

/** A copy of the project with an `.env` of its own. */
const copy = path.join(process.env.DATA_DIR ?? "", "project");
const empty = databaseOfWorker().replace(nameOfWorker(), `${nameOfWorker()}_empty`);
const AWAY = "postgresql://nobody@127.0.0.1:1/away";

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

describe("npm run db:migrate", () => {
  const dropEmpty = () => query(testServer(), `DROP DATABASE IF EXISTS ${nameOfWorker()}_empty WITH (FORCE)`);

  beforeAll(() => {
    mkdirSync(copy);
    for (const name of ["package.json", "scripts"]) cpSync(name, path.join(copy, name), { recursive: true });
    for (const name of ["node_modules", "prisma"]) symlinkSync(path.resolve(name), path.join(copy, name));
  });
  beforeEach(async () => {
    rmSync(path.join(copy, ".env"), { force: true });
    await dropEmpty();
    await query(testServer(), `CREATE DATABASE ${nameOfWorker()}_empty`);
  });
  afterAll(dropEmpty);

  const tables = () => query(empty, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'");

  function migrate(env: Record<string, string> = {}): Promise<string> {
    const { DATABASE_URL: _, DIRECT_DATABASE_URL: __, ...others } = process.env;
    const script = path.join(copy, "scripts/migrate.ts");
    return run(process.execPath, ["--import", "tsx", script], { env: { ...others, ...env } });
  }

  test("reads .env, and goes past the pooler", async () => {
    writeFileSync(
      path.join(copy, ".env"),
      `DATABASE_URL=${AWAY}?pgbouncer=true\nDIRECT_DATABASE_URL=${empty}\n`,
    );
    expect(await migrate()).toMatch(/\d+ applied/);
    expect(await migrate()).toBe("nothing to apply\n");
  });

  test("leaves a file's direct address aside where the database is named elsewhere", async () => {
    writeFileSync(path.join(copy, ".env"), `DATABASE_URL=${AWAY}\nDIRECT_DATABASE_URL=${AWAY}\n`);
    expect(await migrate({ DATABASE_URL: empty })).toMatch(/\d+ applied/);
  });

  test("does not go through a pooler", async () => {
    const error = await migrate({ DATABASE_URL: `${empty}?pgbouncer=true` }).catch((reason) => reason);
    expect(error).toBeInstanceOf(ProgramFailed);
    expect(error.output).toBe(
      "Migrations do not go through PgBouncer: set DIRECT_DATABASE_URL, the database's own address.\n",
    );
    expect(await tables()).toEqual([]);
  });

  test("waits for another one", async () => {
    const [first, second] = await Promise.all([1, 2].map(() => migrate({ DATABASE_URL: empty })));
    expect([first, second].filter((said) => said === "nothing to apply\n")).toHaveLength(1);
  });
});

describe("a migration on a busy database", () => {
  const pool = new CatalogPool({ connectionString: databaseOfWorker() });
  let adapter: Awaited<ReturnType<CatalogAdapterFactory["connect"]>>;

  beforeAll(async () => {
    await useTestDatabase();
    adapter = await new CatalogAdapterFactory(pool).connect();
  });
  afterAll(() => pool.end());

  test("holds nobody up for long while it waits for a table", async () => {
    jest.spyOn(console, "log").mockImplementation(() => undefined);
    const reader = new Client({ connectionString: databaseOfWorker() });
    await reader.connect();
    await reader.query("BEGIN; SELECT 1 FROM users");
    const migration = adapter.executeScript(
      "CREATE TABLE made (id int); ALTER TABLE users ADD COLUMN age int",
    );
    await delay(500);
    // Behind the migration's turn, which it gives up.
    const began = performance.now();
    await query(databaseOfWorker(), "SELECT 1 FROM users");
    expect(performance.now() - began).toBeLessThan(4_000);
    await reader.query("COMMIT");
    await reader.end();
    await migration;
    expect(await query(databaseOfWorker(), "SELECT age FROM users, made")).toEqual([]);
  });

  test("takes longer than the role's queries may", async () => {
    const role = `ALTER DATABASE ${nameOfWorker()}`;
    await query(testServer(), `${role} SET statement_timeout = '300ms'`);
    const fresh = new CatalogPool({ connectionString: databaseOfWorker() });
    const own = await new CatalogAdapterFactory(fresh).connect();
    await own.executeScript("SELECT pg_sleep(0.6)");
    await fresh.end();
    await query(testServer(), `${role} RESET statement_timeout`);
  });

  test("makes an index while others write, and in a transaction where nobody does", async () => {
    const migration = "-- People by age.\nCREATE INDEX CONCURRENTLY people_idx ON users (name);\n";
    const writer = new Client({ connectionString: databaseOfWorker() });
    await writer.connect();
    await writer.query("BEGIN; LOCK TABLE users IN ROW EXCLUSIVE MODE");
    let isDone = false;
    const making = adapter.executeScript(migration).then(() => {
      isDone = true;
    });
    // Longer than a migration waits that would have others wait.
    await delay(4_000);
    expect(isDone).toBe(false);
    await query(databaseOfWorker(), "BEGIN; LOCK TABLE users IN ROW EXCLUSIVE MODE; COMMIT");
    await writer.query("COMMIT");
    await writer.end();
    await making;
    const valid = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'people_idx'::regclass";
    expect(await query(databaseOfWorker(), valid)).toEqual([{ indisvalid: true }]);
    await query(databaseOfWorker(), `DROP INDEX people_idx; BEGIN; ${withoutConcurrently(migration)} COMMIT`);
    expect(await query(databaseOfWorker(), valid)).toEqual([{ indisvalid: true }]);
  });
});
