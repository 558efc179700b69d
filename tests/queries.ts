import { Client } from "pg";

/**
 * The SQL statements sent to PostgreSQL while `act` runs, including BEGIN and COMMIT: what a call
 * really costs. `pg_notify` is left out, because an earlier call may send it in the meantime.
 */
export async function queriesOf(act: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const query = Client.prototype.query;
  const spy = jest.spyOn(Client.prototype, "query").mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const [statement] = args as [string | { text: string }];
    const text = typeof statement === "string" ? statement : statement.text;
    if (!text.includes("pg_notify(")) statements.push(text);
    return Reflect.apply(query, this, args);
  });
  try {
    await act();
  } finally {
    spy.mockRestore();
  }
  return statements;
}
