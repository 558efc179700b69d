import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "pg";
import { databaseOfWorker, nameOfWorker, TEMPLATE, testServer } from "@/tests/database";

/** For tests of whole commands: their output, and databases besides this worker's own. */

/** The output of a command that is expected to fail. */
export async function failureOutput(command: Promise<string>): Promise<string> {
  const error = await command.then(
    () => new Error("The command did not fail."),
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

/** PostgreSQL's default template: a database without tables. */
export const EMPTY_TEMPLATE = "template1";

/** A database besides this worker's own. It does not exist until `create` is called. */
export function extraDatabase(purpose: string) {
  const name = `${nameOfWorker()}_${purpose}`;
  const drop = () => query(testServer(), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  /** Creates the database, replacing an existing one. */
  const create = async (template = TEMPLATE) => {
    await drop();
    await query(testServer(), `CREATE DATABASE ${name} TEMPLATE ${template}`);
  };
  return { name, url: databaseOfWorker().replace(nameOfWorker(), name), create, drop };
}

/** A media host that already has every picture of the demo, so that a seed draws none of them. */
export async function openDemoMediaHost() {
  const host = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.end(JSON.stringify({ format: "webp", width: 1080, height: 1350, bytes: 9 }));
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const { port } = host.address() as AddressInfo;
  const close = async () => {
    host.closeAllConnections();
    await new Promise((resolve) => host.close(resolve));
  };
  return { url: `cloudinary://key:secret@demo?upload_prefix=http://127.0.0.1:${port}`, close };
}
