import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlResultSet,
} from "@prisma/driver-adapter-utils";
import type { SchemaFilter } from "@prisma/schema-engine-wasm";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { CliError } from "../cli/cli-error.mjs";
import { ROOT, readLaunchEnvironment } from "../cli/environment.mjs";
import { runCli } from "../cli/run-cli.mjs";
import { directDatabaseUrl } from "../embedded/local-database.mjs";
import { applyMigrations, MIGRATIONS_DIR } from "../embedded/migrations.mjs";

/**
 * `npm run db:diff -- <name>`: writes a new migration from prisma/migrations to
 * prisma/schema.prisma. Read it before you commit it.
 *
 * `npm run schema:check`: fails when prisma/migrations, applied to an empty database, differ from
 * prisma/schema.prisma. It does not see what the schema language cannot express (checks, NULLS NOT
 * DISTINCT).
 *
 * Both use Prisma's schema engine as WebAssembly, from npm: the CLI's `migrate diff` downloads the
 * same engine as a native program (docs/decisions/0004).
 */

const SCHEMA_FILE = path.join(ROOT, "prisma/schema.prisma");

/** Everything in the database is ours: nothing is managed externally. */
const NO_FILTER: SchemaFilter = { externalTables: [], externalEnums: [] };

/** The engine's output when there is no difference. */
const EMPTY_SCRIPT = "-- This is an empty migration.";

/** Type ids in PostgreSQL's pg_type. */
const CHAR_OID = 18;
const TEXT_OID = 25;

/** The "char" columns of a result, keyed by its rows, which the adapter passes on unchanged. */
const charColumns = new WeakMap<object, number[]>();

/**
 * Presents columns of PostgreSQL's internal type "char" to the adapter as text. The catalogue has
 * such columns, and the engine reads them as single characters. The adapter rejects them, because
 * no application table has any.
 */
class CatalogPool extends pg.Pool {
  // pg types this method with a dozen overloads; the adapter uses the one that returns a promise.
  override query = (async (query: pg.QueryArrayConfig) => {
    const result = await super.query(query);
    const columns: number[] = [];
    result.fields.forEach((field, index) => {
      if (field.dataTypeID !== CHAR_OID) return;
      field.dataTypeID = TEXT_OID;
      columns.push(index);
    });
    if (columns.length > 0) charColumns.set(result.rows, columns);
    return result;
  }) as unknown as pg.Pool["query"];
}

/** An adapter on such a pool that informs the engine which columns hold single characters. */
class CatalogAdapterFactory extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query): Promise<SqlResultSet> => {
      const result = await queryRaw(query);
      for (const column of charColumns.get(result.rows) ?? [])
        result.columnTypes[column] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  }
}

await runCli(async () => {
  readLaunchEnvironment();
  const url = directDatabaseUrl();
  const [name = ""] = process.argv.slice(2);
  const isCheck = name === "--check";
  if (!isCheck && !/^[a-z0-9_]+$/.test(name)) {
    throw new CliError("Pass a name for the migration, such as add_bookmarks.");
  }
  await applyMigrations(url);
  const sql = await missingSql(url);
  if (sql === "") {
    console.log("prisma/migrations and prisma/schema.prisma match.");
  } else if (isCheck) {
    throw new CliError(`The migrations lack this (\`npm run db:diff -- <name>\` writes it):\n\n${sql}`);
  } else {
    // Named as Prisma does: the UTC time to the second, then the name.
    const timestamp = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
    const folder = path.join(MIGRATIONS_DIR, `${timestamp}_${name}`);
    mkdirSync(folder);
    writeFileSync(path.join(folder, "migration.sql"), `${sql}\n`);
    console.log(`Wrote ${path.relative(process.cwd(), folder)}/migration.sql`);
  }
  // The engine leaves a ten-second timer behind: do not wait for it.
  process.exit();
});

/** The SQL from the database at `url` to prisma/schema.prisma; empty when they match. */
async function missingSql(url: string | undefined): Promise<string> {
  instantiateEngine();
  const content = readFileSync(SCHEMA_FILE, "utf8");
  const pool = new CatalogPool({ connectionString: url });
  const engine = await bindings.SchemaEngine.new(
    { datamodels: [[SCHEMA_FILE, content]] },
    () => undefined,
    bindMigrationAwareSqlAdapterFactory(new CatalogAdapterFactory(pool)),
  );
  const schema = { files: [{ path: SCHEMA_FILE, content }] };
  const { stdout } = await engine.diff({
    from: { tag: "schemaDatasource", ...schema, configDir: ROOT },
    to: { tag: "schemaDatamodel", ...schema },
    script: true,
    exitCode: null,
    filters: NO_FILTER,
  });
  await pool.end();
  const sql = stdout?.trim() ?? "";
  return sql === EMPTY_SCRIPT ? "" : sql;
}

/**
 * Node cannot `import` .wasm without a flag, so this does by hand what the package's entry does.
 */
function instantiateEngine(): void {
  const require = createRequire(import.meta.url);
  const binary = path.join(
    path.dirname(require.resolve("@prisma/schema-engine-wasm")),
    "schema_engine_bg.wasm",
  );
  const wasm = new WebAssembly.Module(readFileSync(binary));
  const { exports } = new WebAssembly.Instance(wasm, { "./schema_engine_bg.js": bindings });
  bindings.__wbg_set_wasm(exports);
  (exports as { __wbindgen_start: () => void }).__wbindgen_start();
  // The engine reports a panic here before it stops.
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: console.error } });
}
