import { Client } from "pg";

/**
 * The SQL statements sent to PostgreSQL while `act` runs, BEGIN and COMMIT included: what a call really costs.
 */
export async function queriesOf(act: () => Promise<unknown>): Promise<string[]> {
  const sent: string[] = [];
  const query = Client.prototype.query;
  const spy = jest.spyOn(Client.prototype, "query").mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const [statement] = args as [string | { text: string }];
    sent.push(typeof statement === "string" ? statement : statement.text);
    return Reflect.apply(query, this, args);
  });
  try {
    await act();
  } finally {
    spy.mockRestore();
  }
  return sent;
}
