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
import { CliError } from "./cli/cli-error.mjs";
import { ROOT, readLaunchEnvironment } from "./cli/environment.mjs";
import { runCli } from "./cli/run-cli.mjs";
import { directDatabaseUrl } from "./embedded/local-database.mjs";
import { applyMigrations, MIGRATIONS_DIR } from "./embedded/migrations.mjs";

/**
 * `npm run db:diff -- <name>`: writes a new migration that leads from prisma/migrations to
 * prisma/schema.prisma. Read it before you keep it.
 *
 * `npm run schema:check`: fails when prisma/migrations, applied to an empty database, do not lead
 * to what prisma/schema.prisma says. What the schema language cannot say (checks, NULLS NOT
 * DISTINCT) it does not see.
 *
 * Both compare with Prisma's schema engine as WebAssembly, from npm: the CLI's `migrate diff`
 * downloads the same engine as a native program (docs/decisions/0004).
 */

const SCHEMA_FILE = path.join(ROOT, "prisma/schema.prisma");

/** Everything in the database is ours: nothing is managed elsewhere. */
const NO_FILTER: SchemaFilter = { externalTables: [], externalEnums: [] };

/** What the engine writes when there is nothing to write. */
const EMPTY_SCRIPT = "-- This is an empty migration.";

/** Type numbers of PostgreSQL's pg_type. */
const CHAR_OID = 18;
const TEXT_OID = 25;

/**
 * Which columns of a result are "char", by the result's rows, which the adapter hands on as they
 * are.
 */
const charColumns = new WeakMap<object, number[]>();

/**
 * Connections whose results show columns of PostgreSQL's internal type "char" to the adapter as
 * text. The catalogue has such columns; the engine reads them as single characters, and the adapter
 * refuses them, as no table of an app has any.
 */
class CatalogPool extends pg.Pool {
  // pg types this method with a dozen overloads; the adapter uses the one that returns a promise.
  override query = (async (query: pg.QueryArrayConfig) => {
    const result = await super.query(query);
    const found: number[] = [];
    result.fields.forEach((field, index) => {
      if (field.dataTypeID !== CHAR_OID) return;
      field.dataTypeID = TEXT_OID;
      found.push(index);
    });
    if (found.length > 0) charColumns.set(result.rows, found);
    return result;
  }) as unknown as pg.Pool["query"];
}

/** Adapters on such a pool that tell the engine which columns hold single characters. */
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
    throw new CliError("Give the migration a name, such as add_bookmarks.");
  }
  await applyMigrations(url);
  const sql = await missingSql(url);
  if (sql === "") {
    console.log("prisma/migrations and prisma/schema.prisma agree.");
  } else if (isCheck) {
    throw new CliError(`The migrations lack this (\`npm run db:diff -- <name>\` writes it):\n\n${sql}`);
  } else {
    // As Prisma names them: the moment in UTC to the second, then the name.
    const moment = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
    const folder = path.join(MIGRATIONS_DIR, `${moment}_${name}`);
    mkdirSync(folder);
    writeFileSync(path.join(folder, "migration.sql"), `${sql}\n`);
    console.log(`Wrote ${path.relative(process.cwd(), folder)}/migration.sql`);
  }
  // The engine leaves a timer of ten seconds behind: do not wait for it.
  process.exit();
});

/**
 * The SQL that leads from the database of `url` to prisma/schema.prisma; empty when it is there.
 */
async function missingSql(url: string | undefined): Promise<string> {
  instantiate();
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

/** Node has no `import` of .wasm without a flag: what the package's own entry does, by hand. */
function instantiate(): void {
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
}
