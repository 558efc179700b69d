import net from "node:net";

/**
 * Whether the port is free.
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>}
 */
export async function isPortFree(port, host) {
  return (await tryPort(port, host)) !== undefined;
}

/**
 * A free port on 127.0.0.1.
 * @returns {Promise<number>}
 */
export async function freePort() {
  const port = await tryPort(0, "127.0.0.1");
  if (!port) throw new Error("No port is free on 127.0.0.1.");
  return port;
}

/**
 * Whether something listens on the port of 127.0.0.1.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isListening(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

/**
 * Listens briefly to find out.
 * @param {number} port 0 for any
 * @param {string} host
 * @returns {Promise<number | undefined>} the port, or undefined when it is taken
 */
function tryPort(port, host) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", (error) => {
      if ("code" in error && error.code === "EADDRINUSE") resolve(undefined);
      else reject(error);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? address?.port : undefined));
    });
  });
}
