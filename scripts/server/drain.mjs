import net from "node:net";

/**
 * A response can be sent before the request's body has fully arrived: an error needs no file. The
 * rest of the body still arrives, and while no one reads it, the next request on the same
 * connection waits behind it forever. Node drains such a rest itself, but not when something began
 * to read the body, as Next.js does.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
export function drainAfter(request, response) {
  response.once("finish", () => {
    if (request.complete) return;
    // A reader that began would pause the stream again.
    request.removeAllListeners("data");
    request.removeAllListeners("readable");
    request.resume();
  });
}

/**
 * Any body but a file, alone or in a form, has arrived by then. This is slightly longer than the API itself
 * waits (lib/api/server/body.ts).
 */
const BODY_MS = 12_000;

/**
 * Closes the connection when a body arrives too slowly, whether or not it is read or answered.
 * Otherwise a client could hold the connection for as long as a video upload may take.
 * @param {import("node:http").IncomingMessage} request
 * @param {"api" | "media" | "share" | "file" | "page"} kind what the address is
 */
export function closeWhenSlow(request, kind) {
  const { headers, method, socket } = request;
  const hasBody = headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
  const isForm = /^multipart\/form-data\s*;/i.test(headers["content-type"] ?? "");
  const acceptsFiles = kind === "media" ? isForm || method === "PUT" : kind === "api" && isForm;
  if (!hasBody || acceptsFiles) return;
  const timer = setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, BODY_MS);
  timer.unref();
  request.once("end", () => clearTimeout(timer));
}

/** While stopping: how long connections that already wait may take to be accepted. */
const ACCEPT_MS = 2_000;
/** After this many turns of the event loop without a new connection, none is waiting. */
const QUIET_TURNS = 2;

/**
 * Stops listening without dropping a connection that the kernel has already established. Node
 * accepts one connection a turn of its event loop, so under load dozens wait, and closing the
 * listening socket would reset them with the requests they carry. A shorter queue leaves new ones
 * out meanwhile: they try again and are rejected, which a load balancer answers by asking the next
 * instance.
 *
 * Open connections stay. `server.close` would also drop idle ones, and with them a request that is
 * already on its way.
 * @param {net.Server} server
 * @returns {Promise<{ closed: Promise<void> }>} `closed`: when the last connection has ended
 */
export async function stopListening(server) {
  // Undocumented, so it may be missing: then only the wait below remains.
  const { _handle: handle } = /** @type {{ _handle?: { listen?: (queue: number) => void } }} */ (
    /** @type {unknown} */ (server)
  );
  handle?.listen?.(0);
  let quietTurns = 0;
  const handleConnection = () => {
    quietTurns = 0;
  };
  server.on("connection", handleConnection);
  for (const deadline = Date.now() + ACCEPT_MS; quietTurns < QUIET_TURNS && Date.now() < deadline; ) {
    quietTurns++;
    await new Promise((resolve) => setImmediate(resolve));
  }
  server.off("connection", handleConnection);
  /** @type {Promise<void>} */
  const closed = new Promise((resolve) => {
    net.Server.prototype.close.call(server, () => resolve());
  });
  return { closed };
}
