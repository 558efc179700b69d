import { type AddressInfo, createServer } from "node:net";
import { toApiError } from "@/lib/platform/db-errors";
import { FailFastPool } from "@/lib/platform/db-pool";

/** What a connection fails with when the server does `onConnection`. */
async function failureOf(onConnection: "nothing" | "hang up"): Promise<unknown> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    if (onConnection === "hang up") socket.once("data", () => socket.end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const pool = new FailFastPool({ host: "127.0.0.1", port, user: "nobody", connectionTimeoutMillis: 300 });
  try {
    await pool.connect();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    await pool.end();
    server.close();
  }
}

test.each([
  ["never answers", "nothing", "ETIMEDOUT"],
  ["hangs up", "hang up", "ECONNRESET"],
] as const)("a database that %s is unavailable, by a code", async (_, onConnection, code) => {
  const error = await failureOf(onConnection);
  expect(error).toMatchObject({ code });
  expect(toApiError(error)).toMatchObject({ status: 503, code: "unavailable" });
});
