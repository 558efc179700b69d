import { applyMigrations, runEngineScript } from "./schema-engine";

/**
 * `npm run db:migrate`: applies the migrations of prisma/migrations that the database of DIRECT_DATABASE_URL, or else of
 * DATABASE_URL, does not have yet, and records them in `_prisma_migrations`, as `prisma migrate deploy` does. Reads
 * `.env`. Two at once wait for each other.
 */
await runEngineScript(async (engine) => {
  const applied = await applyMigrations(engine);
  for (const name of applied) console.log(`applied ${name}`);
  console.log(applied.length === 0 ? "nothing to apply" : `${applied.length} applied`);
  return 0;
});
