import { missingSql, runEngineScript } from "./schema-engine";

/**
 * `npm run schema:check`: fails when prisma/migrations, applied to an empty database, do not lead to what
 * prisma/schema.prisma says. What the schema language cannot say (checks, NULLS NOT DISTINCT) it does not see.
 */
await runEngineScript(async (engine) => {
  const sql = await missingSql(engine);
  if (sql === "") {
    console.log("prisma/migrations and prisma/schema.prisma agree.");
    return 0;
  }
  console.error(`The migrations lack this (\`npm run db:diff -- <name>\` writes it):\n\n${sql}`);
  return 1;
});
