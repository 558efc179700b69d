import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A proxy to the database that can stop passing data, like a frozen machine or a dead network. */
export type SilentConnection = {
  /** The database's URL through the proxy. */
  url: string;
  silence: (isSilent: boolean) => void;
  /** How many connections the proxy has accepted. */
  connections: () => number;
  close: () => void;
};

export async function openSilentConnection(address: string): Promise<SilentConnection> {
  const target = new URL(address);
  const url = new URL(target);
  const sockets = new Set<Socket>();
  let silent = false;
  let connections = 0;
  const proxy = createServer((client) => {
    connections++;
    const server = connect(Number(target.port), target.hostname);
    for (const [from, to] of [[client, server] as const, [server, client] as const]) {
      sockets.add(from);
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        sockets.delete(from);
        to.destroy();
      });
      if (silent) from.pause();
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  url.hostname = "127.0.0.1";
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    silence: (isSilent) => {
      silent = isSilent;
      for (const socket of sockets) isSilent ? socket.pause() : socket.resume();
    },
    connections: () => connections,
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
