import { setTimeout as delay } from "node:timers/promises";
import { resetEnvForTests } from "@/lib/platform/env";
import { notFoundError } from "@/lib/platform/errors";
import { read } from "@/lib/platform/replica";
import { captureLog } from "@/tests/log-lines";

const logged = captureLog();

/** What the replica says of itself: nothing where it does not stream. */
let status: { isFresh: boolean }[];
let isReplicaUp: boolean;

const clientAt = (name: string) => ({
  name,
  sql: async () => {
    if (name === "replica" && !isReplicaUp) throw new Error("connect ECONNREFUSED");
    return status;
  },
});

jest.mock("@/lib/platform/db", () => ({
  db: () => clientAt("primary"),
  replicaDb: () => clientAt("replica"),
}));

/** The server that answers a read. */
const answering = (mayLag: boolean) =>
  read({ mayLag }, async (client) => {
    await client.sql`SELECT 1`;
    return (client as unknown as { name: string }).name;
  });

/** Reads until `server` answers: what this process knows of the replica is a second old. */
async function waitUntil(server: string): Promise<void> {
  const deadline = Date.now() + 5_000;
  while ((await answering(true)) !== server) {
    if (Date.now() > deadline) throw new Error(`The ${server} does not answer.`);
    await delay(20);
  }
}

function configure(url: string): void {
  process.env.DATABASE_REPLICA_URL = url;
  resetEnvForTests();
}

beforeEach(async () => {
  configure("postgresql://a:b@replica.example:5432/c");
  status = [{ isFresh: true }];
  isReplicaUp = true;
  await waitUntil("replica");
});
afterAll(() => configure(""));

describe("a read that may lag", () => {
  test("goes to the replica while it is fresh; no other read does", async () => {
    expect(await answering(false)).toBe("primary");
    status = [{ isFresh: false }];
    await waitUntil("primary");
  });

  test("goes to the primary without a replica", async () => {
    configure("");
    expect(await answering(true)).toBe("primary");
  });

  test("is repeated on the primary when the replica has no such thing, and the replica stays", async () => {
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
    isReplicaUp = false;
    for (const deadline = Date.now() + 2_500; Date.now() < deadline; await delay(50)) {
      expect(await answering(true)).toBe("primary");
    }
    expect(logged()).toMatchObject([{ err: { message: expect.stringMatching(/./) } }]);
  });

  test("goes to the primary when the address names a server that does not stream", async () => {
    status = [];
    await waitUntil("primary");
  });
});
