import { run } from "@/scripts/cli/exec.mjs";
import { failureOutput } from "@/tests/commands";
import { databaseOfWorker } from "@/tests/database";
import { useTestDatabase } from "@/tests/test-db";

/** `npm run db:psql` with a statement, as people run it. */

beforeAll(useTestDatabase);

const psql = (...statement: string[]) =>
  run(process.execPath, ["scripts/psql.mjs", ...statement], {
    env: { ...process.env, DATABASE_URL: databaseOfWorker(), DIRECT_DATABASE_URL: "" },
  });

test("prints the rows of each statement", async () => {
  const output = await psql("SELECT 'one' AS first; SELECT 'two' AS second; SELECT 1 WHERE false");
  expect(output).toMatch(/first.*'one'.*second.*'two'.*SELECT: 0 rows/s);
});

test("needs no quotes around a statement", async () => {
  expect(await psql("SELECT", "count(*)", "AS", "people", "FROM", "users")).toContain("people");
});

test("shows PostgreSQL's message for a mistake, and no stack", async () => {
  const output = await failureOutput(psql("SELEC 1"));
  expect(output.trim()).toBe('PostgreSQL: syntax error at or near "SELEC"');
});
