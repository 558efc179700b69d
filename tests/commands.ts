import { Client } from "pg";
import { databaseOfWorker, nameOfWorker, TEMPLATE, testServer } from "@/tests/database";

/** For tests of whole commands: what one said, and a database for it beside this worker's own. */

/** What a command said that must fail. */
export async function failureOutput(command: Promise<string>): Promise<string> {
  const error = await command.then(
    () => new Error("It did not fail."),
    (reason: unknown) => reason,
  );
  if (error instanceof Error && "output" in error) return String(error.output);
  throw error;
}

export async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** PostgreSQL's own template: a database without tables. */
export const EMPTY = "template1";

/** A further database, which is not there until it is created. */
export function furtherDatabase(purpose: string) {
  const name = `${nameOfWorker()}_${purpose}`;
  const drop = () => query(testServer(), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  /** Creates it, anew where it is there. */
  const create = async (template = TEMPLATE) => {
    await drop();
    await query(testServer(), `CREATE DATABASE ${name} TEMPLATE ${template}`);
  };
  return { name, url: databaseOfWorker().replace(nameOfWorker(), name), create, drop };
}
