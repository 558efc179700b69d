import { setTimeout as delay } from "node:timers/promises";
import { resetEnvForTests } from "@/lib/platform/env";
import { notFoundError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { LAG_MAX_MS, ReplicationProgress, read } from "@/lib/platform/replica";

/** How far each server's log has come; null for a server that is no replica. */
let primary = 1;
let standby: number | null = 1;
let isReplicaUp = true;
let systemOfReplica = "1";

const clientAt = (name: string, position: () => unknown) => ({
  name,
  sql: async () => {
    if (name === "replica" && !isReplicaUp) throw new Error("connect ECONNREFUSED");
    return [{ position: position(), system: name === "replica" ? systemOfReplica : "1" }];
  },
});

jest.mock("@/lib/platform/db", () => ({
  db: () => clientAt("primary", () => primary),
  replicaDb: () => clientAt("replica", () => standby),
}));

/** The server that answers a read. */
const answering = (mayLag: boolean) =>
  read({ mayLag }, async (client) => {
    await client.sql`SELECT 1`;
    return (client as unknown as { name: string }).name;
  });

/** Reads until `server` answers: what this process knows of the replica is a second old. */
async function waitUntil(server: string): Promise<void> {
  const deadline = Date.now() + 2 * LAG_MAX_MS;
  while ((await answering(true)) !== server) {
    if (Date.now() > deadline) throw new Error(`The ${server} does not answer.`);
    await delay(20);
  }
}

const DATABASE_REPLICA_URL = "postgresql://a:b@replica.example:5432/c";

function configure(url: string): void {
  process.env.DATABASE_REPLICA_URL = url;
  resetEnvForTests();
}

beforeEach(() => {
  configure(DATABASE_REPLICA_URL);
  [primary, standby, isReplicaUp, systemOfReplica] = [1, 1, true, "1"];
});
afterAll(() => configure(""));

describe("a read that may lag", () => {
  test("goes to the replica once it has come as far as the primary; no other read does", async () => {
    expect(await answering(true)).toBe("primary");
    await waitUntil("replica");
    expect(await answering(false)).toBe("primary");
  });

  test("goes to the primary without a replica", async () => {
    await waitUntil("replica");
    configure("");
    expect(await answering(true)).toBe("primary");
  });

  test("is repeated on the primary when the replica has no such thing, and the replica stays", async () => {
    await waitUntil("replica");
    const seen: string[] = [];
    const readNew = read({ mayLag: true }, async (client) => {
      const { name } = client as unknown as { name: string };
      seen.push(name);
      if (name === "replica") throw notFoundError();
      return name;
    });
    expect(await readNew).toBe("primary");
    expect(seen).toEqual(["replica", "primary"]);
    expect(await answering(true)).toBe("replica");
  });

  test("is answered by the primary while the replica is down, which is logged once", async () => {
    const warn = jest.spyOn(log(), "warn").mockReturnValue();
    await waitUntil("replica");
    isReplicaUp = false;
    for (const deadline = Date.now() + 2_500; Date.now() < deadline; await delay(50)) {
      expect(await answering(true)).toBe("primary");
    }
    expect(warn).toHaveBeenCalledTimes(1);
    isReplicaUp = true;
    await waitUntil("replica");
  });

  test("goes to the primary once the replica lags too much", async () => {
    await waitUntil("replica");
    primary = 2;
    await waitUntil("primary");
    standby = 2;
    await waitUntil("replica");
  });

  test.each([
    ["names no replica", () => (standby = null)],
    ["names a replica of another database", () => (systemOfReplica = "2")],
  ])("goes to the primary when the address %s", async (_, change) => {
    jest.spyOn(log(), "warn").mockReturnValue();
    await waitUntil("replica");
    change();
    await waitUntil("primary");
  });
});

describe("the progress of a replica", () => {
  test("is known from the newest mark it has reached, for as long as a replica may lag", () => {
    const progress = new ReplicationProgress();
    progress.mark(10, 0);
    progress.mark(20, 1_000);
    progress.replayed(9);
    expect(progress.isFresh(1_000)).toBe(false);
    progress.replayed(15);
    expect(progress.isFresh(LAG_MAX_MS - 1)).toBe(true);
    expect(progress.isFresh(LAG_MAX_MS)).toBe(false);
    progress.replayed(20);
    expect(progress.isFresh(LAG_MAX_MS)).toBe(true);
    expect(progress.isFresh(LAG_MAX_MS + 1_000)).toBe(false);
  });
});
