import { createHash } from "node:crypto";
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { run } from "@/scripts/cli/exec.mjs";
import {
  applyMigration,
  connect,
  forOneTransaction,
  migrationNames,
  readMigration,
} from "@/scripts/embedded/migrations.mjs";
import { EMPTY_TEMPLATE, extraDatabase, failureOutput, query } from "@/tests/commands";
import { databaseOfWorker, nameOfWorker, testServer } from "@/tests/database";
import { useTestDatabase } from "@/tests/test-db";

// Some tests run whole commands.
jest.setTimeout(60_000);

/** A copy of the project with an `.env` of its own. */
const copy = path.join(process.env.DATA_DIR ?? "", "project");
const { url: empty, create: createDatabase, drop: dropDatabase } = extraDatabase("empty");
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

  test("continues after an interrupted one only when it is marked as resolved", async () => {
    await migrate({ DATABASE_URL: empty });
    const newest = migrationNames().at(-1);
    const row = `WHERE migration_name = '${newest}'`;
    await query(empty, `UPDATE _prisma_migrations SET finished_at = NULL ${row}`);
    expect(await failure()).toContain(`${newest} started and did not finish.`);
    await query(empty, `UPDATE _prisma_migrations SET finished_at = now() ${row}`);
    expect(await migrate({ DATABASE_URL: empty })).toBe("nothing to apply\n");
  });
});

describe("a migration on a busy database", () => {
  let client: Client;
  const lines: string[] = [];
  const apply = (name: string, sql: string) => applyMigration(client, name, sql, (line) => lines.push(line));
  const recorded = (name: string) =>
    query(
      databaseOfWorker(),
      `SELECT finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE migration_name = '${name}'`,
    );

  beforeAll(async () => {
    await useTestDatabase();
    client = await connect(databaseOfWorker());
  });
  afterAll(() => client.end());

  test("is applied completely or not at all, and reports where it failed", async () => {
    const migration = "CREATE TABLE half (id int);\n  ALTER TABLE nowhere ADD COLUMN age int;\n-- The end.";
    await expect(apply("fails", migration)).rejects.toThrow(
      'fails failed: relation "nowhere" does not exist.',
    );
    await expect(apply("fails", "CREATE TABLE half (id int);\n  SELECT nothing;")).rejects.toThrow(
      "Near: SELECT nothing;",
    );
    expect(await query(databaseOfWorker(), "SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
    expect(await recorded("fails")).toEqual([]);
  });

  test("does not block others for long while it waits for a table", async () => {
    const reader = new Client({ connectionString: databaseOfWorker() });
    await reader.connect();
    await reader.query("BEGIN; SELECT 1 FROM users");
    const migration = apply("waits", "CREATE TABLE made (id int); ALTER TABLE users ADD COLUMN age int");
    await delay(500);
    // Queued behind the migration, which gives up.
    const began = performance.now();
    await query(databaseOfWorker(), "SELECT 1 FROM users");
    expect(performance.now() - began).toBeLessThan(4_000);
    await reader.query("COMMIT");
    await reader.end();
    await migration;
    expect(await query(databaseOfWorker(), "SELECT age FROM users, made")).toEqual([]);
    expect(lines).toContain("a table is in use, trying again (1 of 19)");
    expect(await recorded("waits")).toEqual([{ finished: true }]);
  });

  test("may take longer than the role's other queries", async () => {
    const role = `ALTER DATABASE ${nameOfWorker()}`;
    await query(testServer(), `${role} SET statement_timeout = '300ms'`);
    const fresh = await connect(databaseOfWorker());
    await applyMigration(fresh, "takes_long", "SELECT pg_sleep(0.6)", () => undefined);
    await fresh.end();
    await query(testServer(), `${role} RESET statement_timeout`);
  });

  test("builds an index while others write, and in a transaction when none do", async () => {
    const migration = "-- People by age.\nCREATE INDEX CONCURRENTLY people_idx ON users (name);\n";
    const writer = new Client({ connectionString: databaseOfWorker() });
    await writer.connect();
    await writer.query("BEGIN; LOCK TABLE users IN ROW EXCLUSIVE MODE");
    let isDone = false;
    const making = apply("makes_index", migration).then(() => {
      isDone = true;
    });
    // Longer than a migration that would block others waits.
    await delay(4_000);
    expect(isDone).toBe(false);
    expect(await recorded("makes_index")).toEqual([{ finished: false }]);
    await query(databaseOfWorker(), "BEGIN; LOCK TABLE users IN ROW EXCLUSIVE MODE; COMMIT");
    await writer.query("COMMIT");
    await writer.end();
    await making;
    expect(await recorded("makes_index")).toEqual([{ finished: true }]);
    const valid = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'people_idx'::regclass";
    expect(await query(databaseOfWorker(), valid)).toEqual([{ indisvalid: true }]);
    await query(databaseOfWorker(), `DROP INDEX people_idx; BEGIN; ${forOneTransaction([migration])} COMMIT`);
    expect(await query(databaseOfWorker(), valid)).toEqual([{ indisvalid: true }]);
  });
});

test("a schema made anew uses no value that the same transaction adds to an enumeration", async () => {
  await useTestDatabase();
  const labels = `SELECT enumlabel AS label FROM pg_enum JOIN pg_type t ON t.oid = enumtypid
    WHERE typname = 'NotificationType' AND typnamespace = 'public'::regnamespace ORDER BY enumsortorder`;
  const migrated = await query<{ label: string }>(databaseOfWorker(), labels);
  const statements = forOneTransaction(migrationNames().map(readMigration)).join("\n");
  const values = migrated.map(({ label }) => `'${label}'`).join(", ");
  expect(values).toContain("'moderation'");
  expect(statements).toContain(`CREATE TYPE "NotificationType" AS ENUM (${values})`);
  // PostgreSQL 15 and 16 reject the value, also where the type was created just before.
  expect(statements).not.toMatch(/ADD VALUE (?!IF NOT EXISTS)/);
});
