import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { MIGRATIONS_DIR } from "./migrations.mjs";
import { missingSql, runEngineScript } from "./schema-engine";

/**
 * `npm run db:diff -- <name>`: writes a new migration that leads from prisma/migrations to
 * prisma/schema.prisma. Read it before you keep it.
 */
await runEngineScript(async (engine) => {
  const [name] = process.argv.slice(2);
  if (!name || !/^[a-z0-9_]+$/.test(name)) {
    console.error("Give the migration a name, such as add_bookmarks.");
    return 1;
  }
  const sql = await missingSql(engine);
  if (sql === "") {
    console.log("The migrations already lead to the schema: nothing to write.");
    return 0;
  }
  // As Prisma names them: the moment in UTC to the second, then the name.
  const moment = new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14);
  const folder = path.join(MIGRATIONS_DIR, `${moment}_${name}`);
  mkdirSync(folder);
  writeFileSync(path.join(folder, "migration.sql"), `${sql}\n`);
  console.log(`Wrote ${path.relative(process.cwd(), folder)}/migration.sql`);
  return 0;
});
