import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A way to the database that can be made to swallow everything, as a frozen machine or a dead
 * network does.
 */
export type SilentConnection = {
  /** The database's address by this way. */
  url: string;
  silence: (wanted: boolean) => void;
  /** How many connections were made through it. */
  connections: () => number;
  close: () => void;
};

export async function openSilentConnection(address: string): Promise<SilentConnection> {
  const to = new URL(address);
  const here = new URL(to);
  const ends = new Set<Socket>();
  let silent = false;
  let connections = 0;
  const line = createServer((near) => {
    connections++;
    const far = connect(Number(to.port), to.hostname);
    for (const [from, into] of [[near, far] as const, [far, near] as const]) {
      ends.add(from);
      from.pipe(into);
      from.on("error", () => into.destroy());
      from.on("close", () => {
        ends.delete(from);
        into.destroy();
      });
      if (silent) from.pause();
    }
  });
  await new Promise<void>((resolve) => line.listen(0, "127.0.0.1", resolve));
  here.hostname = "127.0.0.1";
  here.port = String((line.address() as AddressInfo).port);
  return {
    url: here.href,
    silence: (wanted) => {
      silent = wanted;
      for (const end of ends) wanted ? end.pause() : end.resume();
    },
    connections: () => connections,
    close: () => {
      for (const end of ends) end.destroy();
      line.close();
    },
  };
}
