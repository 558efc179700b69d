import { createHash } from "node:crypto";
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { run } from "@/scripts/cli/exec.mjs";
import {
  applyMigration,
  MIGRATION_LOCK,
  migrationNames,
  readMigration,
} from "@/scripts/embedded/migrations.mjs";
import { EMPTY_TEMPLATE, extraDatabase, failureOutput, query } from "@/tests/commands";
import { databaseOfWorker, testServer } from "@/tests/database";
import { useTestDatabase } from "@/tests/test-db";

// Some tests run whole commands.
jest.setTimeout(60_000);

/** A copy of the project with an `.env` of its own. */
const copy = path.join(process.env.DATA_DIR ?? "", "project");
const { name: emptyName, url: empty, create: createDatabase, drop: dropDatabase } = extraDatabase("empty");
const AWAY = "postgresql://nobody@127.0.0.1:1/away";

describe("npm run db:migrate", () => {
  beforeAll(() => {
    mkdirSync(copy);
    for (const name of ["package.json", "scripts"]) cpSync(name, path.join(copy, name), { recursive: true });
    for (const name of ["lib", "node_modules", "prisma"])
      symlinkSync(path.resolve(name), path.join(copy, name));
  });
  beforeEach(async () => {
    rmSync(path.join(copy, ".env"), { force: true });
    await createDatabase(EMPTY_TEMPLATE);
  });
  afterAll(dropDatabase);

  const tables = () => query(empty, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'");
  const failure = () => failureOutput(migrate({ DATABASE_URL: empty }));

  function migrate(env: Record<string, string> = {}): Promise<string> {
    const { DATABASE_URL: _, DIRECT_DATABASE_URL: __, ...others } = process.env;
    return run(process.execPath, [path.join(copy, "scripts/migrate.mjs")], { env: { ...others, ...env } });
  }

  test("reads .env and bypasses the pooler", async () => {
    writeFileSync(
      path.join(copy, ".env"),
      `DATABASE_URL=${AWAY}?pgbouncer=true\nDIRECT_DATABASE_URL=${empty}\n`,
    );
    expect(await migrate()).toMatch(/\d+ applied/);
    expect(await migrate()).toBe("nothing to apply\n");
  });

  test("ignores a file's direct address when DATABASE_URL comes from elsewhere", async () => {
    writeFileSync(path.join(copy, ".env"), `DATABASE_URL=${AWAY}\nDIRECT_DATABASE_URL=${AWAY}\n`);
    expect(await migrate({ DATABASE_URL: empty })).toMatch(/\d+ applied/);
  });

  test("does not run through a pooler", async () => {
    expect(await failureOutput(migrate({ DATABASE_URL: `${empty}?pgbouncer=true` }))).toBe(
      "Migrations cannot run through PgBouncer: set DIRECT_DATABASE_URL to the database's own address.\n",
    );
    expect(await tables()).toEqual([]);
  });

  test("waits for a concurrent run", async () => {
    const [first, second] = await Promise.all([1, 2].map(() => migrate({ DATABASE_URL: empty })));
    expect([first, second].filter((output) => output?.endsWith("nothing to apply\n"))).toHaveLength(1);
  });

  test("records what it applied as Prisma does", async () => {
    await migrate({ DATABASE_URL: empty });
    const columns = `SELECT string_agg(concat_ws(' ', column_name, data_type, character_maximum_length,
        CASE is_nullable WHEN 'NO' THEN 'required' END, column_default), E'\n' ORDER BY ordinal_position) AS definition
      FROM information_schema.columns WHERE table_name = '_prisma_migrations'`;
    expect(await query(empty, columns)).toEqual([
      {
        definition: [
          "id character varying 36 required",
          "checksum character varying 64 required",
          "finished_at timestamp with time zone",
          "migration_name character varying 255 required",
          "logs text",
          "rolled_back_at timestamp with time zone",
          "started_at timestamp with time zone required now()",
          "applied_steps_count integer required 0",
        ].join("\n"),
      },
    ]);
    const rows = `SELECT migration_name AS name, checksum, applied_steps_count AS steps, logs, rolled_back_at AS undone,
        finished_at > started_at AS done
      FROM _prisma_migrations ORDER BY started_at`;
    expect(await query(empty, rows)).toEqual(
      migrationNames().map((name) => ({
        name,
        checksum: createHash("sha256").update(readMigration(name)).digest("hex"),
        steps: 1,
        logs: null,
        undone: null,
        done: true,
      })),
    );
  });

  test("leaves another app's database alone", async () => {
    await query(empty, "CREATE TABLE theirs (id int)");
    expect(await failure()).toBe(
      "The database holds tables that this app's migrations did not create: nothing was applied.\n",
    );
    expect(await tables()).toHaveLength(1);
  });

  test("says so of a database that was made before the first release", async () => {
    await migrate({ DATABASE_URL: empty });
    await query(
      empty,
      "UPDATE _prisma_migrations SET migration_name = '20261120000000_the_whole_model'; DROP TABLE complaints",
    );
    const before = await tables();
    expect(await failure()).toMatch(
      /^This database was made before the first release.+ `npm run db:reset` drops it.+\n$/,
    );
    expect(await tables()).toEqual(before);
  });

  test("has nothing to apply where a newer release has migrated, so that the former one can run again", async () => {
    await migrate({ DATABASE_URL: empty });
    await query(
      empty,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('newer', 'none', '29990101000000_things_to_come', now())`,
    );
    expect(await migrate({ DATABASE_URL: empty })).toBe("nothing to apply\n");
  });

  test("may take longer than the role's other queries", async () => {
    const other = new Client({ connectionString: empty });
    await other.connect();
    await query(testServer(), `ALTER DATABASE ${emptyName} SET statement_timeout = '500ms'`);
    try {
      await other.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
      const migration = migrate({ DATABASE_URL: empty });
      const waiting = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = $1";
      while ((await other.query(waiting, [MIGRATION_LOCK])).rowCount === 0) await delay(50);
      await delay(600);
      await other.query("SELECT pg_advisory_unlock($1)", [MIGRATION_LOCK]);
      expect(await migration).toMatch(/\d+ applied/);
    } finally {
      await other.end();
    }
  });
});

describe("a migration on a busy database", () => {
  let client: Client;
  const recorded = (name: string) =>
    query(databaseOfWorker(), `SELECT 1 FROM _prisma_migrations WHERE migration_name = '${name}'`);

  beforeAll(async () => {
    await useTestDatabase();
    client = new Client({ connectionString: databaseOfWorker() });
    await client.connect();
  });
  afterAll(() => client.end());

  test("is applied completely or not at all, and reports where it failed", async () => {
    const migration = "CREATE TABLE half (id int);\n  ALTER TABLE nowhere ADD COLUMN age int;\n-- The end.";
    await expect(applyMigration(client, "fails", migration)).rejects.toThrow(
      'fails failed: relation "nowhere" does not exist.',
    );
    await expect(
      applyMigration(client, "fails", "CREATE TABLE half (id int);\n  SELECT nothing;"),
    ).rejects.toThrow("Near: SELECT nothing;");
    expect(await query(databaseOfWorker(), "SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
    expect(await recorded("fails")).toEqual([]);
  });

  test("does not block others for long while it waits for a table", async () => {
    const reader = new Client({ connectionString: databaseOfWorker() });
    await reader.connect();
    await reader.query("BEGIN; SELECT 1 FROM users");
    const sql = "CREATE TABLE made (id int); ALTER TABLE users ADD COLUMN age int";
    const migration = expect(applyMigration(client, "waits", sql)).rejects.toThrow("try again");
    await delay(500);
    // Queued behind the migration, which gives up.
    const began = performance.now();
    await query(databaseOfWorker(), "SELECT 1 FROM users");
    expect(performance.now() - began).toBeLessThan(10_000);
    await migration;
    expect(await recorded("waits")).toEqual([]);
    await reader.query("COMMIT");
    await reader.end();
    await applyMigration(client, "waits", sql);
    expect(await query(databaseOfWorker(), "SELECT age FROM users, made")).toEqual([]);
    expect(await recorded("waits")).toHaveLength(1);
  });
});
