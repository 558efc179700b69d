import { Client } from "pg";

/**
 * The SQL statements sent to PostgreSQL while `act` runs, BEGIN and COMMIT included: what a call
 * really costs. Hints to other instances are left out: those of an earlier call may be sent
 * meanwhile.
 */
export async function queriesOf(act: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const query = Client.prototype.query;
  const spy = jest.spyOn(Client.prototype, "query").mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const [statement] = args as [string | { text: string }];
    const text = typeof statement === "string" ? statement : statement.text;
    if (!text.includes("pg_notify(")) sent.push(text);
    return Reflect.apply(query, this, args);
  });
  try {
    await act();
  } finally {
    spy.mockRestore();
  }
  return sent;
}
