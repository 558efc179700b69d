import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import type { MigrationList, SchemaFilter } from "@prisma/schema-engine-wasm";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import { CatalogAdapterFactory, CatalogPool } from "./catalog-adapter";
import { ROOT, readLaunchEnvironment } from "./environment.mjs";
import { directDatabaseUrl } from "./local-database.mjs";
import { MIGRATIONS_DIR, migrationNames } from "./migrations.mjs";

/**
 * Prisma's schema engine as WebAssembly. The CLI's `migrate` commands download the same engine as a native
 * program first; this one comes with `npm ci`, so migrations work offline (docs/decisions/0004).
 */

const SCHEMA_FILE = path.join(ROOT, "prisma/schema.prisma");
const LOCK_FILE = "migration_lock.toml";

type SchemaEngine = Awaited<ReturnType<typeof bindings.SchemaEngine.new>>;

/** Everything in the database is ours: nothing is managed elsewhere. */
const NO_FILTER: SchemaFilter = { externalTables: [], externalEnums: [] };

/**
 * Runs a whole script: `act` with an engine connected to the database past its pooler, then the end of the process. `act`
 * returns the exit code. What fails is told in a sentence.
 */
export async function runEngineScript(act: (engine: SchemaEngine) => Promise<number>): Promise<never> {
  try {
    readLaunchEnvironment();
    const url = directDatabaseUrl();
    if (!url) return fail("DATABASE_URL is missing: it says which database to work on.");
    // The engine's lock against a second one belongs to a session, which a pooler hands to somebody else.
    if (new URL(url).searchParams.get("pgbouncer") === "true") {
      return fail(
        "Migrations do not go through PgBouncer: set DIRECT_DATABASE_URL, the database's own address.",
      );
    }
    instantiate();
    const pool = new CatalogPool({ connectionString: url });
    const adapters = bindMigrationAwareSqlAdapterFactory(new CatalogAdapterFactory(pool));
    const engine = await bindings.SchemaEngine.new(
      { datamodels: [[SCHEMA_FILE, readSchema()]] },
      logNothing,
      adapters,
    );
    const exitCode = await act(engine);
    await pool.end();
    // The engine leaves a timer of ten seconds behind: do not wait for it.
    return process.exit(exitCode);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function logNothing(): void {
  // Its log is for those who work on the engine.
}

/**
 * Applies the migrations that the database does not have yet.
 * @returns their names; none when it had them all
 */
export async function applyMigrations(engine: SchemaEngine): Promise<string[]> {
  const { appliedMigrationNames } = await engine.applyMigrations({
    migrationsList: migrationList(),
    filters: NO_FILTER,
  });
  return appliedMigrationNames;
}

/**
 * Applies the migrations to the engine's database, which must be an empty one, and compares.
 * (The engine would do it in a database of its own, but as WebAssembly it makes none.)
 * @returns the SQL that is missing to get to prisma/schema.prisma; empty when nothing is
 */
export async function missingSql(engine: SchemaEngine): Promise<string> {
  await applyMigrations(engine);
  const schema = { files: [{ path: SCHEMA_FILE, content: readSchema() }] };
  const { stdout } = await engine.diff({
    from: { tag: "schemaDatasource", ...schema, configDir: ROOT },
    to: { tag: "schemaDatamodel", ...schema },
    script: true,
    exitCode: null,
    filters: NO_FILTER,
  });
  const sql = stdout?.trim() ?? "";
  return sql === EMPTY_SCRIPT ? "" : sql;
}

/** What the engine writes when there is nothing to write. */
const EMPTY_SCRIPT = "-- This is an empty migration.";

/** The folder `prisma/migrations`, oldest first, as the engine wants it. */
function migrationList(): MigrationList {
  return {
    baseDir: MIGRATIONS_DIR,
    lockfile: { path: LOCK_FILE, content: readFileSync(path.join(MIGRATIONS_DIR, LOCK_FILE), "utf8") },
    shadowDbInitScript: "",
    migrationDirectories: migrationNames().map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(path.join(MIGRATIONS_DIR, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

function readSchema(): string {
  return readFileSync(SCHEMA_FILE, "utf8");
}

let instantiated = false;

/** Node has no `import` of .wasm without a flag: what the package's own entry does, by hand. */
function instantiate(): void {
  if (instantiated) return;
  const require = createRequire(import.meta.url);
  const binary = path.join(
    path.dirname(require.resolve("@prisma/schema-engine-wasm")),
    "schema_engine_bg.wasm",
  );
  const wasm = new WebAssembly.Module(readFileSync(binary));
  const { exports } = new WebAssembly.Instance(wasm, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(exports);
  (exports as { __wbindgen_start: () => void }).__wbindgen_start();
  // Where a panic of the engine says what happened before it stops.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: console.error } });
  instantiated = true;
}
